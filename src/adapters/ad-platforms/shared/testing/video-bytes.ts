const box = (kind: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  const boxHeader = Buffer.alloc(8);
  boxHeader.writeUInt32BE(body.length + 8);
  boxHeader.write(kind, 4, "latin1");
  return Buffer.concat([boxHeader, body]);
};

/** The header of a portrait video of nine seconds: what a platform reads before it checks the frames. */
export function aVideoBytes(): Buffer {
  const header = Buffer.alloc(100);
  header.writeUInt32BE(1_000, 12);
  header.writeUInt32BE(9_000, 16);
  const track = Buffer.alloc(84);
  track.writeUInt32BE(1_080 * 65_536, 76);
  track.writeUInt32BE(1_920 * 65_536, 80);
  const handler = Buffer.alloc(24);
  handler.write("vide", 8, "latin1");
  const samples = Buffer.alloc(24);
  samples.write("avc1", 12, "latin1");
  const media = box("mdia", box("hdlr", handler), box("minf", box("stbl", box("stsd", samples))));
  const movie = box("moov", box("mvhd", header), box("trak", box("tkhd", track), media));
  return Buffer.concat([box("ftyp", Buffer.from("isom0000mp42")), movie]);
}
