import { type LookupAddress, lookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

/** IPv4 that is nobody's public place: this machine, private and shared networks, documentation, multicast. */
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

/** The only public part of IPv6, and what inside it leads elsewhere: tunnels, and documentation. */
const global6 = new BlockList();
global6.addSubnet("2000::", 3, "ipv6");
const notPublic6 = new BlockList();
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
] as const)
  notPublic6.addSubnet(network, prefix, "ipv6");

/** Whether an IP address is out on the internet, and not this machine or a network around it. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !notPublic.check(address, "ipv4");
  return isIP(address) === 6 && global6.check(address, "ipv6") && !notPublic6.check(address, "ipv6");
}

/** The code of the error that a call outside its reach ends with. */
export const NOT_PUBLIC = "ERR_ADDRESS_NOT_PUBLIC";

const notPublicError = (host: string) =>
  Object.assign(new Error(`${host} is not public`), { code: NOT_PUBLIC });

/** Throws when the host of a URL is written as an address that is not public. Names are judged when they are looked up. */
export function checkLiteral(url: string): void {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublicError(host);
}

/**
 * Looks a name up and gives only what is public: every address a name has must be, and the connection is made to the
 * very address that was judged, so that a name that changes its mind gains nothing.
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
