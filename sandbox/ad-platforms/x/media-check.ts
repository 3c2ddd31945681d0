import sharp from "sharp";
import { parseVideo } from "../shared/mp4.ts";

const MB = 1024 * 1024;
/**
 * The limits of each category, checked on the bytes themselves (docs.x.com, X API, media best practices; X Ads API,
 * creatives).
 */
const CATEGORIES: Record<string, { type: "IMAGE" | "GIF" | "VIDEO"; maxBytes: number; prefix: string }> = {
  tweet_image: { type: "IMAGE", maxBytes: 5 * MB, prefix: "3" },
  tweet_gif: { type: "GIF", maxBytes: 15 * MB, prefix: "16" },
  tweet_video: { type: "VIDEO", maxBytes: 512 * MB, prefix: "7" },
  amplify_video: { type: "VIDEO", maxBytes: 512 * MB, prefix: "13" },
};
export const CATEGORY_NAMES = Object.keys(CATEGORIES);
/** X's media key prefixes: `3_…` is an image, `13_…` a video for ads. */
export const toMediaKey = (category: string, id: string): string => `${CATEGORIES[category]?.prefix}_${id}`;
const VIDEO_SECONDS = { min: 0.5, tweet_video: 140, amplify_video: 600 };
const CARD = { bytes: 3 * MB, width: 800, shapes: [1, 1.91] };

export type MediaFacts = {
  media_type: "IMAGE" | "GIF" | "VIDEO";
  /** Why a website card cannot use it; null = it can. */
  card_problem: string | null;
};

/** Checks the bytes, not the name. Returns an error message when the category does not accept them. */
export async function checkMedia(category: string, bytes: Buffer): Promise<MediaFacts | string> {
  const known = CATEGORIES[category];
  if (!known) return `media_category must be one of ${CATEGORY_NAMES.join(", ")}`;
  if (bytes.length === 0) return "the file is empty";
  if (bytes.length > known.maxBytes) return `the file must not be larger than ${known.maxBytes} bytes`;
  if (known.type === "VIDEO") {
    const problem = videoProblem(category, bytes);
    return problem ?? { media_type: "VIDEO", card_problem: null };
  }
  const metadata = await sharp(bytes, { failOn: "truncated" })
    .metadata()
    .catch(() => null);
  const formats = known.type === "GIF" ? ["gif"] : ["jpeg", "png", "webp"];
  if (!metadata || !formats.includes(String(metadata.format)))
    return `the file must be ${formats.join(", ")}`;
  const { width, height } = metadata;
  if (known.type === "GIF" && (width > 1_280 || height > 1_080)) return "a GIF has at most 1280x1080 pixels";
  return { media_type: known.type, card_problem: cardProblem(bytes.length, width, height) };
}

function cardProblem(bytes: number, width: number, height: number): string | null {
  if (bytes > CARD.bytes) return "A card's image has at most 3 MB";
  if (width < CARD.width) return `A card's image is at least ${CARD.width} pixels wide`;
  const matches = CARD.shapes.some((shape) => Math.abs(width / height - shape) < 0.02);
  return matches ? null : "A card's image is 1:1 or 1.91:1";
}

function videoProblem(category: string, bytes: Buffer): string | null {
  const metadata = parseVideo(bytes);
  if (!metadata) return "the file must be an mp4 or a mov";
  if (!metadata.codec.startsWith("avc")) return "the video must be encoded with H.264";
  const longest = category === "amplify_video" ? VIDEO_SECONDS.amplify_video : VIDEO_SECONDS.tweet_video;
  if (metadata.seconds < VIDEO_SECONDS.min || metadata.seconds > longest)
    return `the video must be ${VIDEO_SECONDS.min} to ${longest} seconds long`;
  const [width, height] = category === "amplify_video" ? [1_920, 1_920] : [1_280, 1_024];
  const isWithin =
    metadata.width >= 32 && metadata.height >= 32 && metadata.width <= width && metadata.height <= height;
  return isWithin ? null : `the video must have 32x32 to ${width}x${height} pixels`;
}
