import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file in an archive. Its name is ASCII. */
export type ZipEntry = { name: string; content: Iterable<string> | AsyncIterable<string> };

type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number };

/** Sizes and checksum follow the data, because they are not known before it (PKWARE APPNOTE 4.3.9, bit 3). */
const flags = 0x08;
const deflated = 8;
const version = 20;
/** 1 January 1980, the earliest date the format knows: the same table makes the same bytes. */
const date = 0x21;

/** A ZIP archive (PKWARE APPNOTE 6.3) of files below 4 GiB, written while their content comes. */
export async function* toZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const entry: Written = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    const header = toLocalHeader(entry);
    yield header;
    for await (const chunk of pack(entry, content)) yield chunk;
    const descriptor = toDescriptor(entry);
    yield descriptor;
    offset += header.length + entry.packed + descriptor.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(toDirectoryEntry));
  yield directory;
  yield toEnd(written.length, directory.length, offset);
}

/** The compressed bytes; counts them into the entry. An error of the content ends the stream with it. */
async function* pack(entry: Written, content: ZipEntry["content"]): AsyncGenerator<Buffer> {
  async function* measure() {
    for await (const text of content) {
      const bytes = Buffer.from(text);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  }
  const packed = pipeline(Readable.from(measure()), createDeflateRaw(), () => {});
  for await (const chunk of packed as AsyncIterable<Buffer>) {
    entry.packed += chunk.length;
    yield chunk;
  }
}

/** Little-endian numbers, each with its width in bytes. */
function toBytes(...fields: [value: number, width: 2 | 4][]): Buffer {
  const bytes = Buffer.alloc(fields.reduce((sum, [, width]) => sum + width, 0));
  let at = 0;
  for (const [value, width] of fields) at = bytes.writeUIntLE(value, at, width);
  return bytes;
}

const toLocalHeader = ({ name }: Written): Buffer =>
  Buffer.concat([
    toBytes(
      [0x04034b50, 4],
      [version, 2],
      [flags, 2],
      [deflated, 2],
      [0, 2],
      [date, 2],
      [0, 4],
      [0, 4],
      [0, 4],
    ),
    toBytes([name.length, 2], [0, 2]),
    name,
  ]);

const toDescriptor = ({ crc, packed, size }: Written): Buffer =>
  toBytes([0x08074b50, 4], [crc, 4], [packed, 4], [size, 4]);

const toDirectoryEntry = ({ name, crc, packed, size, offset }: Written): Buffer =>
  Buffer.concat([
    toBytes([0x02014b50, 4], [version, 2], [version, 2], [flags, 2], [deflated, 2], [0, 2], [date, 2]),
    toBytes(
      [crc, 4],
      [packed, 4],
      [size, 4],
      [name.length, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [offset, 4],
    ),
    name,
  ]);

const toEnd = (entries: number, length: number, offset: number): Buffer =>
  toBytes([0x06054b50, 4], [0, 2], [0, 2], [entries, 2], [entries, 2], [length, 4], [offset, 4], [0, 2]);
