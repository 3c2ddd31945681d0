import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { creativeRefusals } from "../contract/creative.refusals.ts";

/**
 * Writes an upload to disk as a stream, never more than a chunk in memory, and stops reading at the limit. Returns the
 * SHA-256 of its bytes, so that a large file needs no second read. Refuses an empty file and one that is too big; throws
 * when the connection breaks.
 */
export async function receiveFile(from: Readable, path: string, maxBytes: number): Promise<string> {
  const hash = createHash("sha256");
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(bytes > maxBytes ? new TooBig() : null, chunk);
    },
  });
  try {
    await pipeline(from, measure, createWriteStream(path, { flags: "wx" }));
  } catch (error) {
    if (!(error instanceof TooBig)) throw error;
    return refuseTooBig(maxBytes);
  }
  if (bytes === 0) creativeRefusals.refuse("creative.file_empty", {}, "file");
  return hash.digest("hex");
}

export function refuseTooBig(maxBytes: number): never {
  const megabytes = Math.round(maxBytes / 1_048_576);
  return creativeRefusals.refuse("creative.file_too_big", { megabytes }, "file");
}

class TooBig extends Error {}
