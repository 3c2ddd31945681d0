import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeUploadHashes } from "./upload-hashes.ts";

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Writes what comes, at most so many bytes. */
const write =
  (max = Number.POSITIVE_INFINITY) =>
  async (bytes: AsyncIterable<Buffer>) => {
    let written = 0;
    for await (const chunk of bytes) written += chunk.length;
    return Math.min(written, max);
  };
async function* arriving(...chunks: Buffer[]) {
  yield* chunks;
}
const follow = (hashes: ReturnType<typeof makeUploadHashes>, offset: number, bytes: Buffer, max?: number) =>
  hashes.follow("upl_1", { offset, bytes: arriving(bytes) }, write(max));

const first = Buffer.from("dates ");
const second = Buffer.from("of Medina");
const size = first.length + second.length;

describe("an upload", () => {
  it("has the hash of its bytes, however they are cut into parts", async () => {
    const parts = fc.array(
      fc.uint8Array({ minLength: 1 }).map((bytes) => Buffer.from(bytes)),
      { minLength: 1 },
    );
    await fc.assert(
      fc.asyncProperty(parts, async (cut) => {
        const hashes = makeUploadHashes();
        let offset = 0;
        for (const part of cut) offset += await follow(hashes, offset, part);
        expect(hashes.find("upl_1", offset)).toBe(sha256(Buffer.concat(cut)));
        expect(hashes.find("upl_1", offset)).toBe(sha256(Buffer.concat(cut))); // asked again after a fault
      }),
    );
  });

  it("has one again when it is sent again from its beginning", async () => {
    const hashes = makeUploadHashes();
    await follow(hashes, 0, Buffer.from("other"));
    await follow(hashes, 0, first);
    await follow(hashes, first.length, second);
    expect(hashes.find("upl_1", size)).toBe(sha256(Buffer.concat([first, second])));
  });

  it("has none before its end, and none once it is forgotten", async () => {
    const hashes = makeUploadHashes();
    await follow(hashes, 0, first);
    expect(hashes.find("upl_1", size)).toBeNull();
    expect(hashes.find("upl_1", first.length)).not.toBeNull();
    hashes.forget("upl_1");
    expect(hashes.find("upl_1", first.length)).toBeNull();
  });

  it("has none when another process took a part of it", async () => {
    const hashes = makeUploadHashes();
    await follow(hashes, first.length, second);
    expect(hashes.find("upl_1", size)).toBeNull();
  });

  it("has none when less was stored than came", async () => {
    const hashes = makeUploadHashes();
    await follow(hashes, 0, first, 2);
    await follow(hashes, 2, first.subarray(2));
    await follow(hashes, first.length, second);
    expect(hashes.find("upl_1", size)).toBeNull();
  });

  it("has none when two requests wrote the same part", async () => {
    const hashes = makeUploadHashes();
    await follow(hashes, 0, first);
    const overtaken = Promise.withResolvers<void>();
    const slow = hashes.follow("upl_1", { offset: first.length, bytes: arriving(second) }, async (bytes) => {
      await overtaken.promise;
      return write()(bytes);
    });
    await follow(hashes, first.length, second);
    overtaken.resolve();
    await slow;
    expect(hashes.find("upl_1", size)).toBeNull();
  });
});
