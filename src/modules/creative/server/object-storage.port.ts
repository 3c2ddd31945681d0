import type { Readable } from "node:stream";
import type { ByteRange } from "#base/server/http/byte-range.ts";

/** Stores bytes. Keys are ours ("media/ab/abcdef….png"), never a file name a merchant gave. */
export interface ObjectStorage {
  /** Stores the file under the key; a reader never sees half of it. The source file may be moved. */
  put(key: string, file: string): Promise<void>;
  /** The bytes, or a range of them; null when the key does not exist. `bytes` is the total number. */
  open(key: string, part?: ByteRange): Promise<{ bytes: number; stream: Readable } | null>;
  /** Removing a missing key succeeds. */
  remove(key: string): Promise<void>;
  /** A path for a temporary file, on the storage's own disk where it has one. */
  scratchFile(): Promise<string>;
}
