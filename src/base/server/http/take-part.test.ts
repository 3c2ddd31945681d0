import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { takePart } from "./take-part.ts";

async function* toSource(chunks: readonly Buffer[], end: () => Promise<void> = async () => {}) {
  yield* chunks;
  await end();
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

describe("a part of an upload", () => {
  it("comes whole when it fits, and never exceeds its limit", async () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 20 }), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(sizes, fc.integer({ min: 0, max: 100 }), async (lengths, maxBytes) => {
        const sent = lengths.map((length, index) => Buffer.alloc(length, index));
        const part = takePart(toSource(sent), { maxBytes });
        const taken = await collect(part.chunks);
        const whole = Buffer.concat(sent);
        expect(part.isTooLong()).toBe(whole.length > maxBytes);
        expect(taken.length).toBeLessThanOrEqual(maxBytes);
        expect(taken.equals(whole.subarray(0, taken.length))).toBe(true);
        if (!part.isTooLong()) expect(taken.length).toBe(whole.length);
      }),
    );
  });

  it("ends with what came when its sender falls silent", async () => {
    const source = toSource([Buffer.from("0123")], () => new Promise(() => {}));
    const part = takePart(source, { maxBytes: 100, idleMs: 1 });
    expect([(await collect(part.chunks)).toString(), part.isTooLong()]).toEqual(["0123", false]);
  });

  it("fails when its connection breaks", async () => {
    const source = toSource([Buffer.from("0123")], async () => {
      throw new Error("aborted");
    });
    await expect(collect(takePart(source, { maxBytes: 100 }).chunks)).rejects.toThrow("aborted");
  });
});
