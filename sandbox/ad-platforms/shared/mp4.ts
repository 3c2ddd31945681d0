/** The properties of a video file that platforms check. */
export type VideoFacts = {
  brand: "mp4" | "mov";
  width: number;
  height: number;
  seconds: number;
  codec: string;
};

type Box = { kind: string; body: Buffer };

/**
 * Parses an ISO base media file (mp4, mov) for its length, its picture size and its codec. Null when it is not one,
 * or when it is cut off before the movie header.
 */
export function parseVideo(bytes: Buffer): VideoFacts | null {
  const boxes = parseBoxes(bytes);
  const type = boxes.find((box) => box.kind === "ftyp");
  const movie = boxes.find((box) => box.kind === "moov");
  if (!type || !movie) return null;
  const parts = parseBoxes(movie.body);
  const seconds = parseDurationSeconds(parts.find((box) => box.kind === "mvhd")?.body);
  const track = parts
    .filter((box) => box.kind === "trak")
    .map(parseTrack)
    .find((found) => found !== null);
  if (!track || seconds === null) return null;
  return { brand: type.body.toString("latin1", 0, 4) === "qt  " ? "mov" : "mp4", seconds, ...track };
}

function parseBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    let size = bytes.readUInt32BE(at);
    let header = 8;
    if (size === 1 && at + 16 <= bytes.length) {
      size = Number(bytes.readBigUInt64BE(at + 8));
      header = 16;
    }
    if (size === 0) size = bytes.length - at;
    if (size < header || at + size > bytes.length) break;
    boxes.push({
      kind: bytes.toString("latin1", at + 4, at + 8),
      body: bytes.subarray(at + header, at + size),
    });
    at += size;
  }
  return boxes;
}

function inside(body: Buffer, ...path: string[]): Buffer | null {
  let current: Buffer | null = body;
  for (const kind of path) {
    if (!current) return null;
    current = parseBoxes(current).find((box) => box.kind === kind)?.body ?? null;
  }
  return current;
}

/** mvhd: version 0 has 32-bit times, version 1 has 64-bit ones. */
function parseDurationSeconds(header: Buffer | undefined): number | null {
  if (!header || header.length < 20) return null;
  const isLong = header[0] === 1;
  if (isLong && header.length < 32) return null;
  const scale = header.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  return scale > 0 ? length / scale : null;
}

/** Width and height are 16.16 numbers at the end of tkhd; the codec is the name of the first sample entry of stsd. */
function parseTrack(track: Box): { width: number; height: number; codec: string } | null {
  const media = inside(track.body, "mdia");
  const handler = media && inside(media, "hdlr");
  if (!media || !handler || handler.toString("latin1", 8, 12) !== "vide") return null;
  const header = inside(track.body, "tkhd");
  const samples = inside(media, "minf", "stbl", "stsd");
  if (!header || header.length < 8 || !samples || samples.length < 16) return null;
  return {
    width: header.readUInt32BE(header.length - 8) / 65_536,
    height: header.readUInt32BE(header.length - 4) / 65_536,
    codec: samples.toString("latin1", 12, 16),
  };
}
