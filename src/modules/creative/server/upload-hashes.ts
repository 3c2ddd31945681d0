import { createHash, type Hash } from "node:crypto";

type Running = { hash: Hash; bytes: number; isBusy: boolean };
type Part = { offset: number; bytes: AsyncIterable<Buffer> };

/** Uploads that are hashed at a time, about a kilobyte each. Of those beyond, the oldest is read again at its end. */
const maxRunning = 1_000;

/**
 * Hashes uploads while their parts arrive, so that a large file needs no second read. Only what this process has seen
 * from the first byte to the last has a hash; after a restart, a gap or a part written twice there is none.
 */
export function makeUploadHashes() {
  const running = new Map<string, Running>();

  /** The hash that goes on at this offset, or a new one at the beginning. */
  function take(uploadId: string, offset: number): Running | null {
    const known = running.get(uploadId);
    // A part that another request still writes may be overwritten by this one.
    const goesOn = known !== undefined && !known.isBusy && known.bytes === offset;
    running.delete(uploadId);
    if (offset > 0 && !goesOn) return null;
    const taken = goesOn ? known : { hash: createHash("sha256"), bytes: 0, isBusy: false };
    taken.isBusy = true;
    running.set(uploadId, taken);
    const [oldest] = running.keys();
    if (running.size > maxRunning && oldest !== undefined) running.delete(oldest);
    return taken;
  }

  return {
    /** Runs `write` with the same bytes, and returns how many it has written. */
    async follow(
      uploadId: string,
      { offset, bytes }: Part,
      write: (bytes: AsyncIterable<Buffer>) => Promise<number>,
    ): Promise<number> {
      const taken = take(uploadId, offset);
      if (taken === null) return write(bytes);
      const written = await write(hashing(bytes, taken));
      // Otherwise it stays busy, and its next part finds none.
      taken.isBusy = taken.bytes !== offset + written;
      return written;
    },
    /** SHA-256 of the complete upload; null when it has to be read. */
    find(uploadId: string, bytes: number): string | null {
      const known = running.get(uploadId);
      return known && !known.isBusy && known.bytes === bytes ? known.hash.copy().digest("hex") : null;
    },
    forget: (uploadId: string): boolean => running.delete(uploadId),
  };
}

async function* hashing(bytes: AsyncIterable<Buffer>, taken: Running): AsyncIterable<Buffer> {
  for await (const chunk of bytes) {
    taken.hash.update(chunk);
    taken.bytes += chunk.length;
    yield chunk;
  }
}
