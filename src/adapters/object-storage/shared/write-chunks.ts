import type { FileHandle } from "node:fs/promises";
import { setImmediate, setTimeout } from "node:timers/promises";

/**
 * So many bytes are written at once: a write per chunk of 64 kB costs more than its bytes. While they are written
 * nothing more is taken from the sender, so that other requests come in between; with more at a time they wait longer.
 */
const batchBytes = 256 * 1_024;
/**
 * After so many bytes an upload rests for a millisecond: one that arrives faster than any merchant's line would else take
 * a processor for itself.
 */
const bytesBetweenRests = 1_024 * 1_024;

/**
 * Writes the chunks from a position on, and returns their number of bytes. Their memory is freed as soon as they are
 * written, so a chunk must not be used afterwards. Left to the garbage collector, the chunks of a large upload end
 * only with a collection of the whole heap, every 32 MB.
 */
export async function writeChunks(
  file: Pick<FileHandle, "write" | "writev">,
  start: number,
  chunks: AsyncIterable<Buffer>,
): Promise<number> {
  let end = start;
  let restedAt = start;
  for await (const batch of inBatches(chunks)) {
    end += await writeBatch(file, end, batch);
    // Requests that arrived meanwhile come before the next batch.
    if (end - restedAt < bytesBetweenRests) await setImmediate();
    else {
      await setTimeout(1);
      restedAt = end;
    }
  }
  return end - start;
}

async function* inBatches(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer[]> {
  let batch: Buffer[] = [];
  for await (const chunk of chunks) {
    batch.push(chunk);
    if (countBytes(batch) < batchBytes) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function writeBatch(
  file: Pick<FileHandle, "write" | "writev">,
  start: number,
  batch: Buffer[],
): Promise<number> {
  let { bytesWritten: written } = await file.writev(batch, start);
  // The system may write less than it was given, as before the disk is full.
  if (written < countBytes(batch)) {
    const all = Buffer.concat(batch);
    while (written < all.length)
      written += (await file.write(all, written, all.length - written, start + written)).bytesWritten;
  }
  for (const chunk of batch) free(chunk);
  return written;
}

/** A part of a larger buffer stays: others may use the rest. */
function free({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

const countBytes = (chunks: readonly Buffer[]) => chunks.reduce((sum, { length }) => sum + length, 0);
