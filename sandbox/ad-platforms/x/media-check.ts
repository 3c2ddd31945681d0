import sharp from "sharp";
import { readVideo } from "../shared/mp4.ts";

const MB = 1024 * 1024;
/** What each category takes, by the bytes themselves (docs.x.com, X API, media best practices; X Ads API, creatives). */
const CATEGORIES: Record<string, { type: "IMAGE" | "GIF" | "VIDEO"; maxBytes: number; prefix: string }> = {
  tweet_image: { type: "IMAGE", maxBytes: 5 * MB, prefix: "3" },
  tweet_gif: { type: "GIF", maxBytes: 15 * MB, prefix: "16" },
  tweet_video: { type: "VIDEO", maxBytes: 512 * MB, prefix: "7" },
  amplify_video: { type: "VIDEO", maxBytes: 512 * MB, prefix: "13" },
};
export const CATEGORY_NAMES = Object.keys(CATEGORIES);
/** X names media by what they are: `3_…` is a picture, `13_…` a video for ads. */
export const keyOf = (category: string, id: string): string => `${CATEGORIES[category]?.prefix}_${id}`;
const VIDEO_SECONDS = { min: 0.5, tweet_video: 140, amplify_video: 600 };
const CARD = { bytes: 3 * MB, width: 800, shapes: [1, 1.91] };

export type MediaFacts = {
  media_type: "IMAGE" | "GIF" | "VIDEO";
  /** Why no website card shows it; null = it may. */
  card_problem: string | null;
};

/** Looks at the bytes, not at the name. Answers a sentence when they are not what the category takes. */
export async function checkMedia(category: string, bytes: Buffer): Promise<MediaFacts | string> {
  const known = CATEGORIES[category];
  if (!known) return `media_category must be one of ${CATEGORY_NAMES.join(", ")}`;
  if (bytes.length === 0) return "the file is empty";
  if (bytes.length > known.maxBytes) return `the file must not be larger than ${known.maxBytes} bytes`;
  if (known.type === "VIDEO") {
    const problem = videoProblem(category, bytes);
    return problem ?? { media_type: "VIDEO", card_problem: null };
  }
  const seen = await sharp(bytes, { failOn: "truncated" })
    .metadata()
    .catch(() => null);
  const formats = known.type === "GIF" ? ["gif"] : ["jpeg", "png", "webp"];
  if (!seen || !formats.includes(String(seen.format))) return `the file must be ${formats.join(", ")}`;
  const { width, height } = seen;
  if (known.type === "GIF" && (width > 1_280 || height > 1_080)) return "a GIF has at most 1280x1080 pixels";
  return { media_type: known.type, card_problem: cardProblem(bytes.length, width, height) };
}

function cardProblem(bytes: number, width: number, height: number): string | null {
  if (bytes > CARD.bytes) return "A card's image has at most 3 MB";
  if (width < CARD.width) return `A card's image is at least ${CARD.width} pixels wide`;
  const fits = CARD.shapes.some((shape) => Math.abs(width / height - shape) < 0.02);
  return fits ? null : "A card's image is 1:1 or 1.91:1";
}

function videoProblem(category: string, bytes: Buffer): string | null {
  const seen = readVideo(bytes);
  if (!seen) return "the file must be an mp4 or a mov";
  if (!seen.codec.startsWith("avc")) return "the video must be encoded with H.264";
  const longest = category === "amplify_video" ? VIDEO_SECONDS.amplify_video : VIDEO_SECONDS.tweet_video;
  if (seen.seconds < VIDEO_SECONDS.min || seen.seconds > longest)
    return `the video must be ${VIDEO_SECONDS.min} to ${longest} seconds long`;
  const [width, height] = category === "amplify_video" ? [1_920, 1_920] : [1_280, 1_024];
  const isWithin = seen.width >= 32 && seen.height >= 32 && seen.width <= width && seen.height <= height;
  return isWithin ? null : `the video must have 32x32 to ${width}x${height} pixels`;
}
