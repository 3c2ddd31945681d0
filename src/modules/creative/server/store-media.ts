import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { newId } from "#base/server/ids.ts";
import type { FoundFile } from "./inspect-file.ts";
import { findMediaBySha256, insertMedia, type MediaRecord } from "./media.store.ts";
import type { ObjectStorage } from "./object-storage.port.ts";
import { refuseFull } from "./refuse-full.ts";
import { sumReserved } from "./reserved-space.ts";
import { addStoredBytes, lockUsage } from "./usage.store.ts";

export type StoreDeps = { storage: ObjectStorage; quotaBytes: number };

const extensions: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
};

export type NewFile = {
  fileName: string;
  found: FoundFile;
  /** The path of the thumbnail. */
  thumbnail: string;
  /** Its bytes were counted as reserved when its upload began. */
  isReserved: boolean;
};
type Keys = { file: string; thumbnail: string };

/**
 * Stores the bytes first, then their row: a crash in between leaves unused bytes, never a row without bytes. The same
 * bytes again are the same file.
 */
export const storeMedia =
  (deps: StoreDeps) =>
  async (ctx: ReadContext, file: NewFile): Promise<MediaRecord> => {
    const known = await findStored(deps.storage)(ctx, file.found);
    if (known) return known;
    const { storage } = deps;
    const id = newId("med");
    const folder = `media/${id.slice(-2)}`;
    const extension = extensions[file.found.mime] ?? "bin";
    const keys = { file: `${folder}/${id}.${extension}`, thumbnail: `${folder}/${id}.small.jpg` };
    await storage.put(keys.file, file.found.path);
    await storage.put(keys.thumbnail, file.thumbnail);
    try {
      const stored = await transact(ctx, (ctx) => recordOnce(deps)(ctx, id, file, keys));
      if (stored.id !== id) await forgetKeys(storage, keys);
      return stored;
    } catch (error) {
      await forgetKeys(storage, keys);
      throw error;
    }
  };

/** The merchant's file with these bytes, which are put back where they were lost. */
const findStored =
  (storage: ObjectStorage) =>
  async (ctx: ReadContext, { sha256, path }: FoundFile): Promise<MediaRecord | undefined> => {
    const known = await findMediaBySha256(ctx, sha256);
    if (known && !(await storage.stat(known.storage_key))) await storage.put(known.storage_key, path);
    return known;
  };

/** Two uploads of one merchant run one after the other here: the second of two equal files finds the first. */
const recordOnce =
  ({ quotaBytes }: StoreDeps) =>
  async (ctx: Context, id: string, file: NewFile, keys: Keys): Promise<MediaRecord> => {
    const { bytes, sha256 } = file.found;
    await lockUsage(ctx);
    const duplicate = await findMediaBySha256(ctx, sha256);
    if (duplicate) return duplicate;
    const stored = (await addStoredBytes(ctx, bytes)) - bytes;
    const reserved = file.isReserved ? 0 : await sumReserved(ctx);
    refuseFull({ bytes, taken: stored + reserved, quotaBytes });
    return recordMedia(ctx, id, file, keys);
  };

async function recordMedia(
  ctx: Context,
  id: string,
  { fileName, found }: NewFile,
  keys: Keys,
): Promise<MediaRecord> {
  const { kind, mime, bytes, width, height, seconds, sha256 } = found;
  const after = { kind, mime, file_name: fileName, bytes, width, height, seconds, sha256 };
  const stored = { id, ...after, storage_key: keys.file, thumbnail_key: keys.thumbnail };
  const row = await insertMedia(ctx, stored);
  const name = "creative.media_uploaded";
  await ctx.tx.publish({ name, merchant_id: ctx.actor.merchantId, media_id: id });
  await recordAudit(ctx, { module: "creative", action: name, subject: id, after });
  return row;
}

async function forgetKeys(storage: ObjectStorage, keys: Keys): Promise<void> {
  await Promise.all([storage.remove(keys.file), storage.remove(keys.thumbnail)]);
}
