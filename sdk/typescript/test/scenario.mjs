// Plays, records and verifies in Node and in browsers alike, and returns what must be equal in both.

export async function scenario(sdk, modules, config) {
  const out = {};
  for (const [name, bytes] of Object.entries(modules)) {
    const module = await sdk.GuestModule.compile(bytes, { wasi: name.startsWith("go") });
    const run = { seedLo: 20261012n, seedHi: 0n, rateNum: 125, rateDen: 2, players: 1, game: config };
    const guest = await module.start(run);
    const recorder = new sdk.Recorder({
      game: "mergeisland", hash: module.hash, seedLo: run.seedLo, rateNum: 125, rateDen: 2, config,
      plain: 10, chain: 30, checkpoint: 20, ...module.limits, save: () => guest.save(),
    });
    for (let tick = 0; tick < 100; tick++) {
      const input = sdk.encodeInput([{ player: 0, bytes: Uint8Array.of(Math.floor(tick / 20) % 2 ? 255 : 1) }]);
      guest.step(input);
      recorder.tick(input);
    }
    const recording = recorder.finish({ result: guest.result() });
    out[name] = {
      instrumented: sdk.hex(sdk.sha256(module.instrumented)),
      result: new TextDecoder().decode(guest.result()),
      state: sdk.hex(guest.save()),
      recording: sdk.hex(sdk.sha256(recording)),
      verdict: await sdk.verify(recording, bytes, { rules: { wasi: name.startsWith("go") } }),
      stepFuel: String((guest.step(new Uint8Array(4)), guest.fuelUsed)),
    };
  }
  return out;
}
