import { creativeRefusals } from "../contract/creative.refusals.ts";
import type { AcceptedMedia } from "../contract/uploads.ts";
import { refuseWrongPixels } from "./image-facts.ts";

/** Facts from a movie's index (ISO/IEC 14496-12: moov). */
export type VideoFacts = {
  /** The displayed size: a phone held upright records landscape frames with a rotation. */
  width: number;
  height: number;
  seconds: number;
  videoCodec: string;
  /** Null: the video has no sound. */
  audioCodec: string | null;
};

/** H.264, and AAC or PCM (spec, Media). */
const videoCodecs = new Set(["avc1", "avc3"]);
const audioCodecs = new Set(["mp4a", "lpcm", "sowt", "twos", "ipcm", "in24"]);

/** Refuses codecs, lengths and sizes that a platform does not accept. */
export function refuseVideo(facts: VideoFacts, limits: AcceptedMedia): void {
  const { videoCodec, audioCodec } = facts;
  if (!videoCodecs.has(videoCodec) || (audioCodec !== null && !audioCodecs.has(audioCodec)))
    creativeRefusals.refuse(
      "creative.codec_not_accepted",
      { found: `${videoCodec} ${audioCodec ?? ""}` },
      "file",
    );
  const { seconds } = limits;
  if (seconds && (facts.seconds < seconds.min || facts.seconds > seconds.max)) {
    const found = String(Math.round(facts.seconds * 10) / 10);
    creativeRefusals.refuse("creative.duration_out_of_range", { ...seconds, found }, "file");
  }
  refuseWrongPixels(facts, limits);
}

/** Reads the body of a movie's index; null when it has no video track, or is not an index. */
export function readMovie(moov: Buffer): VideoFacts | null {
  try {
    const boxes = boxesIn(moov);
    const header = boxes.find(({ kind }) => kind === "mvhd");
    const tracks = boxes.filter(({ kind }) => kind === "trak").map(({ body }) => body);
    const picture = tracks.find((track) => readHandler(track) === "vide");
    const sound = tracks.find((track) => readHandler(track) === "soun");
    if (!header || !picture) return null;
    const videoCodec = readCodec(picture);
    if (videoCodec === null) return null;
    return {
      ...readDimensions(picture),
      seconds: readSeconds(header.body),
      videoCodec,
      audioCodec: sound ? readCodec(sound) : null,
    };
  } catch (error) {
    // The index ends in the middle of a number.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Box = { kind: string; body: Buffer };

function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at) || bytes.length - at;
    if (size < 8 || at + size > bytes.length) break;
    boxes.push({ kind: bytes.toString("latin1", at + 4, at + 8), body: bytes.subarray(at + 8, at + size) });
    at += size;
  }
  return boxes;
}

function within(body: Buffer, ...path: string[]): Buffer | undefined {
  let inner: Buffer | undefined = body;
  for (const kind of path) inner = inner && boxesIn(inner).find((box) => box.kind === kind)?.body;
  return inner;
}

const readHandler = (track: Buffer) => within(track, "mdia", "hdlr")?.toString("latin1", 8, 12);

/** The four-letter code of the first sample description. */
function readCodec(track: Buffer): string | null {
  const descriptions = within(track, "mdia", "minf", "stbl", "stsd");
  return descriptions && descriptions.length >= 16 ? descriptions.toString("latin1", 12, 16) : null;
}

/** Version 1 stores times in 64 bits. */
function readSeconds(mvhd: Buffer): number {
  const isLong = mvhd.readUInt8(0) === 1;
  const scale = mvhd.readUInt32BE(isLong ? 20 : 12);
  const units = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  return scale === 0 ? 0 : units / scale;
}

/** Width and height are 16.16 fixed point; a matrix whose first number is zero rotates them. */
function readDimensions(track: Buffer): { width: number; height: number } {
  const tkhd = within(track, "tkhd") ?? Buffer.alloc(0);
  const matrix = tkhd.readUInt8(0) === 1 ? 52 : 40;
  const width = tkhd.readUInt32BE(matrix + 36) >>> 16;
  const height = tkhd.readUInt32BE(matrix + 40) >>> 16;
  return tkhd.readInt32BE(matrix) === 0 ? { width: height, height: width } : { width, height };
}
