import type { Readable } from "node:stream";
import type { Context, ReadContext } from "#base/server/context.ts";
import type { SignedLinks } from "#base/server/http/signed-links.ts";
import type { MediaKind, Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { Media } from "../contract/media-shape.ts";
import { findMedia, listMediaByIds } from "./media.store.ts";
import { type AdsOf, deleteMediaUses, type MediaUse, upsertMediaUse } from "./media-uses.store.ts";
import type { PictureSource } from "./picture-source.port.ts";
import { presentMedia } from "./present-media.ts";
import { makeSharedFiles, type SharedFile, type SharedFiles } from "./shared-files.ts";
import type { StoreDeps } from "./store-media.ts";
import { addAdPicture } from "./take-product-picture.ts";
import { addMadeFile } from "./upload-media.ts";

export type { SharedFile };

/** A merchant's file as other modules use it. */
export type MediaFile = {
  id: string;
  kind: MediaKind;
  mime: string;
  file_name: string;
  bytes: number;
  width: number;
  height: number;
  /** Videos only. */
  seconds: number | null;
  /** The bytes from their beginning; each call opens them again. */
  open(): Promise<Readable>;
};

/** A merchant's file with addresses that an `<img>` can open. */
export type MediaLink = Pick<Media, "id" | "kind" | "width" | "height" | "seconds" | "url" | "thumbnail_url">;

export interface CreativeFacade {
  /** The merchant's file, or undefined when the merchant has none with this id. */
  findMediaFile(ctx: ReadContext, mediaId: string): Promise<MediaFile | undefined>;
  /**
   * The ad shows this file from now on, or none (null); in the transaction that changes the ad. While an ad shows a file
   * it cannot be deleted. False when the merchant has no such file.
   */
  recordAdMedia(ctx: Context, use: MediaUse & { media_id: string | null }): Promise<boolean>;
  /** These ads are deleted: their files are free. */
  forgetAdMedia(ctx: Context, ads: AdsOf): Promise<void>;
  /** The merchant's files with these ids, for a list of what shows them. */
  linkMedia(ctx: ReadContext, ids: readonly string[], links: SignedLinks): Promise<MediaLink[]>;
  /** What each of the merchant's files is, by its id; those of others are left out. */
  findMediaKinds(ctx: ReadContext, ids: readonly string[]): Promise<ReadonlyMap<string, MediaKind>>;
  /**
   * Keeps a file that the product made for the merchant in their library, of any size in pixels; the same bytes again
   * are the same file. Refuses `creative.quota_full`.
   */
  addFile(ctx: ReadContext, input: { fileName: string; bytes: Buffer; links: SignedLinks }): Promise<Media>;
  /**
   * Makes an ad's image of the picture at a public address, whole and in the pixels that the platform takes, and keeps it in
   * the library; undefined where the platform takes no image. Refuses `creative.picture_not_read` and those of an upload.
   */
  addAdPicture(
    ctx: ReadContext,
    input: { address: string; name: string; platform: Platform },
  ): Promise<Pick<MediaFile, "id" | "width" | "height"> | undefined>;
  /** Files of the product itself, such as those of the ads library. */
  sharedFiles: SharedFiles;
}

export function makeCreativeFacade({
  storage,
  quotaBytes,
  pictures,
}: StoreDeps & { pictures: PictureSource }): CreativeFacade {
  const addMade = addMadeFile({ storage, quotaBytes });
  return {
    addFile: async (ctx, { links, ...file }) => presentMedia(await addMade(ctx, file), links),
    addAdPicture: addAdPicture({ storage, quotaBytes, pictures }),
    async findMediaFile(ctx, mediaId) {
      const row = await findMedia(ctx, mediaId);
      if (!row) return undefined;
      const { id, kind, mime, file_name, bytes, width, height, seconds, storage_key } = row;
      const open = async () => {
        const stream = await storage.open(storage_key);
        if (!stream) throw new Error(`the bytes of ${id} are missing in storage`);
        return stream;
      };
      return { id, kind, mime, file_name, bytes, width, height, seconds, open };
    },
    async recordAdMedia(ctx, { media_id, ...ad }) {
      if (media_id !== null) return upsertMediaUse(ctx, { ...ad, media_id });
      await deleteMediaUses(ctx, { ad_id: ad.ad_id });
      return true;
    },
    forgetAdMedia: deleteMediaUses,
    async linkMedia(ctx, ids, links) {
      if (ids.length === 0) return [];
      const rows = await listMediaByIds(ctx, ids);
      return rows.map((row) => presentMedia(row, links));
    },
    async findMediaKinds(ctx, ids) {
      if (ids.length === 0) return new Map();
      return new Map((await listMediaByIds(ctx, ids)).map(({ id, kind }) => [id, kind]));
    },
    sharedFiles: makeSharedFiles(storage),
  };
}
