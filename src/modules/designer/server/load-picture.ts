import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import sharp from "sharp";
import type { ReadContext } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { designerRefusals } from "../contract/designer.refusals.ts";
import type { DesignerDeps } from "./designer.deps.ts";

const pixelsMax = 40_000_000;
/** The largest placement is 1920 pixels high. */
const edgeMax = 2_400;

type From = { imageUrl: string | null; mediaId: string | null };

/**
 * The photograph that designs are made of, as a JPEG without its camera's data: a picture of the library, or the product's
 * own. Refuses a product without one, and bytes that are no picture or have over 40 million pixels.
 */
export const loadPhotograph =
  ({ media, pictures }: Pick<DesignerDeps, "media" | "pictures">) =>
  async (ctx: ReadContext, { imageUrl, mediaId }: From): Promise<Buffer> => {
    const bytes =
      mediaId !== null
        ? await readMedia(media, ctx, mediaId)
        : imageUrl === null
          ? designerRefusals.refuse("designer.picture_missing", {}, "product_id")
          : await readProductPicture(pictures, imageUrl);
    try {
      return await sharp(bytes, { limitInputPixels: pixelsMax, failOn: "truncated" })
        .autoOrient()
        .flatten({ background: "#ffffff" })
        .resize(edgeMax, edgeMax, { fit: "inside", withoutEnlargement: true })
        .jpeg({ quality: 92, chromaSubsampling: "4:4:4" })
        .toBuffer();
    } catch {
      return designerRefusals.refuse(
        "designer.picture_not_read",
        {},
        mediaId === null ? "product_id" : "media_id",
      );
    }
  };

async function readMedia(media: DesignerDeps["media"], ctx: ReadContext, mediaId: string): Promise<Buffer> {
  const file = await media.findMediaFile(ctx, mediaId);
  if (file?.kind !== "image") return designerRefusals.refuse("designer.picture_missing", {}, "media_id");
  return buffer(await file.open());
}

async function readProductPicture(pictures: DesignerDeps["pictures"], address: string): Promise<Buffer> {
  try {
    return await pictures.readPicture(address);
  } catch (error) {
    if (!isFault(error)) throw error;
    return designerRefusals.refuse("designer.picture_not_read", {}, "product_id");
  }
}

/** Keeps the photograph under the key, and says what it is. */
export async function storePhotograph(
  storage: DesignerDeps["storage"],
  key: string,
  bytes: Buffer,
): Promise<{ picture_key: string; picture_sha256: string }> {
  await storeFile(storage, key, bytes);
  return { picture_key: key, picture_sha256: createHash("sha256").update(bytes).digest("hex") };
}

export async function storeFile(storage: DesignerDeps["storage"], key: string, bytes: Buffer): Promise<void> {
  const path = await storage.scratchFile();
  try {
    await writeFile(path, bytes);
    await storage.put(key, path);
  } finally {
    await rm(path, { force: true });
  }
}

export async function openPhotograph(storage: DesignerDeps["storage"], key: string): Promise<Buffer> {
  const stream = await storage.open(key);
  if (!stream) throw new Error(`the photograph ${key} is missing in storage`);
  return buffer(stream);
}
