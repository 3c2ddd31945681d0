/** Addresses from `start` to `end`, both included, and the place they are used at. */
export type CityRange = { start: bigint; end: bigint; place: string };

/** Where a table comes from; shown beside every figure made with it. `date` is the day it was built. */
export type TableSource = { source: string; licence: string; date: string };

export type Header = TableSource & { places: string[]; v4: number; v6: number };

/**
 * Packs ranges for a binary search: a line of JSON (`Header`), then for IPv4 and IPv6 the first address of each stretch
 * (32 bits; of IPv6 the upper 64) and the number of its place (16 bits), all little-endian. Gaps are stretches of place
 * 0, which is unknown; neighbours of one place are one stretch. A place finer than a /64 is not kept.
 */
export function packCities(source: TableSource, { v4, v6 }: { v4: CityRange[]; v6: CityRange[] }): Buffer {
  const places = [""];
  const numbers = new Map([["", 0]]);
  const numberFor = (place: string) => {
    const known = numbers.get(place);
    if (known !== undefined) return known;
    numbers.set(place, places.push(place) - 1);
    return places.length - 1;
  };
  const upper = v6.map(({ start, end, place }) => ({ start: start >> 64n, end: end >> 64n, place }));
  const [small, large] = [toStretches(v4, numberFor), toStretches(upper, numberFor)];
  const header: Header = { ...source, places, v4: small.length, v6: large.length };
  return Buffer.concat([
    Buffer.from(`${JSON.stringify(header)}\n`),
    ...small.map(({ start }) => writeInt(4, start)),
    ...small.map(({ place }) => writeInt(2, BigInt(place))),
    ...large.map(({ start }) => writeInt(8, start)),
    ...large.map(({ place }) => writeInt(2, BigInt(place))),
  ]);
}

type Stretch = { start: bigint; place: number };

function toStretches(ranges: CityRange[], numberFor: (place: string) => number): Stretch[] {
  const stretches: Stretch[] = [{ start: 0n, place: 0 }];
  const add = (start: bigint, place: number) => {
    const last = stretches.at(-1);
    if (last?.start === start) last.place = place;
    else if (last?.place !== place) stretches.push({ start, place });
  };
  let end = -1n;
  for (const range of ranges.toSorted((one, other) => (one.start < other.start ? -1 : 1))) {
    if (range.start > end + 1n) add(end + 1n, 0);
    // Several places inside one /64: the first stays.
    if (range.end <= end) continue;
    add(range.start > end ? range.start : end + 1n, numberFor(range.place));
    end = range.end;
  }
  add(end + 1n, 0);
  return stretches;
}

function writeInt(bytes: 2 | 4 | 8, value: bigint): Buffer {
  const buffer = Buffer.alloc(bytes);
  if (bytes === 8) buffer.writeBigUInt64LE(value);
  else buffer.writeUIntLE(Number(value), 0, bytes);
  return buffer;
}
