import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `node scripts/make-data-centres.ts FOLDER`: makes the list of data centres' addresses from the unpacked npm package
 * `@ip-location-db/asn` (`npm pack @ip-location-db/asn`). Networks of clouds that rent servers are taken; those of VPNs,
 * private relays and content networks are not, because people come through them.
 */

/** Autonomous systems, by who runs them. */
const clouds: Record<string, readonly number[]> = {
  Amazon: [16_509, 14_618],
  Microsoft: [8_075, 8_068, 8_069],
  "Google Cloud": [396_982],
  "Alibaba Cloud": [45_102, 37_963],
  "Tencent Cloud": [132_203, 45_090],
  "Huawei Cloud": [136_907, 55_990],
  "Oracle Cloud": [31_898],
  "IBM Cloud": [36_351],
  DigitalOcean: [14_061],
  Hetzner: [24_940, 213_230, 212_317],
  OVH: [16_276],
  Linode: [63_949],
  Vultr: [20_473],
  Scaleway: [12_876],
  Contabo: [51_167, 40_021],
  netcup: [197_540],
  IONOS: [8_560],
  Hostinger: [47_583],
  UpCloud: [202_053],
};
const wanted = new Set(Object.values(clouds).flat());

type Range = [start: bigint, end: bigint];

/** Ranges of the wanted networks, in units of 2^shift addresses; neighbours are one. */
function readRanges(file: string, shift: bigint): Range[] {
  const ranges: Range[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const [, start, end, asn] = /^(\d+),(\d+),(\d+),/.exec(line) ?? [];
    if (start && end && wanted.has(Number(asn))) ranges.push([BigInt(start) >> shift, BigInt(end) >> shift]);
  }
  ranges.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const merged: Range[] = [];
  for (const [start, end] of ranges) {
    const last = merged.at(-1);
    if (!last || start > last[1] + 1n) merged.push([start, end]);
    else if (end > last[1]) last[1] = end;
  }
  return merged;
}

/** Gaps and lengths in turn, seven bits a byte. */
function pack(ranges: readonly Range[]): string {
  const bytes: number[] = [];
  const add = (value: bigint) => {
    for (let rest = value; ; rest >>= 7n) {
      if (rest < 128n) {
        bytes.push(Number(rest));
        return;
      }
      bytes.push(Number(rest & 127n) | 128);
    }
  };
  let reached = 0n;
  for (const [start, end] of ranges) {
    add(start - reached);
    add(end - start);
    reached = end;
  }
  return Buffer.from(bytes).toString("base64");
}

const folder = process.argv[2] ?? ".";
const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
const v4 = readRanges(join(folder, "asn-ipv4-num.csv"), 8n);
const v6 = readRanges(join(folder, "asn-ipv6-num.csv"), 80n);
const target = join(import.meta.dirname, "../src/modules/tracking/server/data-centres/ranges.json");
const source = `@ip-location-db/asn ${version} (RouteViews, DB-IP, NRO; CC BY 4.0), networks of ${Object.keys(clouds).join(", ")}`;
writeFileSync(target, `${JSON.stringify({ source, v4: pack(v4), v6: pack(v6) }, null, 1)}\n`);
console.log(`${v4.length} ranges of IPv4 and ${v6.length} of IPv6`);
