import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { writeChunks } from "./write-chunks.ts";

async function* arriving(chunks: readonly Buffer[]) {
  yield* chunks;
}
/** With memory of their own, as the bytes of a request have. */
const own = (length: number, value: number) => Buffer.from(new ArrayBuffer(length)).fill(value);

/** Writes to a real file; returns its content and the number of bytes. */
async function write(start: number, chunks: readonly Buffer[]) {
  const folder = await mkdtemp(join(tmpdir(), "rawaj-chunks-"));
  const path = join(folder, "file");
  const file = await open(path, "w");
  const written = await writeChunks(file, start, arriving(chunks));
  await file.close();
  const content = await readFile(path);
  await rm(folder, { recursive: true });
  return { content, written };
}

it("writes all chunks in their order from the position on, however they are cut", async () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 400_000 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(sizes, fc.integer({ min: 0, max: 10 }), async (lengths, start) => {
      const chunks = lengths.map((length, index) => own(length, index + 1));
      const whole = Buffer.concat(chunks);
      const { content, written } = await write(start, chunks);
      expect(written).toBe(whole.length);
      expect(content.subarray(start).equals(whole)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

it("frees what was written, but no buffer of which a chunk is only a part", async () => {
  const whole = own(10, 1);
  const part = whole.subarray(0, 4);
  const alone = own(6, 2);
  await write(0, [part, alone]);
  expect([whole.length, part.length, alone.length]).toEqual([10, 4, 0]);
});

it("goes on where the system wrote less than it was given", async () => {
  const content = Buffer.alloc(8);
  const put = (bytes: Buffer, position: number) => {
    const bytesWritten = bytes.copy(content, position, 0, 3);
    return { bytesWritten, buffer: bytes };
  };
  const file = {
    writev: async (chunks: Buffer[], position: number) => put(Buffer.concat(chunks), position),
    write: async (bytes: Buffer, from: number, length: number, position: number) =>
      put(bytes.subarray(from, from + length), position),
  };
  const chunks = [Buffer.from("0123"), Buffer.from("4567")];
  expect(await writeChunks(file as unknown as Parameters<typeof writeChunks>[0], 0, arriving(chunks))).toBe(
    8,
  );
  expect(String(content)).toBe("01234567");
});

it("fails when the disk does", async () => {
  const fail = async () => {
    throw new Error("the disk is full");
  };
  const file = { writev: fail, write: fail };
  await expect(writeChunks(file, 0, arriving([Buffer.from("0123")]))).rejects.toThrow("the disk is full");
});
