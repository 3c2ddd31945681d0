import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inBatches } from "./in-batches.ts";

async function* each<Row>(pages: readonly Row[][]) {
  yield* pages;
}

describe("batches", () => {
  it("hold every row once and in order, a thousand at most", async () => {
    const pages = fc.array(fc.integer({ min: 0, max: 2_500 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(pages, async (sizes) => {
        let next = 0;
        const input = sizes.map((size) => Array.from({ length: size }, () => next++));
        const batches: number[][] = [];
        for await (const batch of inBatches(each(input), (row) => (row % 3 === 0 ? null : row)))
          batches.push(batch);
        expect(batches.flat()).toEqual(input.flat().filter((row) => row % 3 !== 0));
        expect(batches.slice(0, -1).every(({ length }) => length === 1_000)).toBe(true);
        expect(batches.every(({ length }) => length > 0)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });
});
