import { rm } from "node:fs/promises";
import type { Clock } from "#base/server/clock.ts";
import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { UploadedFile } from "#base/server/http/mount.ts";
import { newId } from "#base/server/ids.ts";
import { capabilitiesOf } from "#modules/ad-accounts/contract/capabilities.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import { imageLimits, plainName, promisedMime } from "../domain/image-facts.ts";
import { type CleanImage, cleanImage } from "./clean-image.ts";
import type { MediaRecord } from "./media.store.ts";
import type { ObjectStorage } from "./object-storage.port.ts";
import { receiveFile } from "./receive-file.ts";

export type UploadDeps = { db: Db; storage: ObjectStorage; worldClock: Clock; quotaBytes: number };

/**
 * Takes an image in: to disk as it comes, checked on its real bytes, cleaned, kept. The same picture again answers with
 * the one that is there. What is refused, and what breaks on the way, leaves nothing behind.
 */
export async function uploadMedia(
  deps: UploadDeps,
  merchantId: string,
  platform: Platform,
  file: UploadedFile | undefined,
): Promise<MediaRecord> {
  if (!file) return creativeRefusals.refuse("creative.file_missing", {}, "file");
  const paths = {
    source: await deps.storage.scratchFile(),
    image: await deps.storage.scratchFile(),
    thumbnail: await deps.storage.scratchFile(),
  };
  try {
    const promised = promisedMime(file.fileName);
    const limits = imageLimits(capabilitiesOf(platform));
    await receiveFile(file.stream, paths.source, limits.maxBytes);
    const clean = await cleanImage(paths.source, paths, promised, limits);
    return await keep(deps, merchantId, plainName(file.fileName), clean, paths);
  } finally {
    file.stream.resume();
    await Promise.all(Object.values(paths).map((path) => rm(path, { force: true })));
  }
}

type Paths = { image: string; thumbnail: string };

/** Bytes first, then their row: a crash in between leaves bytes nobody names, never a row without bytes. */
async function keep(
  { db, storage, worldClock, quotaBytes }: UploadDeps,
  merchantId: string,
  fileName: string,
  clean: CleanImage,
  paths: Paths,
): Promise<MediaRecord> {
  const known = await bySum(db, merchantId, clean.sha256);
  if (known) return known;
  const id = newId("med");
  const ending = clean.mime === "image/png" ? "png" : "jpg";
  const keys = {
    image: `media/${id.slice(-2)}/${id}.${ending}`,
    thumbnail: `media/${id.slice(-2)}/${id}.small.jpg`,
  };
  await storage.keep(keys.image, paths.image);
  await storage.keep(keys.thumbnail, paths.thumbnail);
  try {
    const kept = await db.transaction(async (tx) => {
      // Two uploads of one merchant write one after the other: the second of two same pictures finds the first.
      await countBytes(tx, merchantId, clean.bytes, quotaBytes);
      const twin = await bySum(tx, merchantId, clean.sha256);
      if (twin) {
        await tx.run(sql`
          update creative.usage set stored_bytes = stored_bytes - ${clean.bytes} where merchant_id = ${merchantId}`);
        return twin;
      }
      const row = await tx.one<MediaRecord>(sql`
        insert into creative.media (id, merchant_id, kind, mime, file_name, bytes, width, height, sha256, storage_key,
          thumbnail_key, created_at)
        values (${id}, ${merchantId}, 'image', ${clean.mime}, ${fileName}, ${clean.bytes}, ${clean.width},
          ${clean.height}, ${clean.sha256}, ${keys.image}, ${keys.thumbnail}, ${worldClock.now()})
        returning *`);
      await tx.announce({ name: "creative.media_uploaded", merchant_id: merchantId, media_id: id });
      return row;
    });
    if (kept.id !== id) await forget(storage, keys);
    return kept;
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

function bySum(db: Db, merchantId: string, sha256: string): Promise<MediaRecord | undefined> {
  return db.maybeOne<MediaRecord>(
    sql`select * from creative.media where merchant_id = ${merchantId} and sha256 = ${sha256}`,
  );
}

async function forget(storage: ObjectStorage, keys: { image: string; thumbnail: string }): Promise<void> {
  await Promise.all([storage.remove(keys.image), storage.remove(keys.thumbnail)]);
}
