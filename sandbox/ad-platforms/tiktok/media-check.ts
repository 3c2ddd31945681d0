import sharp from "sharp";
import type { Json } from "../shared/field-table.ts";
import { parseVideo } from "../shared/mp4.ts";
import { TikTokError } from "./errors.ts";
import {
  CAROUSEL_EDGES_MAX,
  CAROUSEL_RATIO_MAX,
  IMAGE_BYTES_MAX,
  IMAGE_PIXELS_MAX,
  VIDEO_BYTES_MAX,
  VIDEO_SECONDS,
  VIDEO_SHAPES,
} from "./facts.ts";

/** Checks the bytes themselves, not the name. */
export async function checkImage(bytes: Buffer): Promise<Json> {
  refuseSize(bytes, IMAGE_BYTES_MAX);
  // Only decoding the whole file detects truncation.
  const image = sharp(bytes, { failOn: "truncated" });
  const metadata = await image.metadata().catch(() => null);
  if (metadata?.format !== "png" && metadata?.format !== "jpeg")
    throw new TikTokError(40904, "Illegal image format");
  const isWhole = await image.stats().then(
    () => true,
    () => false,
  );
  if (!isWhole) throw new TikTokError(40914, "The image file is invalid");
  if (metadata.width * metadata.height > IMAGE_PIXELS_MAX)
    throw new TikTokError(40915, `The image must not have more than ${IMAGE_PIXELS_MAX} pixels`);
  return { width: metadata.width, height: metadata.height, format: metadata.format };
}

export function fitsCarousel({ width, height }: Json): boolean {
  const [short = 0, long = 0] = [Number(width), Number(height)].sort((one, other) => one - other);
  const { short: shortMax, long: longMax } = CAROUSEL_EDGES_MAX;
  return short <= shortMax && long <= longMax && long / short <= CAROUSEL_RATIO_MAX;
}

export function checkVideo(bytes: Buffer): Json {
  refuseSize(bytes, VIDEO_BYTES_MAX);
  const metadata = parseVideo(bytes);
  if (!metadata) throw new TikTokError(40908, "The file type is not supported");
  const { width, height, seconds } = metadata;
  if (seconds < VIDEO_SECONDS.min || seconds > VIDEO_SECONDS.max)
    throw new TikTokError(
      40915,
      `The video must be ${VIDEO_SECONDS.min} to ${VIDEO_SECONDS.max} seconds long`,
    );
  const [short, long] = width === height ? VIDEO_SHAPES.square : VIDEO_SHAPES.oblong;
  if (Math.min(width, height) < short || Math.max(width, height) < long)
    throw new TikTokError(
      40915,
      `The video must have at least ${short}x${long} pixels, got ${width}x${height}`,
    );
  const bitRate = Math.round((bytes.length * 8) / seconds);
  return { width, height, duration: seconds, format: metadata.brand, bit_rate: bitRate };
}

function refuseSize(bytes: Buffer, max: number): void {
  if (bytes.length === 0) throw new TikTokError(40906, "The file is empty");
  if (bytes.length > max) throw new TikTokError(40907, "The file is too large");
}
