import type { RecordingType } from "../contract/recordings.ts";

const ascii = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

/** What a recording is by its first bytes, whatever its name says; null for anything else. */
export function findRecordingType(bytes: Uint8Array): RecordingType | null {
  // The EBML header of Matroska, of which WebM is a part (RFC 8794, section 11.2.1).
  if (bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3) return "webm";
  if (ascii(bytes, 0, 4) === "OggS") return "ogg";
  if (ascii(bytes, 4, 4) === "ftyp") return "mp4";
  if (ascii(bytes, 0, 4) === "RIFF" && ascii(bytes, 8, 4) === "WAVE") return "wav";
  return null;
}
