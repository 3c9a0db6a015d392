// CRC-32C, Castagnoli's polynomial, reflected.

const table = Uint32Array.from({ length: 256 }, (_, i) => {
  let v = i;
  for (let bit = 0; bit < 8; bit++) v = v & 1 ? (v >>> 1) ^ 0x82f63b78 : v >>> 1;
  return v;
});

export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const b of bytes) crc = (crc >>> 8) ^ table[(crc ^ b) & 255];
  return ~crc >>> 0;
}
