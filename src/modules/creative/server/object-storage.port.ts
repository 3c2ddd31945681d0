import type { Readable } from "node:stream";

/** The first and the last byte of a part, both counted in. */
export type ByteRange = { start: number; end: number };

/** Where bytes lie. Keys are ours ("media/ab/abcdef….png"), never a file name a merchant gave. */
export interface ObjectStorage {
  /** Keeps the file under the key; a reader never sees half of it. The file may be moved away from its place. */
  put(key: string, file: string): Promise<void>;
  /** The bytes, or a part of them, or null when there are none under the key. `bytes` is how many there are in all. */
  open(key: string, part?: ByteRange): Promise<{ bytes: number; stream: Readable } | null>;
  /** Removing what is not there is done. */
  remove(key: string): Promise<void>;
  /** A path for a file on its way, on the same disk where the storage has one. */
  scratchFile(): Promise<string>;
}
