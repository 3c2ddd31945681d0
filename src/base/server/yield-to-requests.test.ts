import { describe, expect, it } from "vitest";
import { makeGate } from "./yield-to-requests.ts";

type Loop = {
  /** How long the event loop's turns take, in milliseconds; the last one repeats. */
  turns: number[];
  /** The share of its time that it worked, as it is asked for; the last one repeats. */
  shares?: number[];
};

const at = (values: number[], index: number) => values[Math.min(index, values.length - 1)] ?? 0;

/** A gate on an event loop; a rest takes five milliseconds. */
function gateOn({ turns, shares = [0] }: Loop) {
  let time = 0;
  const taken = { turns: 0, shares: 0, rests: 0 };
  const gate = makeGate({
    now: () => time,
    nextTurn: async () => {
      time += at(turns, taken.turns);
      taken.turns += 1;
    },
    rest: async () => {
      time += 5;
      taken.rests += 1;
    },
    loadRecentShare: () => {
      taken.shares += 1;
      return at(shares, taken.shares - 1);
    },
  });
  const elapse = (ms: number) => {
    time += ms;
  };
  return { ...gate, taken, elapse };
}

describe("background work", () => {
  it("passes after one short turn", async () => {
    const { pass, taken } = gateOn({ turns: [1] });
    await pass();
    expect(taken.turns).toBe(1);
  });

  it("waits while turns are long", async () => {
    const { pass, taken } = gateOn({ turns: [20, 10, 1] });
    await pass();
    expect(taken.turns).toBe(3);
  });

  it("is not held up for ever by a process that is always busy", async () => {
    const { pass, taken } = gateOn({ turns: [20] });
    await pass();
    expect(taken.turns).toBe(3);
  });

  it("passes piece by piece, each after a turn of its own, in order", async () => {
    const { pass, taken } = gateOn({ turns: [1] });
    const passed: number[] = [];
    await Promise.all([1, 2, 3].map((piece) => pass().then(() => passed.push(piece))));
    expect([passed, taken.turns]).toEqual([[1, 2, 3], 3]);
  });

  it("rests until the event loop has time for people who are served", async () => {
    const { pass, noteRequest, taken } = gateOn({ turns: [1], shares: [0.9, 0.7, 0.4] });
    noteRequest();
    await pass();
    expect(taken.rests).toBe(2);
  });

  it("rests for a stated time at most", async () => {
    const { pass, noteRequest, taken } = gateOn({ turns: [1], shares: [1] });
    noteRequest();
    await pass();
    expect(taken.rests).toBe(10);
  });

  it("takes all the time where nobody was served lately", async () => {
    const { pass, noteRequest, elapse, taken } = gateOn({ turns: [1], shares: [1] });
    await pass();
    noteRequest();
    elapse(1_000);
    await pass();
    expect(taken.rests).toBe(0);
  });
});
