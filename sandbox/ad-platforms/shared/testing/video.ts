function box(kind: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(kind, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** A minimal mp4: enough to read its length, its picture size and its codec. */
export function aVideo({ seconds = 10, width = 1080, height = 1920, codec = "avc1" } = {}): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1_000, 12);
  header.writeUInt32BE(seconds * 1_000, 16);
  const track = Buffer.alloc(84);
  track.writeUInt32BE(width * 65_536, 76);
  track.writeUInt32BE(height * 65_536, 80);
  const handler = Buffer.alloc(24);
  handler.write("vide", 8, "latin1");
  const samples = Buffer.alloc(24);
  samples.write(codec, 12, "latin1");
  const media = box("mdia", box("hdlr", handler), box("minf", box("stbl", box("stsd", samples))));
  return Buffer.concat([
    box("ftyp", Buffer.from("isom0000mp42")),
    box("moov", box("mvhd", header), box("trak", box("tkhd", track), media)),
  ]);
}
