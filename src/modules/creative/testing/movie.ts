/** A minimal movie file: enough of an index to be read, and no pictures. */
export type MovieOptions = {
  brand?: "isom" | "qt  ";
  width?: number;
  height?: number;
  seconds?: number;
  videoCodec?: string;
  audioCodec?: string | null;
  isTurned?: boolean;
  /** The kind of sound that the descriptor inside `mp4a` names; without it there is no descriptor. */
  objectType?: number;
  /** The length stands beside the header, as in a movie of fragments. */
  isFragmented?: boolean;
  /** What stands where the pictures would be. */
  content?: Buffer;
};

export function aMovie(options: MovieOptions = {}): Buffer {
  const { brand = "isom", content = Buffer.alloc(64) } = options;
  const type = box("ftyp", Buffer.from(brand), number(0), Buffer.from(brand));
  return Buffer.concat([type, box("mdat", content), box("moov", anIndex(options))]);
}

/** A movie with its index first, whose pictures end in the middle, as a broken download does. */
export function aMovieCutOff(): Buffer {
  const type = box("ftyp", Buffer.from("isom"), number(0), Buffer.from("isom"));
  return Buffer.concat([type, box("moov", anIndex()), box("mdat", Buffer.alloc(64))]).subarray(0, -1);
}

export function anIndex({
  width = 1_080,
  height = 1_920,
  seconds = 15,
  videoCodec = "avc1",
  audioCodec = "mp4a",
  isTurned = false,
  objectType,
  isFragmented = false,
}: MovieOptions = {}): Buffer {
  const length = number(seconds * 1_000);
  const header = box(
    "mvhd",
    ...[number(0), number(0), number(0), number(1_000)],
    isFragmented ? number(0) : length,
  );
  const fragments = isFragmented ? [box("mvex", box("mehd", number(0), length))] : [];
  const matrix = (isTurned ? [0, 1, 0, -1, 0, 0, 0, 0, 1] : [1, 0, 0, 0, 1, 0, 0, 0, 1]).map(fixed);
  const [seenWidth, seenHeight] = isTurned ? [height, width] : [width, height];
  const tkhd = box("tkhd", Buffer.alloc(40), ...matrix, fixed(seenWidth), fixed(seenHeight));
  const soundHeader = box("tkhd", Buffer.alloc(84));
  const sound = audioCodec === null ? [] : [box("trak", soundHeader, media("soun", audioCodec, objectType))];
  return Buffer.concat([header, box("trak", tkhd, media("vide", videoCodec)), ...sound, ...fragments]);
}

function media(handler: string, codec: string, objectType?: number): Buffer {
  const descriptor = objectType === undefined ? Buffer.alloc(0) : box("esds", number(0), aStream(objectType));
  const head = [number(0), number(1), number(16), Buffer.from(codec), Buffer.alloc(8)];
  const description = Buffer.concat([...head, descriptor]);
  return box(
    "mdia",
    box("hdlr", number(0), number(0), Buffer.from(handler), Buffer.alloc(12)),
    box("minf", box("stbl", box("stsd", description))),
  );
}

/** The descriptor of a stream whose decoder is of this type; its length takes two bytes, as some writers do. */
function aStream(objectType: number): Buffer {
  return Buffer.from([0x03, 0x80, 25, 0, 1, 0, 0x04, 17, objectType, ...Array(12).fill(0)]);
}

function box(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([number(body.length + 8), Buffer.from(kind), body]);
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value * 65_536);
  return bytes;
}
