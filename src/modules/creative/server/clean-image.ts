import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fileTypeFromFile } from "file-type";
import sharp, { type Sharp } from "sharp";
import { classifyStorageFault } from "#base/server/storage-faults.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import { type AcceptedMedia, animatedImageMax as animated } from "../contract/uploads.ts";
import { refuseWrongPixels } from "../domain/image-facts.ts";

// One picture at a time, on one thread: uploads must not take all CPUs.
sharp.concurrency(1);
sharp.cache(false);

/** Decoding is refused above this: a small file may decode into gigabytes of pixels. */
export const pixelsMax = 40_000_000;

export type CleanImage = { mime: string; width: number; height: number; bytes: number; sha256: string };

/**
 * Checks the real bytes and encodes them again without hidden metadata (place, camera, thumbnails): a PNG stays a PNG,
 * a JPEG a JPEG of high quality, and a WebP becomes one of the two. Refuses a type other than the name promised, an
 * image that does not decode completely, and pixels that do not fit. Also writes a thumbnail for lists.
 */
export async function cleanImage(
  source: string,
  targets: { image: string; thumbnail: string },
  promised: string,
  limits: AcceptedMedia,
): Promise<CleanImage> {
  await refuseOtherType(source, promised);
  const { hasAlpha, ...size } = await decoding(readFacts(source));
  refuseWrongPixels(size, limits);
  const mime = promised === "image/webp" ? (hasAlpha ? "image/png" : "image/jpeg") : promised;
  await decoding(write(open(source).autoOrient(), targets.image, mime, limits.maxBytes));
  await writeThumbnail(targets.image, targets.thumbnail);
  return { mime, ...size, ...(await describeFile(targets.image)) };
}

async function describeFile(image: string): Promise<{ bytes: number; sha256: string }> {
  const { size: bytes } = await stat(image);
  return { bytes, sha256: await hashFile(image) };
}

/** Refuses bytes that are not what the file's name promised. */
export async function refuseOtherType(source: string, promised: string): Promise<void> {
  const found = await fileTypeFromFile(source);
  if (found?.mime === promised) return;
  const toName = (mime: string) => mime.replace(/^.*\//, "").replace("quicktime", "mov").toUpperCase();
  creativeRefusals.refuse(
    "creative.type_mismatch",
    { found: found ? found.ext.toUpperCase() : "?", promised: toName(promised) },
    "file",
  );
}

/** The small picture for lists, of any picture that decodes. */
export async function writeThumbnail(source: string, target: string): Promise<void> {
  const small = open(source).autoOrient().resize(270, 480, { fit: "cover" });
  await decoding(small.jpeg({ quality: 78 }).toFile(target));
}

/** The displayed size, after the camera's rotation is applied; refuses what is no single picture. */
export async function readPictureSize(source: string): Promise<{ width: number; height: number }> {
  const { width, height } = await decoding(readFacts(source));
  return { width, height };
}

async function readFacts(source: string): Promise<{ width: number; height: number; hasAlpha: boolean }> {
  const { pages = 1, autoOrient, hasAlpha } = await open(source).metadata();
  if (pages > 1) throw new Error("more than one picture");
  return { width: autoOrient.width, height: autoOrient.height, hasAlpha };
}

/** Reduces the quality step by step when the new file is too large. */
async function write(from: Sharp, target: string, mime: string, maxBytes: number): Promise<void> {
  const picture = () => from.clone().toColourspace("srgb");
  if (mime === "image/png") {
    const { size } = await picture().png({ compressionLevel: 9 }).toFile(target);
    if (size > maxBytes) await picture().png({ palette: true, quality: 95 }).toFile(target);
    return;
  }
  for (const quality of [92, 85, 75]) {
    const { size } = await picture().jpeg({ quality, chromaSubsampling: "4:4:4" }).toFile(target);
    if (size <= maxBytes) return;
  }
}

function open(source: string): Sharp {
  return sharp(source, { limitInputPixels: pixelsMax, failOn: "truncated", sequentialRead: false });
}

/** Any decoder error means a broken file to the merchant, nothing more; a full disk is not the file's fault. */
export async function decoding<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (classifyStorageFault(error) !== null) throw error;
    return creativeRefusals.refuse("creative.file_broken", {}, "file");
  }
}

/**
 * A GIF is stored unchanged: its frames are counted, its first frame is the thumbnail. Refuses one that is too large.
 */
export async function inspectGif(
  source: string,
  thumbnail: string,
): Promise<{ width: number; height: number }> {
  await refuseOtherType(source, "image/gif");
  const { width, height } = await decoding(open(source).metadata());
  if (width > animated.width || height > animated.height)
    creativeRefusals.refuse(
      "creative.dimensions_not_accepted",
      { wanted: `≤ ${animated.width}×${animated.height}`, found: `${width}×${height}` },
      "file",
    );
  await writeThumbnail(source, thumbnail);
  return { width, height };
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 1_048_576 }), hash);
  return hash.digest("hex");
}
