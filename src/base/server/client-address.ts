import { isIPv6 } from "node:net";

/**
 * The address that limits count by: a whole IPv4 address; for IPv6 the /64, since one household or one attacker holds
 * all of it. An IPv4-mapped IPv6 address is IPv4.
 */
export function normalizeAddress(ip: string): string {
  const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mappedIpv4) return mappedIpv4;
  return isIPv6(ip) ? `${toIpv6Groups(ip).slice(0, 4).join(":")}::/64` : ip;
}

/** For display: enough to recognise, not enough to locate. "188.54.x.x". */
export function maskAddress(normalized: string): string {
  if (normalized.includes(":")) return `${normalized.split(":").slice(0, 2).join(":")}:…`;
  const [first, second] = normalized.split(".");
  return second === undefined ? "…" : `${first}.${second}.x.x`;
}

/** The eight groups of an IPv6 address, with `::` expanded and without leading zeros. */
function toIpv6Groups(ip: string): string[] {
  const [head = "", tail] = (ip.split("%")[0] ?? "").split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill("0"), ...after].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ""),
  );
}
