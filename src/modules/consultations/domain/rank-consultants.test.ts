import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PromiseCounts, rankConsultants, rankedFrom } from "./rank-consultants.ts";

const counts = (consultant_id: string, kept: number, measured: number): PromiseCounts => ({
  consultant_id,
  kept,
  measured,
});
const ranks = (all: PromiseCounts[]) =>
  Object.fromEntries([...rankConsultants(all)].map(([id, { rank }]) => [id, rank]));

describe("consultants are ranked by the share of their promises that were kept", () => {
  it("from the smallest number on that is compared", () => {
    expect(ranks([counts("a", 4, 4), counts("b", 3, 5)])).toEqual({ a: null, b: 1 });
    expect(rankConsultants([counts("a", 4, 4)]).get("a")).toEqual({
      kept: 4,
      measured: 4,
      rank: null,
      ranked_of: null,
    });
  });

  it("with one rank for equal shares, whatever their number, and the next one after all of them", () => {
    expect(ranks([counts("a", 2, 6), counts("b", 3, 9), counts("c", 1, 9), counts("d", 0, 5)])).toEqual({
      a: 1,
      b: 1,
      c: 3,
      d: 4,
    });
  });

  it("in no other order than by what they kept, whoever is listed first", () => {
    const one = fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }))
      .map(([kept, broken]) => ({ kept, measured: kept + broken }));
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (many) => {
        const all = many.map((row, at) => ({ consultant_id: `stf_${at}`, ...row }));
        const records = rankConsultants(all);
        expect(rankConsultants([...all].reverse())).toEqual(new Map([...records].reverse()));
        const ranked = all.filter(({ measured }) => measured >= rankedFrom);
        for (const a of ranked)
          for (const b of ranked) {
            const [first, second] = [records.get(a.consultant_id), records.get(b.consultant_id)];
            const difference = a.kept * b.measured - b.kept * a.measured;
            expect(Math.sign((second?.rank ?? 0) - (first?.rank ?? 0))).toBe(Math.sign(difference));
          }
      }),
    );
  });
});
