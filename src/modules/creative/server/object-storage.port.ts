import type { Readable } from "node:stream";
import type { ByteRange } from "#base/server/http/byte-range.ts";

/**
 * Gathers the bytes of uploads that arrive in parts, by ids of ours; every part may come to another machine. Every
 * function may be called again after a crash.
 */
interface UploadStorage {
  /**
   * Writes at the offset as much as comes, over what was there; the first part begins the upload. When the sender breaks
   * off, what came is stored. Returns the number of bytes. The chunks' memory may be freed: they must not be used
   * afterwards.
   */
  appendToUpload(uploadId: string, offset: number, bytes: AsyncIterable<Buffer>): Promise<number>;
  /** Resolves once no crash can lose what was appended before; more may be appended meanwhile. */
  flushUpload(uploadId: string): Promise<void>;
  /** All bytes so far in a scratch file of this machine. Throws when none have been written. */
  gatherUpload(uploadId: string): Promise<string>;
  /** Removing an unknown upload succeeds. */
  removeUpload(uploadId: string): Promise<void>;
}

/** Stores bytes. Keys are ours ("media/ab/abcdef….png"), never a file name a merchant gave. */
export interface ObjectStorage extends UploadStorage {
  /** Stores the file under the key; a reader never sees half of it. The source file may be moved. */
  put(key: string, file: string): Promise<void>;
  /** The bytes, or a range of them; null when the key does not exist. */
  open(key: string, part?: ByteRange): Promise<Readable | null>;
  /** How many bytes there are, without opening them; null when the key does not exist. */
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Removing a missing key succeeds. */
  remove(key: string): Promise<void>;
  /** A path for a temporary file of this machine, on the storage's own disk where it has one. */
  scratchFile(): Promise<string>;
  /** Removes what was begun before that time (of the system) and never finished. */
  removeLeftovers(before: Date): Promise<void>;
}
