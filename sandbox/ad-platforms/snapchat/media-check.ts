import sharp from "sharp";
import { parseVideo } from "../shared/mp4.ts";
import { IMAGE_BYTES_MAX, TOP_SNAP, VIDEO_SECONDS } from "./facts.ts";

export type MediaFacts = {
  image_metadata?: { width_px: number; height_px: number; image_format: string };
  video_metadata?: { width_px: number; height_px: number; duration_in_seconds: number };
};
export type MediaVerdict = { facts: MediaFacts } | { problem: string };

/** Checks the bytes themselves, not the name: type, size, pixels and, for a video, length and codec. */
export async function checkMedia(type: string, bytes: Buffer): Promise<MediaVerdict> {
  if (bytes.length === 0) return { problem: "file is empty" };
  if (type === "IMAGE") return checkImage(bytes);
  if (type === "VIDEO") return checkVideo(bytes);
  return { facts: {} };
}

async function checkImage(bytes: Buffer): Promise<MediaVerdict> {
  if (bytes.length > IMAGE_BYTES_MAX) return { problem: "image must not be larger than 5 MB" };
  const metadata = await sharp(bytes)
    .metadata()
    .catch(() => null);
  if (!metadata || (metadata.format !== "png" && metadata.format !== "jpeg"))
    return { problem: "image must be a PNG or a JPG file" };
  // A truncated file still has a readable header; only decoding detects it.
  const isWhole = await sharp(bytes, { failOn: "truncated" })
    .stats()
    .then(() => true)
    .catch(() => false);
  if (!isWhole) return { problem: "image is damaged" };
  return (
    shapeProblem("image", metadata.width, metadata.height) ?? {
      facts: {
        image_metadata: {
          width_px: metadata.width,
          height_px: metadata.height,
          image_format: metadata.format.toUpperCase(),
        },
      },
    }
  );
}

function checkVideo(bytes: Buffer): MediaVerdict {
  const metadata = parseVideo(bytes);
  if (!metadata) return { problem: "video must be an MP4 or a MOV file" };
  if (metadata.codec !== "avc1" && metadata.codec !== "avc3")
    return { problem: "video must be encoded with H.264" };
  if (metadata.seconds < VIDEO_SECONDS.min || metadata.seconds > VIDEO_SECONDS.max)
    return { problem: `video must be ${VIDEO_SECONDS.min} to ${VIDEO_SECONDS.max} seconds long` };
  return (
    shapeProblem("video", metadata.width, metadata.height) ?? {
      facts: {
        video_metadata: {
          width_px: metadata.width,
          height_px: metadata.height,
          duration_in_seconds: metadata.seconds,
        },
      },
    }
  );
}

/** A top snap fills the screen: 1080x1920 or more, 9:16. */
function shapeProblem(what: string, width: number, height: number): { problem: string } | null {
  const isSmall = width < TOP_SNAP.width || height < TOP_SNAP.height;
  const isTall = Math.abs(width / height - TOP_SNAP.width / TOP_SNAP.height) < 0.005;
  return isSmall || !isTall
    ? {
        problem: `${what} must be at least ${TOP_SNAP.width}x${TOP_SNAP.height} pixels and 9:16, got ${width}x${height}`,
      }
    : null;
}
