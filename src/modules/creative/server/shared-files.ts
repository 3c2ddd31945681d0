import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { ByteRange } from "#base/server/http/byte-range.ts";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import { type AcceptedMedia, ownLimits } from "../contract/uploads.ts";
import { hasSameProportions } from "../domain/crop.ts";
import { parseFileType } from "../domain/image-facts.ts";
import { readPictureSize, refuseOtherType, writeThumbnail } from "./clean-image.ts";
import { type FoundFile, inspectors } from "./inspect-file.ts";
import type { ObjectStorage } from "./object-storage.port.ts";
import { receiveFile } from "./receive-file.ts";

/** A checked file of the product itself, under keys that its owner chose; it counts to no merchant's space. */
export type SharedFile = Omit<FoundFile, "path"> & { storage_key: string; thumbnail_key: string };

type Upload = Pick<UploadedFile, "fileName" | "stream">;

export interface SharedFiles {
  /**
   * Receives a picture, video or GIF like a merchant's upload (its bytes decide, pictures are encoded again), of any size
   * in pixels. Its bytes stand under `key` and `<key>.small.jpg` before this returns; refuses as an upload does.
   */
  keep(input: { key: string; file: Upload | undefined }): Promise<SharedFile>;
  /** Receives a frame of a video as a picture of its proportions, and keeps its thumbnail under the key. */
  keepPoster(input: {
    key: string;
    file: Upload | undefined;
    video: { width: number; height: number };
  }): Promise<void>;
  /** The bytes, or a range of them; null when there are none under the key. */
  open(key: string, part?: ByteRange): Promise<Readable | null>;
  stat(key: string): Promise<{ bytes: number } | null>;
  /** Removing what is not there succeeds. */
  remove(keys: readonly string[]): Promise<void>;
}

/** The product's own limits, less the size that a merchant's ad must have. */
const sharedLimits: Record<AcceptedMedia["kind"], AcceptedMedia> = {
  ...ownLimits,
  image: { ...ownLimits.image, width: null, height: null },
};

export function makeSharedFiles(storage: ObjectStorage): SharedFiles {
  /** Runs `work` with empty files of this machine, which are gone afterwards. */
  async function withScratch<T>(count: number, work: (paths: string[]) => Promise<T>): Promise<T> {
    const paths = await Promise.all(Array.from({ length: count }, () => storage.scratchFile()));
    try {
      return await work(paths);
    } finally {
      await Promise.all(paths.map((path) => rm(path, { force: true })));
    }
  }

  return {
    async keep({ key, file }) {
      if (!file) return creativeRefusals.refuse("creative.file_missing", {}, "file");
      try {
        return await withScratch(3, async ([source = "", image = "", thumbnail = ""]) => {
          const promised = parseFileType(file.fileName);
          const limits = sharedLimits[promised.kind];
          const sha256 = await receiveFile(file.stream, source, limits.maxBytes);
          const inspect = inspectors[promised.kind];
          const { path, ...found } = await inspect(
            { source: { path: source, sha256 }, image, thumbnail },
            promised.mime,
            limits,
          );
          const keys = { storage_key: key, thumbnail_key: `${key}.small.jpg` };
          await storage.put(keys.storage_key, path);
          await storage.put(keys.thumbnail_key, thumbnail);
          return { ...found, ...keys };
        });
      } finally {
        file.stream.resume();
      }
    },
    async keepPoster({ key, file, video }) {
      if (!file) return creativeRefusals.refuse("creative.file_missing", {}, "file");
      try {
        await withScratch(2, async ([source = "", thumbnail = ""]) => {
          await receiveFile(file.stream, source, ownLimits.image.maxBytes);
          await refuseOtherType(source, parseFileType(file.fileName).mime);
          const size = await readPictureSize(source);
          if (!hasSameProportions(size, video))
            creativeRefusals.refuse(
              "creative.poster_not_of_video",
              { found: `${size.width}×${size.height}`, wanted: `${video.width}×${video.height}` },
              "file",
            );
          await writeThumbnail(source, thumbnail);
          await storage.put(key, thumbnail);
        });
      } finally {
        file.stream.resume();
      }
    },
    open: (key, part) => storage.open(key, part),
    stat: (key) => storage.stat(key),
    async remove(keys) {
      for (const key of keys) await storage.remove(key);
    },
  };
}
