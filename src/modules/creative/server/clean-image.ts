import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import { fileTypeFromFile } from "file-type";
import sharp, { type Sharp } from "sharp";
import { classifyStorageFault } from "#base/server/storage-faults.ts";
import { creativeRefusals } from "../contract/creative.refusals.ts";
import type { AcceptedMedia } from "../contract/uploads.ts";
import { refuseWrongPixels } from "../domain/image-facts.ts";

// One picture at a time, on one thread: uploads must not take all CPUs.
sharp.concurrency(1);
sharp.cache(false);

/** Decoding is refused above this: a small file may decode into gigabytes of pixels. */
export const pixelsMax = 40_000_000;

export type CleanImage = { mime: string; width: number; height: number; bytes: number; sha256: string };

/**
 * Checks the real bytes and encodes them again without hidden metadata (place, camera, thumbnails): a PNG stays a PNG,
 * a JPEG a JPEG of high quality. Refuses a type other than the name promised, an image that does not decode completely,
 * and pixels that do not fit. Also writes a thumbnail for lists.
 */
export async function cleanImage(
  source: string,
  targets: { image: string; thumbnail: string },
  promised: string,
  limits: AcceptedMedia,
): Promise<CleanImage> {
  const found = await fileTypeFromFile(source);
  if (found?.mime !== promised)
    creativeRefusals.refuse("creative.type_mismatch", { found: found?.mime ?? "?" }, "file");
  const size = await decoding(readSize(source));
  refuseWrongPixels(size, limits);
  await decoding(write(source, targets.image, promised, limits.maxBytes));
  await decoding(
    sharp(targets.image, { limitInputPixels: pixelsMax })
      .resize(270, 480, { fit: "cover" })
      .jpeg({ quality: 78 })
      .toFile(targets.thumbnail),
  );
  const { size: bytes } = await stat(targets.image);
  return { mime: promised, ...size, bytes, sha256: await hashFile(targets.image) };
}

/** The displayed size, after the camera's rotation is applied. */
async function readSize(source: string): Promise<{ width: number; height: number }> {
  const facts = await open(source).metadata();
  if ((facts.pages ?? 1) > 1) throw new Error("more than one picture");
  return { width: facts.autoOrient.width, height: facts.autoOrient.height };
}

/** Reduces the quality step by step when the new file is too large. */
async function write(source: string, target: string, mime: string, maxBytes: number): Promise<void> {
  const picture = () => open(source).autoOrient().toColourspace("srgb");
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

/** The maximum size of animated pictures (spec, Media). */
const animated = { width: 1_280, height: 1_080 };

/**
 * A GIF is stored unchanged: its frames are counted, its first frame is the thumbnail. Refuses one that is too large.
 */
export async function inspectGif(
  source: string,
  thumbnail: string,
): Promise<{ width: number; height: number }> {
  const found = await fileTypeFromFile(source);
  if (found?.mime !== "image/gif")
    creativeRefusals.refuse("creative.type_mismatch", { found: found?.mime ?? "?" }, "file");
  const { width, height } = await decoding(open(source).metadata());
  if (width > animated.width || height > animated.height)
    creativeRefusals.refuse(
      "creative.dimensions_not_accepted",
      { wanted: `≤ ${animated.width}×${animated.height}`, found: `${width}×${height}` },
      "file",
    );
  await decoding(open(source).resize(270, 480, { fit: "cover" }).jpeg({ quality: 78 }).toFile(thumbnail));
  return { width, height };
}

export async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
