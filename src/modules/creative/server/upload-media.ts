import { rm } from "node:fs/promises";
import type { Clock } from "#base/server/clock.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { UploadedFile } from "#base/server/http/mount.ts";
import { newId } from "#base/server/ids.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { MediaKind, Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import type { AcceptedMedia } from "../contract/uploads.ts";
import { limitsFor, parseFileType, sanitizeFileName } from "../domain/image-facts.ts";
import { cleanImage, hashFile, inspectGif } from "./clean-image.ts";
import { drawVideoPlaceholder, inspectVideo } from "./inspect-video.ts";
import type { MediaRecord } from "./media.store.ts";
import type { ObjectStorage } from "./object-storage.port.ts";
import { receiveFile } from "./receive-file.ts";

export type UploadDeps = { db: Db; storage: ObjectStorage; worldClock: Clock; quotaBytes: number };

/** Where the file will appear; without a platform only our own limits apply. */
type Place = { platform?: Platform | undefined; placement?: Placement | undefined };

/**
 * Receives an upload: streamed to disk, checked on its real bytes, images cleaned, stored. The same file again returns
 * the existing one. A refused or failed upload leaves nothing behind.
 */
export async function uploadMedia(
  deps: UploadDeps,
  merchantId: string,
  { platform, placement }: Place,
  file: UploadedFile | undefined,
): Promise<MediaRecord> {
  if (!file) return creativeRefusals.refuse("creative.file_missing", {}, "file");
  const paths = {
    source: await deps.storage.scratchFile(),
    image: await deps.storage.scratchFile(),
    thumbnail: await deps.storage.scratchFile(),
  };
  try {
    const promised = parseFileType(file.fileName);
    const limits = limitsFor(
      platform ? getCapabilities(platform, placement ? [placement] : []) : null,
      promised,
    );
    const bytes = await receiveFile(file.stream, paths.source, limits.maxBytes);
    const found = await inspectors[promised.kind](paths, promised.mime, limits, bytes);
    return await storeMedia(deps, merchantId, sanitizeFileName(file.fileName), found, paths);
  } finally {
    file.stream.resume();
    await Promise.all(Object.values(paths).map((path) => rm(path, { force: true })));
  }
}

type Paths = { source: string; image: string; thumbnail: string };
type Found = {
  kind: MediaKind;
  mime: string;
  width: number;
  height: number;
  seconds: number | null;
  bytes: number;
  sha256: string;
  /** The path of the bytes to store. */
  path: string;
};
type Inspector = (paths: Paths, promised: string, limits: AcceptedMedia, bytes: number) => Promise<Found>;

/** The processing of each kind of file: images are encoded again, the others stay unchanged. */
const inspectors: Record<MediaKind, Inspector> = {
  async image(paths, promised, limits) {
    const clean = await cleanImage(paths.source, paths, promised, limits);
    return { kind: "image", ...clean, seconds: null, path: paths.image };
  },
  async video(paths, promised, limits, bytes) {
    const { width, height, seconds } = await inspectVideo(paths.source, promised, limits);
    await drawVideoPlaceholder(paths.thumbnail);
    const sha256 = await hashFile(paths.source);
    return { kind: "video", mime: promised, width, height, seconds, bytes, sha256, path: paths.source };
  },
  async animated_image(paths, promised, _limits, bytes) {
    const size = await inspectGif(paths.source, paths.thumbnail);
    const sha256 = await hashFile(paths.source);
    return {
      kind: "animated_image",
      mime: promised,
      ...size,
      seconds: null,
      bytes,
      sha256,
      path: paths.source,
    };
  },
};

const extensions: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "video/mp4": "mp4",
  "video/quicktime": "mov",
};

/** Stores the bytes first, then their row: a crash in between leaves unused bytes, never a row without bytes. */
async function storeMedia(
  { db, storage, worldClock, quotaBytes }: UploadDeps,
  merchantId: string,
  fileName: string,
  found: Found,
  paths: Paths,
): Promise<MediaRecord> {
  const known = await findBySha256(db, merchantId, found.sha256);
  if (known) return known;
  const id = newId("med");
  const extension = extensions[found.mime];
  const keys = {
    image: `media/${id.slice(-2)}/${id}.${extension}`,
    thumbnail: `media/${id.slice(-2)}/${id}.small.jpg`,
  };
  await storage.put(keys.image, found.path);
  await storage.put(keys.thumbnail, paths.thumbnail);
  try {
    const stored = await db.transaction(async (tx) => {
      // Two uploads of one merchant run one after the other here: the second of two equal pictures finds the first.
      await countBytes(tx, merchantId, found.bytes, quotaBytes);
      const duplicate = await findBySha256(tx, merchantId, found.sha256);
      if (duplicate) {
        await tx.run(sql`
          update creative.usage set stored_bytes = stored_bytes - ${found.bytes} where merchant_id = ${merchantId}`);
        return duplicate;
      }
      const row = await tx.one<MediaRecord>(sql`
        insert into creative.media (id, merchant_id, kind, mime, file_name, bytes, width, height, seconds, sha256,
          storage_key, thumbnail_key, created_at)
        values (${id}, ${merchantId}, ${found.kind}, ${found.mime}, ${fileName}, ${found.bytes}, ${found.width},
          ${found.height}, ${found.seconds}, ${found.sha256}, ${keys.image}, ${keys.thumbnail}, ${worldClock.now()})
        returning *`);
      await tx.publish({ name: "creative.media_uploaded", merchant_id: merchantId, media_id: id });
      return row;
    });
    if (stored.id !== id) await forget(storage, keys);
    return stored;
  } catch (error) {
    await forget(storage, keys);
    throw error;
  }
}

async function countBytes(tx: Tx, merchantId: string, bytes: number, quotaBytes: number): Promise<void> {
  const { stored_bytes } = await tx.one<{ stored_bytes: number }>(sql`
    insert into creative.usage as u (merchant_id, stored_bytes) values (${merchantId}, ${bytes})
    on conflict (merchant_id) do update set stored_bytes = u.stored_bytes + ${bytes}
    returning stored_bytes`);
  if (stored_bytes > quotaBytes)
    creativeRefusals.refuse("creative.quota_full", { megabytes: Math.round(quotaBytes / 1_048_576) }, "file");
}

function findBySha256(db: Db, merchantId: string, sha256: string): Promise<MediaRecord | undefined> {
  return db.maybeOne<MediaRecord>(
    sql`select * from creative.media where merchant_id = ${merchantId} and sha256 = ${sha256}`,
  );
}

async function forget(storage: ObjectStorage, keys: { image: string; thumbnail: string }): Promise<void> {
  await Promise.all([storage.remove(keys.image), storage.remove(keys.thumbnail)]);
}
