import { rm } from "node:fs/promises";
import { recordAudit } from "#base/server/audit.ts";
import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import { newId } from "#base/server/ids.ts";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import type { MediaKind, Placement, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import type { AcceptedMedia } from "../contract/uploads.ts";
import { limitsFor, parseFileType, sanitizeFileName } from "../domain/image-facts.ts";
import { cleanImage, hashFile, inspectGif } from "./clean-image.ts";
import { drawVideoPlaceholder, inspectVideo } from "./inspect-video.ts";
import {
  addStoredBytes,
  findMediaBySha256,
  findStoredBytes,
  insertMedia,
  lockUsage,
  type MediaRecord,
} from "./media.store.ts";
import type { ObjectStorage } from "./object-storage.port.ts";
import { receiveFile, refuseTooBig } from "./receive-file.ts";

export type UploadDeps = { storage: ObjectStorage; quotaBytes: number };

/** Where the file will appear; without a platform only our own limits apply. */
type Place = { platform?: Platform | undefined; placement?: Placement | undefined };

/**
 * Receives an upload: streamed to disk, checked on its real bytes, images cleaned, stored. The same file again returns
 * the existing one. A refused or failed upload leaves nothing behind.
 */
export const uploadMedia =
  (deps: UploadDeps) =>
  async (
    ctx: ReadContext,
    { place, file }: { place: Place; file: Pick<UploadedFile, "fileName" | "stream"> | undefined },
  ): Promise<MediaRecord> => {
    if (!file) return creativeRefusals.refuse("creative.file_missing", {}, "file");
    const paths = {
      source: await deps.storage.scratchFile(),
      image: await deps.storage.scratchFile(),
      thumbnail: await deps.storage.scratchFile(),
    };
    try {
      const { promised, limits } = readPromise(place, file.fileName);
      const bytes = await receiveFile(file.stream, paths.source, limits.maxBytes);
      const found = await inspectors[promised.kind](paths, promised.mime, limits, bytes);
      const fileName = sanitizeFileName(file.fileName);
      return await storeMedia(deps)(ctx, { fileName, found, thumbnail: paths.thumbnail });
    } finally {
      file.stream.resume();
      await Promise.all(Object.values(paths).map((path) => rm(path, { force: true })));
    }
  };

/** What the file's name promises, and the limits of such a file at its place; refuses what may not be uploaded. */
function readPromise({ platform, placement }: Place, fileName: string) {
  const promised = parseFileType(fileName);
  const capabilities = platform ? getCapabilities(platform, placement ? [placement] : []) : null;
  return { promised, limits: limitsFor(capabilities, promised) };
}

type Promised = { place: Place; fileName: string; bytes: number };

/** Refuses an upload that would be refused at its end, as far as its name and its size tell. */
export const checkPromise =
  ({ quotaBytes }: UploadDeps) =>
  async (ctx: ReadContext, { place, fileName, bytes }: Promised): Promise<void> => {
    const { limits } = readPromise(place, fileName);
    if (bytes > limits.maxBytes) refuseTooBig(limits.maxBytes);
    if ((await findStoredBytes(ctx)) + bytes > quotaBytes) refuseFull(quotaBytes);
  };

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

type NewFile = { fileName: string; found: Found; thumbnail: string };
type Keys = { image: string; thumbnail: string };

/** Stores the bytes first, then their row: a crash in between leaves unused bytes, never a row without bytes. */
const storeMedia =
  ({ storage, quotaBytes }: UploadDeps) =>
  async (ctx: ReadContext, { fileName, found, thumbnail }: NewFile): Promise<MediaRecord> => {
    const known = await findMediaBySha256(ctx, found.sha256);
    if (known) return known;
    const id = newId("med");
    const keys: Keys = {
      image: `media/${id.slice(-2)}/${id}.${extensions[found.mime]}`,
      thumbnail: `media/${id.slice(-2)}/${id}.small.jpg`,
    };
    await storage.put(keys.image, found.path);
    await storage.put(keys.thumbnail, thumbnail);
    try {
      const stored = await transact(ctx, async (ctx) => {
        // Two uploads of one merchant run one after the other here: the second of two equal pictures finds the first.
        await lockUsage(ctx);
        const duplicate = await findMediaBySha256(ctx, found.sha256);
        if (duplicate) return duplicate;
        if ((await addStoredBytes(ctx, found.bytes)) > quotaBytes) refuseFull(quotaBytes);
        return recordMedia(ctx, { id, fileName, found, keys });
      });
      if (stored.id !== id) await forget(storage, keys);
      return stored;
    } catch (error) {
      await forget(storage, keys);
      throw error;
    }
  };

async function recordMedia(
  ctx: Context,
  { id, fileName, found, keys }: { id: string; fileName: string; found: Found; keys: Keys },
): Promise<MediaRecord> {
  const { kind, mime, bytes, width, height, seconds, sha256 } = found;
  const after = { kind, mime, file_name: fileName, bytes, width, height, seconds, sha256 };
  const stored = { id, ...after, storage_key: keys.image, thumbnail_key: keys.thumbnail };
  const row = await insertMedia(ctx, stored);
  const name = "creative.media_uploaded";
  await ctx.tx.publish({ name, merchant_id: ctx.actor.merchantId, media_id: id });
  await recordAudit(ctx, { module: "creative", action: name, subject: id, after });
  return row;
}

function refuseFull(quotaBytes: number): never {
  return creativeRefusals.refuse(
    "creative.quota_full",
    { megabytes: Math.round(quotaBytes / 1_048_576) },
    "file",
  );
}

async function forget(storage: ObjectStorage, keys: Keys): Promise<void> {
  await Promise.all([storage.remove(keys.image), storage.remove(keys.thumbnail)]);
}
