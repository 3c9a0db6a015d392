import { encodeInput, GuestModule, Recorder, verify } from "@tactus-go/sdk";

export async function play(wasm: Uint8Array, config: Uint8Array, moves: number[]): Promise<Uint8Array> {
  const run = { seedLo: 20261012n, seedHi: 0n, rateNum: 125, rateDen: 2, players: 1 };
  const module = await GuestModule.compile(wasm);
  const guest = await module.start({ ...run, game: config });
  const recorder = new Recorder({
    ...run, ...module.limits, game: "mergeisland", hash: module.hash, config, save: () => guest.save(),
  });
  for (const move of moves) {
    const input = encodeInput([{ player: 0, bytes: Uint8Array.of(move) }]);
    guest.step(input); // first the tick, then its record
    recorder.tick(input);
  }
  return recorder.finish({ result: guest.result() });
}

export async function judge(recording: Uint8Array, wasm: Uint8Array): Promise<string> {
  const { verdict, tick, reason } = await verify(recording, wasm);
  return `${verdict} at tick ${tick}: ${reason}`;
}
