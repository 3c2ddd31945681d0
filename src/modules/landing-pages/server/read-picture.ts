import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { fileTypeFromBuffer } from "file-type";
import sharp from "sharp";
import { type ReadContext, transact } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { LandingPagesDeps } from "./landing-pages.deps.ts";
import { findPictures, type PictureFile, replacePicture } from "./pictures.store.ts";

/** Those that shops show; a vector picture may hold scripts and is not read. */
const readable = ["image/jpeg", "image/png", "image/webp", "image/avif", "image/gif"];
const pixelsMax = 40_000_000;
/** CSS pixels of a phone twice, and of the desktop's column twice. */
const widths = [480, 1_080];

type Deps = Pick<LandingPagesDeps, "pictures" | "media" | "log">;
type Picture = {
  pageId: string;
  /** `product`, or the id of a file of the media library. */
  source: string;
  /** Where the store keeps the product's picture. */
  address: string | null;
};

/** A picture as the page shows it; one that cannot be read leaves those that stand. */
export const readPicture =
  (deps: Deps) =>
  async (ctx: ReadContext, { pageId, source, address }: Picture): Promise<void> => {
    const bytes =
      source === "product" ? await readFromStore(deps, address) : await readMedia(deps, ctx, source);
    const files = bytes && (await encodePicture(bytes).catch(logBroken(deps, pageId)));
    if (files) await transact(ctx, (tx) => replacePicture(tx, { pageId, source }, files));
  };

/** The pictures of the content that were not read before, and the product's in any case: stores change theirs. */
export const readPictures =
  (deps: Deps) =>
  async (ctx: ReadContext, { pageId, sources, address }: Omit<Picture, "source"> & { sources: string[] }) => {
    const known = await findPictures(ctx, pageId);
    for (const source of sources)
      if (source === "product" || !known.has(source))
        await readPicture(deps)(ctx, { pageId, source, address });
  };

async function readFromStore({ pictures }: Deps, address: string | null): Promise<Buffer | null> {
  if (address === null) return null;
  return pictures.readPicture(address).catch((error) => {
    if (isFault(error)) return null;
    throw error;
  });
}

/** Null when the merchant has no such image. */
async function readMedia({ media }: Deps, ctx: ReadContext, id: string): Promise<Buffer | null> {
  const file = await media.findMediaFile(ctx, id);
  return file?.kind === "image" ? buffer(await file.open()) : null;
}

const logBroken =
  ({ log }: Deps, pageId: string) =>
  (error: unknown) => {
    log.warn({ err: error, page_id: pageId }, "a landing page's picture is broken");
    return null;
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
