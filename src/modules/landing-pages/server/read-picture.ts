import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { type ReadContext, transact } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { type PictureFile, replacePictures } from "./pictures.store.ts";

/** Those that shops show; a vector picture may hold scripts and is not read. */
const readable = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];
const pixelsMax = 40_000_000;
/** CSS pixels of a phone twice, and of the desktop's column twice. */
const widths = [480, 1_080];

/** The product's picture as the page shows it; a picture that the store does not give leaves those that stand. */
export const readPicture =
  ({ pictures, log }: Pick<LandingPagesDeps, "pictures" | "log">) =>
  async (ctx: ReadContext, { pageId, address }: { pageId: string; address: string | null }) => {
    if (address === null) return;
    const files = await pictures
      .readPicture(address)
      .then(encodePicture)
      .catch((error) => {
        if (!isFault(error)) log.warn({ err: error, page_id: pageId }, "a landing page's picture is broken");
        return null;
      });
    if (files) await transact(ctx, (tx) => replacePictures(tx, pageId, files));
  };

async function encodePicture(source: Buffer): Promise<PictureFile[] | null> {
  const type = await fileTypeFromBuffer(source);
  if (!type || !readable.includes(type.mime)) return null;
  const version = createHash("sha256").update(source).digest("hex").slice(0, 16);
  const files: PictureFile[] = [];
  for (const wanted of widths) {
    const picture = sharp(source, { limitInputPixels: pixelsMax, failOn: "truncated" })
      .autoOrient()
      .resize(wanted, wanted * 2, { fit: "inside", withoutEnlargement: true });
    for (const format of ["avif", "webp"] as const) {
      const encoded =
        format === "avif" ? picture.clone().avif({ quality: 55, effort: 2 }) : picture.clone().webp();
      const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
      files.push({ version, width: info.width, height: info.height, format, bytes: data });
    }
    // A small picture has one size.
    if (files.at(-1)?.width !== wanted) break;
  }
  return files;
}
