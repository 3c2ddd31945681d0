import { describe, expect, it } from "vitest";
import { makeGate } from "./yield-to-requests.ts";

/** A gate on an event loop whose turns take the given times, in milliseconds; the last one repeats. */
function gateOn(...turns: number[]) {
  let time = 0;
  let taken = 0;
  const gate = makeGate({
    now: () => time,
    nextTurn: async () => {
      time += turns[Math.min(taken, turns.length - 1)] ?? 0;
      taken += 1;
    },
  });
  return { gate, turns: () => taken };
}

describe("background work", () => {
  it("passes after one short turn", async () => {
    const { gate, turns } = gateOn(1);
    await gate();
    expect(turns()).toBe(1);
  });

  it("waits while turns are long", async () => {
    const { gate, turns } = gateOn(20, 10, 1);
    await gate();
    expect(turns()).toBe(3);
  });

  it("is not held up for ever by a process that is always busy", async () => {
    const { gate, turns } = gateOn(20);
    await gate();
    expect(turns()).toBe(3);
  });

  it("passes piece by piece, each after a turn of its own, in order", async () => {
    const { gate, turns } = gateOn(1);
    const passed: number[] = [];
    await Promise.all([1, 2, 3].map((piece) => gate().then(() => passed.push(piece))));
    expect([passed, turns()]).toEqual([[1, 2, 3], 3]);
  });
});
