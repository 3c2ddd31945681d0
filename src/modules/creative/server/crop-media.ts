import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { ReadContext } from "#base/server/context.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import type { Crop } from "../contract/library.ts";
import { refuseCropOutside } from "../domain/crop.ts";
import { loadMedia } from "./change-media.ts";
import { cutImage } from "./clean-image.ts";
import type { MediaRecord } from "./media.store.ts";
import type { ObjectStorage } from "./object-storage.port.ts";
import { type StoreDeps, storeMedia } from "./store-media.ts";
import { type Place, readPromise } from "./upload-media.ts";

type Input = { mediaId: string; crop: Crop; place: Omit<Place, "purpose"> };

/**
 * Cuts a picture to the size of a platform's ads. The new file belongs to its original, which keeps its bytes; the same
 * cut again is the same file.
 */
export const cropMedia =
  (deps: StoreDeps) =>
  async (ctx: ReadContext, { mediaId, crop, place }: Input): Promise<MediaRecord> => {
    const original = await loadMedia(ctx, mediaId);
    if (original.kind !== "image" || original.original_id !== null)
      return creativeRefusals.refuse("creative.not_an_image");
    refuseCropOutside(crop, original);
    const { limits: wanted } = readPromise({ ...place, purpose: "ad" }, original.file_name);
    const source = await deps.storage.scratchFile();
    const image = await deps.storage.scratchFile();
    const thumbnail = await deps.storage.scratchFile();
    try {
      await copyToScratch(deps.storage, original, source);
      const cut = await cutImage(source, { image, thumbnail }, { crop, mime: original.mime, wanted });
      const found = { kind: "image" as const, ...cut, seconds: null, path: image };
      const from = { original_id: mediaId, crop };
      const file = { fileName: original.file_name, found, thumbnail, cut: from, isReserved: false };
      return await storeMedia(deps)(ctx, file);
    } finally {
      await Promise.all([source, image, thumbnail].map((path) => rm(path, { force: true })));
    }
  };

async function copyToScratch(
  storage: ObjectStorage,
  { id, storage_key }: MediaRecord,
  target: string,
): Promise<void> {
  const bytes = await storage.open(storage_key);
  if (!bytes) throw new Error(`the bytes of ${id} are missing in storage`);
  await pipeline(bytes, createWriteStream(target));
}
