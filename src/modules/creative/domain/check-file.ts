import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import { type AcceptedMedia, animatedImageMax } from "../contract/uploads.ts";

/** What was read from a file's own bytes before it is sent. */
export type FileFacts = {
  /** Null: neither a picture nor a video. */
  kind: MediaKind | null;
  /** By its first bytes; null where they are unknown. */
  mime: string | null;
  bytes: number;
  /** Zero where the file could not be opened. */
  width: number;
  height: number;
  /** Videos only, as are the codecs ("avc", "hevc", "aac", "pcm-s16"). */
  seconds: number | null;
  videoCodec: string | null;
  /** Null: no sound. */
  audioCodec: string | null;
  /** The video has sound in a codec that nobody here knows. */
  hasUnknownSound?: boolean;
};

/** What can be done about a problem in the browser: cut to shape, encode in another format, or shorten. */
export type Remedy = "frame" | "encode" | "trim";

type ProblemOf<Code extends string, Params> = { code: Code; params: Params; remedy: Remedy | null };
/** Why a file cannot be sent as it is: what it is, and what is needed. */
export type FileProblem =
  | ProblemOf<"not_recognised" | "broken" | "empty" | "heic", Record<string, never>>
  | ProblemOf<"kind", { found: MediaKind; wanted: MediaKind[] }>
  | ProblemOf<"format", { found: string; wanted: string[] }>
  | ProblemOf<"bytes", { found: number; max: number }>
  | ProblemOf<"pixels", { found: string; wanted: string }>
  | ProblemOf<"too_short", { found: number; min: number }>
  | ProblemOf<"too_long", { found: number; max: number }>
  | ProblemOf<"video_codec" | "audio_codec", { found: string }>;

/** The limits for a file of this kind; undefined where the place takes none. */
const findLimits = (kind: MediaKind | null, accepted: readonly AcceptedMedia[]) =>
  accepted.find((one) => one.kind === kind);

/** All reasons why a file cannot be sent as it is, each with what mends it; empty when it can. */
export function checkFile(facts: FileFacts, accepted: readonly AcceptedMedia[]): FileProblem[] {
  if (facts.bytes === 0) return [{ code: "empty", params: {}, remedy: null }];
  // A browser that cannot open a phone's photograph cannot mend it either.
  if (facts.mime === "image/heic" && facts.width === 0) return [{ code: "heic", params: {}, remedy: null }];
  if (facts.kind === null) return [{ code: "not_recognised", params: {}, remedy: null }];
  if (facts.width === 0 || facts.height === 0) return [{ code: "broken", params: {}, remedy: null }];
  const limits = findLimits(facts.kind, accepted);
  if (!limits) {
    const wanted = accepted.map(({ kind }) => kind);
    return [{ code: "kind", params: { found: facts.kind, wanted }, remedy: null }];
  }
  return [
    ...checkFormat(facts, limits),
    ...checkPixels(facts, limits),
    ...(facts.kind === "video" ? checkVideo(facts, limits) : []),
    ...checkBytes(facts, limits),
  ];
}

function checkFormat({ kind, mime }: FileFacts, { mimes }: AcceptedMedia): FileProblem[] {
  if (mime !== null && mimes.includes(mime)) return [];
  const remedy = kind === "animated_image" ? null : "encode";
  return [{ code: "format", params: { found: toFormat(mime), wanted: mimes.map(toFormat) }, remedy }];
}

function checkPixels({ kind, width, height }: FileFacts, limits: AcceptedMedia): FileProblem[] {
  const found = `${width}×${height}`;
  if (kind === "animated_image") {
    const { width: maxWidth, height: maxHeight } = animatedImageMax;
    const fits = width <= maxWidth && height <= maxHeight;
    return fits
      ? []
      : [{ code: "pixels", params: { found, wanted: `≤ ${maxWidth}×${maxHeight}` }, remedy: null }];
  }
  const fits =
    (limits.width === null || limits.width === width) && (limits.height === null || limits.height === height);
  const wanted = `${limits.width ?? width}×${limits.height ?? height}`;
  return fits ? [] : [{ code: "pixels", params: { found, wanted }, remedy: "frame" }];
}

/** H.264, and AAC or PCM (spec, Media). */
const takesSound = (codec: string) => codec === "aac" || codec.startsWith("pcm-");

function checkVideo(facts: FileFacts, limits: AcceptedMedia): FileProblem[] {
  const { seconds, videoCodec, audioCodec, hasUnknownSound } = facts;
  const { min, max } = limits.seconds ?? { min: 0, max: Number.POSITIVE_INFINITY };
  const found = Math.round((seconds ?? 0) * 10) / 10;
  const problems: FileProblem[] = [];
  if (found < min) problems.push({ code: "too_short", params: { found, min }, remedy: null });
  if (found > max) problems.push({ code: "too_long", params: { found, max }, remedy: "trim" });
  if (videoCodec !== "avc")
    problems.push({ code: "video_codec", params: { found: videoCodec ?? "?" }, remedy: "encode" });
  if (hasUnknownSound || (audioCodec !== null && !takesSound(audioCodec)))
    problems.push({ code: "audio_codec", params: { found: audioCodec ?? "?" }, remedy: "encode" });
  return problems;
}

function checkBytes({ kind, bytes }: FileFacts, { maxBytes }: AcceptedMedia): FileProblem[] {
  const remedy = kind === "animated_image" ? null : "encode";
  return bytes > maxBytes ? [{ code: "bytes", params: { found: bytes, max: maxBytes }, remedy }] : [];
}

/** Whether everything that is wrong can be mended in the browser. */
export const isMendable = (problems: readonly FileProblem[]): boolean =>
  problems.every(({ remedy }) => remedy !== null);

const names: Record<string, string> = { "video/quicktime": "MOV", "image/jpeg": "JPG" };
/** "image/webp" as people write it: WEBP. */
export const toFormat = (mime: string | null): string =>
  mime === null ? "?" : (names[mime] ?? mime.replace(/^.*\/(x-)?/, "").toUpperCase());
