import { readFileSync } from "node:fs";
import { isIPv4, isIPv6 } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import type { Header, TableSource } from "./pack-cities.ts";

export type IpCities = TableSource & {
  /** A city's key in the gazetteer, `country:ae`, or "" where the table does not know the address. */
  find(address: string): string;
};

/** DB-IP's free table, cut down to the Kingdom and the Gulf; see the README beside it. */
const bundledTable = join(import.meta.dirname, "generated/ip-cities.br");

/** Reads a table that `scripts/make-ip-cities.ts` made; throws when the file is not one. */
export function openIpCities(path: string = bundledTable): IpCities {
  const bytes = brotliDecompressSync(readFileSync(path));
  const lineEnd = bytes.indexOf(10);
  const { places, v4, v6, ...source } = JSON.parse(bytes.toString("utf8", 0, lineEnd)) as Header;
  const read = <Numbers>(
    make: (buffer: ArrayBuffer) => Numbers,
    { at, length }: { at: number; length: number },
  ): Numbers => {
    const own = new Uint8Array(length);
    own.set(bytes.subarray(at, at + length));
    return make(own.buffer);
  };
  const start = lineEnd + 1;
  const starts4 = read((buffer) => new Uint32Array(buffer), { at: start, length: v4 * 4 });
  const places4 = read((buffer) => new Uint16Array(buffer), { at: start + v4 * 4, length: v4 * 2 });
  const start6 = start + v4 * 6;
  const starts6 = read((buffer) => new BigUint64Array(buffer), { at: start6, length: v6 * 8 });
  const places6 = read((buffer) => new Uint16Array(buffer), { at: start6 + v6 * 8, length: v6 * 2 });

  return {
    ...source,
    find(address) {
      if (isIPv4(address)) return places[places4[findLast(starts4, toNumber4(address))] ?? 0] ?? "";
      const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
      if (mapped) return places[places4[findLast(starts4, toNumber4(mapped))] ?? 0] ?? "";
      if (!isIPv6(address)) return "";
      return places[places6[findLast(starts6, toUpper6(address))] ?? 0] ?? "";
    },
  };
}

/** The index of the last start that is not above the address; the first start is 0. */
function findLast(starts: { length: number; [at: number]: number | bigint }, address: number | bigint) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= address) low = middle;
    else high = middle - 1;
  }
  return low;
}

function toNumber4(address: string): number {
  let value = 0;
  for (const part of address.split(".")) value = value * 256 + Number(part);
  return value;
}

/** The upper 64 bits: the network of one connection. */
function toUpper6(address: string): bigint {
  const [left = "", right] = (address.split("%")[0] ?? "").split("::");
  const head = left === "" ? [] : left.split(":");
  const tail = right ? right.split(":") : [];
  // An address may end in IPv4, which stands for two groups.
  const tailGroups = tail.length + (tail.at(-1)?.includes(".") ? 1 : 0);
  const groups =
    right === undefined ? head : [...head, ...Array(8 - head.length - tailGroups).fill("0"), ...tail];
  let value = 0n;
  for (const group of groups.slice(0, 4)) value = (value << 16n) | BigInt(Number.parseInt(group || "0", 16));
  return value;
}
