import type { Readable } from "node:stream";
import type { ByteRange } from "#base/server/http/byte-range.ts";

/**
 * Gathers the bytes of uploads that arrive in parts, by ids of ours. Every function may be called again after a crash.
 */
interface UploadStorage {
  beginUpload(uploadId: string): Promise<void>;
  /**
   * Writes at the offset as much as comes, over what stood there; when the sender breaks off, what came is stored.
   * Returns the number of bytes once they are on the disk.
   */
  appendToUpload(uploadId: string, offset: number, bytes: AsyncIterable<Buffer>): Promise<number>;
  /** All bytes so far, from their beginning. */
  readUpload(uploadId: string): Promise<Readable>;
  /** Removing an unknown upload succeeds. */
  removeUpload(uploadId: string): Promise<void>;
}

/** Stores bytes. Keys are ours ("media/ab/abcdef….png"), never a file name a merchant gave. */
export interface ObjectStorage extends UploadStorage {
  /** Stores the file under the key; a reader never sees half of it. The source file may be moved. */
  put(key: string, file: string): Promise<void>;
  /** The bytes, or a range of them; null when the key does not exist. `bytes` is the total number. */
  open(key: string, part?: ByteRange): Promise<{ bytes: number; stream: Readable } | null>;
  /** Removing a missing key succeeds. */
  remove(key: string): Promise<void>;
  /** A path for a temporary file, on the storage's own disk where it has one. */
  scratchFile(): Promise<string>;
}
