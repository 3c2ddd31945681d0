import { readFileSync } from "node:fs";

/** A network of an address table and what the table says of it. IPv4 has 32 bits, IPv6 128. */
type Network = { start: bigint; bits: number; record: Record<string, unknown> };
type Mmdb = { bits: 32 | 128; builtAt: Date; networks: Generator<Network> };

const mark = Buffer.from("abcdef4d61784d696e642e636f6d", "hex");

/** Reads a table in MaxMind's format (maxmind.github.io/MaxMind-DB, version 2.0), network by network in order. */
export function readMmdb(path: string): Mmdb {
  const bytes = readFileSync(path);
  const at = bytes.lastIndexOf(mark) + mark.length;
  const metadata = decodeAt(bytes, at, at).value as Record<string, number>;
  const { node_count: nodes = 0, record_size: size = 0, ip_version: version, build_epoch: built } = metadata;
  const bits = version === 4 ? 32 : 128;
  const dataStart = (nodes * size) / 4 + 16;
  const known = new Map<number, Record<string, unknown>>();

  const load = (offset: number) => {
    const found = known.get(offset) ?? (decodeAt(bytes, offset, dataStart).value as Record<string, unknown>);
    known.set(offset, found);
    return found;
  };

  function* walk(node: number, start: bigint, depth: number): Generator<Network> {
    for (const side of [0, 1] as const) {
      const next = readNode(bytes, node, side, size);
      const from = side === 0 ? start : start | (1n << BigInt(bits - depth - 1));
      if (next < nodes) yield* walk(next, from, depth + 1);
      else if (next > nodes)
        yield { start: from, bits: depth + 1, record: load(next - nodes - 16 + dataStart) };
    }
  }
  return { bits, builtAt: new Date((built ?? 0) * 1_000), networks: walk(0, 0n, 0) };
}

function readNode(bytes: Buffer, node: number, side: 0 | 1, size: number): number {
  const base = (node * size) / 4;
  if (size === 24) return bytes.readUIntBE(base + side * 3, 3);
  if (size === 32) return bytes.readUInt32BE(base + side * 4);
  const middle = bytes[base + 3] ?? 0;
  return side === 0
    ? ((middle & 0xf0) << 20) | bytes.readUIntBE(base, 3)
    : ((middle & 0x0f) << 24) | bytes.readUIntBE(base + 4, 3);
}

type Decoded = { value: unknown; next: number };

function decodeAt(bytes: Buffer, at: number, dataStart: number): Decoded {
  const control = bytes[at] ?? 0;
  let type = control >> 5;
  let next = at + 1;
  if (type === 1) return decodePointer(bytes, at, dataStart);
  if (type === 0) {
    type = 7 + (bytes[next] ?? 0);
    next += 1;
  }
  let length = control & 0x1f;
  if (length >= 29) {
    const extra = length - 28;
    length = bytes.readUIntBE(next, extra) + ([29, 285, 65_821][extra - 1] ?? 0);
    next += extra;
  }
  if (type === 7) return decodeMap(bytes, { next, length, dataStart });
  if (type === 11) return decodeArray(bytes, { next, length, dataStart });
  if (type === 14) return { value: length === 1, next };
  const end = next + length;
  if (type === 2) return { value: bytes.toString("utf8", next, end), next: end };
  if (type === 3) return { value: bytes.readDoubleBE(next), next: end };
  if (type === 15) return { value: bytes.readFloatBE(next), next: end };
  if (type === 4 || length > 6) return { value: bytes.subarray(next, end), next: end };
  return { value: length === 0 ? 0 : bytes.readUIntBE(next, length), next: end };
}

function decodePointer(bytes: Buffer, at: number, dataStart: number): Decoded {
  const control = bytes[at] ?? 0;
  const length = ((control >> 3) & 3) + 1;
  const low = bytes.readUIntBE(at + 1, length);
  const high = length === 4 ? 0 : (control & 7) * 2 ** (8 * length);
  const target = high + low + ([0, 2_048, 526_336, 0][length - 1] ?? 0);
  return { value: decodeAt(bytes, dataStart + target, dataStart).value, next: at + 1 + length };
}

type Sized = { next: number; length: number; dataStart: number };

function decodeMap(bytes: Buffer, { next, length, dataStart }: Sized): Decoded {
  const value: Record<string, unknown> = {};
  let at = next;
  for (let left = length; left > 0; left -= 1) {
    const name = decodeAt(bytes, at, dataStart);
    const item = decodeAt(bytes, name.next, dataStart);
    value[String(name.value)] = item.value;
    at = item.next;
  }
  return { value, next: at };
}

function decodeArray(bytes: Buffer, { next, length, dataStart }: Sized): Decoded {
  const value: unknown[] = [];
  let at = next;
  for (let left = length; left > 0; left -= 1) {
    const item = decodeAt(bytes, at, dataStart);
    value.push(item.value);
    at = item.next;
  }
  return { value, next: at };
}
