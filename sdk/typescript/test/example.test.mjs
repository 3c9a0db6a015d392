import assert from "node:assert/strict";
import test from "node:test";
import { judge, play } from "../dist-example/record.js";
import { C, config, guestBytes } from "./guests.mjs";

test("the example of the README records and verifies", async () => {
  const moves = Array.from({ length: 100 }, (_, tick) => (Math.floor(tick / 20) % 2 ? 255 : 1));
  const recording = await play(guestBytes(C), config, moves);
  assert.match(await judge(recording, guestBytes(C)), /^ok at tick 99: /);
  recording[700] ^= 1;
  assert.match(await judge(recording, guestBytes(C)), /^malformed/);
});
