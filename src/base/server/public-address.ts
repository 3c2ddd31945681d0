import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** IPv4 ranges that are not public: this machine, private and shared networks, documentation, multicast. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
] as const)
  notPublic.addSubnet(network, prefix, "ipv4");

/** The only public range of IPv6, and its parts that are not public: tunnels, and documentation. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
const notPublic6 = new BlockList();
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  notPublic6.addSubnet(network, prefix, "ipv6");

/** Whether an IP address is public, and not this machine or a private network. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, "ipv4");
  return isIP(address) === 6 && global6.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
}

/** The code of the error for an address that is not public. */
export const NOT_PUBLIC = "ERR_ADDRESS_NOT_PUBLIC";

const notPublicError = (host: string) =>
  Object.assign(new Error(`${host} is not public`), { code: NOT_PUBLIC });

/** Throws when the host of a URL is an IP address that is not public. Names are checked when they are resolved. */
export function checkLiteral(url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublicError(host);
}

/**
 * Resolves a name and returns only public addresses: every address of the name must be public, and the connection is
 * made to the address that was checked, so that DNS rebinding gains nothing.
 */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return done(error, "", 0);
    const [first] = found;
    if (!first || found.some(({ address }) => !isPublicAddress(address)))
      return done(notPublicError(hostname), "", 0);
    if (options.all) return done(null, found);
    return done(null, first.address, first.family);
  });
};
