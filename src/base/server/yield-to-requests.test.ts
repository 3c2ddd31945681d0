import { describe, expect, it } from "vitest";
import { makeGate } from "./yield-to-requests.ts";

/** A gate on an event loop whose turns take the given times of work, in milliseconds; the last one repeats. */
function gateOn(...turns: number[]) {
  let taken = 0;
  const loop = { active: 0, idle: 0 };
  const gate = makeGate({
    now: () => loop.active + loop.idle,
    readLoop: () => ({ ...loop }),
    nextTurn: async () => {
      loop.active += turns[Math.min(taken, turns.length - 1)] ?? 0;
      taken += 1;
    },
    rest: async (ms) => {
      loop.idle += ms;
    },
  });
  return { ...gate, loop, turns: () => taken };
}

describe("background work", () => {
  it("passes after one short turn", async () => {
    const { pass, turns } = gateOn(1);
    await pass();
    expect(turns()).toBe(1);
  });

  it("waits while turns are long", async () => {
    const { pass, turns } = gateOn(20, 10, 1);
    await pass();
    expect(turns()).toBe(3);
  });

  it("is not held up for ever by a process that is always busy", async () => {
    const { pass, turns } = gateOn(20);
    await pass();
    expect(turns()).toBe(3);
  });

  it("passes piece by piece, each after a turn of its own, in order", async () => {
    const { pass, turns } = gateOn(1);
    const passed: number[] = [];
    await Promise.all([1, 2, 3].map((piece) => pass().then(() => passed.push(piece))));
    expect([passed, turns()]).toEqual([[1, 2, 3], 3]);
  });

  it("rests as long as the process worked since the last piece, while requests come", async () => {
    const { pass, loop, noteRequest } = gateOn(0);
    noteRequest();
    loop.active += 20;
    await pass();
    expect(loop).toEqual({ active: 20, idle: 20 });
  });

  it("does not rest again for what the process rested by itself", async () => {
    const { pass, loop, noteRequest } = gateOn(0);
    noteRequest();
    loop.active += 20;
    loop.idle += 15;
    await pass();
    expect(loop).toEqual({ active: 20, idle: 20 });
  });

  it("rests no longer than a moment, however much the process worked", async () => {
    const { pass, loop, noteRequest } = gateOn(0);
    noteRequest();
    loop.active += 900;
    await pass();
    expect(loop).toEqual({ active: 900, idle: 50 });
  });

  it("does not rest when no request came lately", async () => {
    const { pass, loop, noteRequest } = gateOn(0);
    noteRequest();
    loop.active += 2_000;
    await pass();
    expect(loop.idle).toBe(0);
  });
});
