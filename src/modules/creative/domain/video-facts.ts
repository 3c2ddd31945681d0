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
/** `mp4a` may hold other sound than AAC, as MP3 (ISO/IEC 14496-1, objectTypeIndication). */
const aacObjectTypes = new Set([0x40, 0x66, 0x67, 0x68]);

/** The names that people and their programs use; a code without one is shown as it stands in the file. */
const codecNames: Record<string, string> = {
  avc1: "H.264",
  avc3: "H.264",
  hvc1: "H.265",
  hev1: "H.265",
  av01: "AV1",
  vp09: "VP9",
  mp4v: "MPEG-4",
  apcn: "ProRes",
  apch: "ProRes",
  mp4a: "AAC",
  "mp4a.6b": "MP3",
  "mp4a.69": "MP3",
  ".mp3": "MP3",
  Opus: "Opus",
  "ac-3": "AC-3",
  "ec-3": "E-AC-3",
  alac: "ALAC",
};
const toCodecName = (code: string) => codecNames[code] ?? code.trim();

/** Refuses codecs, lengths and sizes that a platform does not accept. */
export function refuseVideo(facts: VideoFacts, limits: AcceptedMedia): void {
  const { videoCodec, audioCodec } = facts;
  if (!videoCodecs.has(videoCodec) || (audioCodec !== null && !audioCodecs.has(audioCodec)))
    creativeRefusals.refuse(
      "creative.codec_not_accepted",
      { found: [videoCodec, ...(audioCodec ? [audioCodec] : [])].map(toCodecName).join(" + ") },
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
      seconds: readSeconds(header.body, within(moov, "mvex", "mehd")),
      videoCodec,
      audioCodec: sound ? readSoundCodec(sound) : null,
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

const findDescriptions = (track: Buffer) => within(track, "mdia", "minf", "stbl", "stsd");

/** The four-letter code of the first sample description. */
function readCodec(track: Buffer): string | null {
  const descriptions = findDescriptions(track);
  return descriptions && descriptions.length >= 16 ? descriptions.toString("latin1", 12, 16) : null;
}

/** The same for sound, with the object type where `mp4a` is not AAC: "mp4a.6b". */
function readSoundCodec(track: Buffer): string | null {
  const codec = readCodec(track);
  const type = codec === "mp4a" ? readObjectType(findDescriptions(track) ?? Buffer.alloc(0)) : null;
  return type === null || aacObjectTypes.has(type) ? codec : `${codec}.${type.toString(16)}`;
}

/** The decoder's object type in the elementary stream descriptor; null where there is none. */
function readObjectType(descriptions: Buffer): number | null {
  const at = descriptions.indexOf("esds");
  const stream = at < 0 ? null : enterDescriptor(descriptions, at + 8, 0x03);
  // The stream's id and its flags come first.
  const decoder = stream === null ? null : enterDescriptor(descriptions, stream + 3, 0x04);
  return decoder === null ? null : descriptions.readUInt8(decoder);
}

/** Where the content of a descriptor with this tag begins; its length takes as many bytes as it needs. */
function enterDescriptor(bytes: Buffer, at: number, tag: number): number | null {
  if (bytes.readUInt8(at) !== tag) return null;
  let next = at + 1;
  while ((bytes.readUInt8(next) & 0x80) !== 0) next += 1;
  return next + 1;
}

/** Version 1 stores times in 64 bits. A movie in fragments has its length in another box (mehd). */
function readSeconds(mvhd: Buffer, mehd: Buffer | undefined): number {
  const isLong = mvhd.readUInt8(0) === 1;
  const scale = mvhd.readUInt32BE(isLong ? 20 : 12);
  const whole = isLong ? Number(mvhd.readBigUInt64BE(24)) : mvhd.readUInt32BE(16);
  const units = whole || (mehd ? readFragments(mehd) : 0);
  return scale === 0 ? 0 : units / scale;
}

const readFragments = (mehd: Buffer) =>
  mehd.readUInt8(0) === 1 ? Number(mehd.readBigUInt64BE(4)) : mehd.readUInt32BE(4);

/** Width and height are 16.16 fixed point; a matrix whose first number is zero rotates them. */
function readDimensions(track: Buffer): { width: number; height: number } {
  const tkhd = within(track, "tkhd") ?? Buffer.alloc(0);
  const matrix = tkhd.readUInt8(0) === 1 ? 52 : 40;
  const width = tkhd.readUInt32BE(matrix + 36) >>> 16;
  const height = tkhd.readUInt32BE(matrix + 40) >>> 16;
  return tkhd.readInt32BE(matrix) === 0 ? { width: height, height: width } : { width, height };
}
