import { constants, crc32, deflateRawSync } from "node:zlib";

/*
 * A page that carries a visit's query is the same page with the query in some places. Its parts are compressed once, and
 * one gzip stream (RFC 1952 around RFC 1951) is put together of them for each visit: a part ends at a whole byte and refers
 * to no other, and the query stands between two of them uncompressed.
 */

/** Deflate, no name, no time, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** The last block, empty. */
const end = Buffer.from([0x03, 0x00]);
const storedMax = 65_535;

/** Joins the parts around a text, as `parts.join(text)` would, into gzip. */
export function makeGzipJoin(parts: readonly string[]): (text: string) => Buffer {
  const plain = parts.map((part) => Buffer.from(part));
  const compressed = plain.map((part) =>
    deflateRawSync(part, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }),
  );
  return (text) => {
    const between = Buffer.from(text);
    const stored = toStoredBlocks(between);
    let checksum = 0;
    let length = 0;
    const pieces: Buffer[] = [header];
    for (const [index, part] of plain.entries()) {
      const before = index === 0 ? [] : [between];
      if (index > 0) pieces.push(stored);
      pieces.push(compressed[index] as Buffer);
      for (const bytes of [...before, part]) {
        checksum = crc32(bytes, checksum);
        length += bytes.length;
      }
    }
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(checksum, 0);
    trailer.writeUInt32LE(length % 2 ** 32, 4);
    return Buffer.concat([...pieces, end, trailer]);
  };
}

function toStoredBlocks(bytes: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += storedMax) {
    const data = bytes.subarray(from, from + storedMax);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(data.length, 1);
    head.writeUInt16LE(data.length ^ 0xffff, 3);
    blocks.push(head, data);
  }
  return Buffer.concat(blocks);
}
