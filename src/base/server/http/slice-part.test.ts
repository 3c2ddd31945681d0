import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slicePart } from "./slice-part.ts";

async function* toSource(chunks: readonly Buffer[], isBroken = false) {
  yield* chunks;
  if (isBroken) throw new Error("aborted");
}

/** Reads as storage does: what came before a break is kept. */
async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  try {
    for await (const chunk of chunks) all.push(chunk);
  } catch {
    // The connection broke.
  }
  return Buffer.concat(all);
}

describe("a part in slices", () => {
  it("is all of its bytes in their order, whether it ends or breaks off", async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 12 });
    const sliceSizes = fc.integer({ min: 1, max: 50 });
    await fc.assert(
      fc.asyncProperty(sizes, sliceSizes, fc.boolean(), async (lengths, size, isBroken) => {
        const sent = lengths.map((length, index) => Buffer.alloc(length, index));
        const slices: Buffer[] = [];
        for await (const slice of slicePart(toSource(sent, isBroken), size))
          slices.push(await collect(slice));
        expect(Buffer.concat(slices).equals(Buffer.concat(sent))).toBe(true);
        for (const slice of slices.slice(0, -1)) expect(slice.length).toBeGreaterThanOrEqual(size);
        for (const slice of slices) expect(slice.length).toBeLessThan(size + 20);
      }),
    );
  });

  it("of nothing is one empty slice", async () => {
    const slices: Buffer[] = [];
    for await (const slice of slicePart(toSource([]), 10)) slices.push(await collect(slice));
    expect(slices.map(({ length }) => length)).toEqual([0]);
  });

  it("is read no further when nobody wants the next slice", async () => {
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) yield Buffer.alloc(4);
      } finally {
        isClosed = true;
      }
    }
    for await (const slice of slicePart(endless(), 10)) {
      expect((await collect(slice)).length).toBe(12);
      break;
    }
    expect(isClosed).toBe(true);
  });
});
