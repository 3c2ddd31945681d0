import ranges from "./ranges.json" with { type: "json" };

/** Sorted and apart: `starts[i]` to `ends[i]`, both included. */
type Ranges = { starts: Float64Array; ends: Float64Array };

const v4 = unpack(ranges.v4);
const v6 = unpack(ranges.v6);

/**
 * Whether an address belongs to a cloud that rents servers, by the bundled list (`README.md` names its source, date and
 * licence). An address that is none is not in the list.
 */
export function findNetwork(address: string): "" | "data_centre" {
  const mapped = address.startsWith("::ffff:") ? address.slice(7) : address;
  const isInside = mapped.includes(":") ? isWithin(v6, parseV6(mapped)) : isWithin(v4, parseV4(mapped));
  return isInside ? "data_centre" : "";
}

/** The range that begins last at or before the value is the only one that can hold it. */
function isWithin({ starts, ends }: Ranges, value: number): boolean {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low > 0 && value <= (ends[low - 1] ?? -1);
}

/** The first three bytes of an IPv4 address as a number; NaN, which is in no range, for anything else. */
function parseV4(address: string): number {
  const parts = address.split(".");
  if (parts.length !== 4) return Number.NaN;
  return parts.slice(0, 3).reduce((sum, part) => sum * 256 + Number(part), 0);
}

/** The first 48 bits of an IPv6 address as a number. */
function parseV6(address: string): number {
  const [head = "", tail] = address.split("::", 2);
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...new Array<string>(missing).fill("0"), ...after].slice(0, 3);
  return groups.reduce((sum, group) => sum * 65_536 + Number.parseInt(group, 16), 0);
}

/** Gaps and lengths in turn, seven bits a byte, as `scripts/make-data-centres.ts` packs them. */
function unpack(packed: string): Ranges {
  const values: number[] = [];
  let value = 0;
  let weight = 1;
  for (const byte of Buffer.from(packed, "base64")) {
    value += (byte & 127) * weight;
    if (byte >= 128) weight *= 128;
    else {
      values.push(value);
      value = 0;
      weight = 1;
    }
  }
  const starts = new Float64Array(values.length / 2);
  const ends = new Float64Array(values.length / 2);
  let reached = 0;
  for (let index = 0; index < starts.length; index += 1) {
    starts[index] = reached + (values[index * 2] ?? 0);
    reached = (starts[index] ?? 0) + (values[index * 2 + 1] ?? 0);
    ends[index] = reached;
  }
  return { starts, ends };
}
