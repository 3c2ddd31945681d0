import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { type ReadContext, transact } from "#base/server/context.ts";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import { ownLimits } from "../contract/uploads.ts";
import { hasSameProportions } from "../domain/crop.ts";
import { parseFileType } from "../domain/image-facts.ts";
import { loadMedia, recordChange } from "./change-media.ts";
import { readPictureSize, refuseOtherType, writeThumbnail } from "./clean-image.ts";
import { forgetBytesJob } from "./creative.jobs.ts";
import { type MediaRecord, setPoster } from "./media.store.ts";
import type { ObjectStorage } from "./object-storage.port.ts";
import { receiveFile } from "./receive-file.ts";

type Frame = Pick<UploadedFile, "fileName" | "stream">;
type Input = {
  mediaId: string;
  /** Where in the video the frame is. */
  seconds: number;
  file: Frame | undefined;
};

/**
 * Makes a video's thumbnail of one of its frames. The browser decodes the frame and sends it as a picture, because
 * nothing here decodes videos; it must be a picture of the video's proportions.
 */
export const choosePoster =
  ({ storage }: { storage: ObjectStorage }) =>
  async (ctx: ReadContext, { mediaId, seconds, file }: Input): Promise<MediaRecord> => {
    try {
      const video = await loadMedia(ctx, mediaId);
      if (!file) return creativeRefusals.refuse("creative.file_missing", {}, "file");
      if (video.seconds === null) return creativeRefusals.refuse("creative.not_a_video");
      const at = Math.min(seconds, video.seconds);
      return await storeFrame(storage)(ctx, { video, seconds: at, file });
    } finally {
      file?.stream.resume();
    }
  };

const storeFrame =
  (storage: ObjectStorage) =>
  async (
    ctx: ReadContext,
    { video, seconds, file }: { video: MediaRecord; seconds: number; file: Frame },
  ): Promise<MediaRecord> => {
    const source = await storage.scratchFile();
    const thumbnail = await storage.scratchFile();
    try {
      await receiveFrame(file, source, video);
      await writeThumbnail(source, thumbnail);
      const key = `media/${video.id.slice(-2)}/${video.id}.${randomBytes(6).toString("hex")}.small.jpg`;
      await storage.put(key, thumbnail);
      return await savePoster(ctx, { mediaId: video.id, key, seconds }).catch(async (error) => {
        await storage.remove(key);
        throw error;
      });
    } finally {
      await Promise.all([source, thumbnail].map((path) => rm(path, { force: true })));
    }
  };

async function receiveFrame(file: Frame, source: string, video: MediaRecord): Promise<void> {
  await receiveFile(file.stream, source, ownLimits.image.maxBytes);
  await refuseOtherType(source, parseFileType(file.fileName).mime);
  const size = await readPictureSize(source);
  if (hasSameProportions(size, video)) return;
  creativeRefusals.refuse(
    "creative.poster_not_of_video",
    { found: `${size.width}×${size.height}`, wanted: `${video.width}×${video.height}` },
    "file",
  );
}

const savePoster = (
  ctx: ReadContext,
  { mediaId, key, seconds }: { mediaId: string; key: string; seconds: number },
): Promise<MediaRecord> =>
  transact(ctx, async (ctx) => {
    const before = await loadMedia(ctx, mediaId);
    await setPoster(ctx, mediaId, { key, seconds });
    await ctx.tx.enqueue(forgetBytesJob, { keys: [before.thumbnail_key] });
    await recordChange(ctx, "creative.media_changed", {
      subject: mediaId,
      before: { poster_seconds: before.poster_seconds },
      after: { poster_seconds: seconds },
    });
    return loadMedia(ctx, mediaId);
  });
