import type { Readable } from "node:stream";
import type { ReadContext } from "#base/server/context.ts";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import { findMedia } from "./media.store.ts";
import type { ObjectStorage } from "./object-storage.port.ts";

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

export interface CreativeFacade {
  /** The merchant's file, or undefined when the merchant has none with this id. */
  findMediaFile(ctx: ReadContext, mediaId: string): Promise<MediaFile | undefined>;
}

export function makeCreativeFacade({ storage }: { storage: ObjectStorage }): CreativeFacade {
  return {
    async findMediaFile(ctx, mediaId) {
      const row = await findMedia(ctx, mediaId);
      if (!row) return undefined;
      const { id, kind, mime, file_name, bytes, width, height, seconds, storage_key } = row;
      const open = async () => {
        const found = await storage.open(storage_key);
        if (!found) throw new Error(`the bytes of ${id} are missing in storage`);
        return found.stream;
      };
      return { id, kind, mime, file_name, bytes, width, height, seconds, open };
    },
  };
}
