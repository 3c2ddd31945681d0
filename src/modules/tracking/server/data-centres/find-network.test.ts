import { describe, expect, it } from "vitest";
import { findNetwork } from "./find-network.ts";

describe("an address", () => {
  it.each([
    ["34.86.1.2", "Google Cloud"],
    ["52.14.3.4", "Amazon"],
    ["157.55.39.1", "Microsoft"],
    ["::ffff:52.14.3.4", "Amazon, as IPv4 in IPv6"],
    ["2600:1f18:1234::1", "Amazon"],
  ])("%s is of a data centre: %s", (address) => expect(findNetwork(address)).toBe("data_centre"));

  it.each([
    ["188.48.10.20", "STC"],
    ["37.99.128.7", "Mobily"],
    ["176.44.1.1", "a Saudi mobile network"],
    ["172.224.226.1", "Apple's private relay"],
    ["104.28.1.1", "Cloudflare, behind which people are"],
    ["2a02:cb80:4000::1", "a Saudi network"],
    ["127.0.0.1", "this machine"],
    ["::1", "this machine"],
    ["", "nobody"],
    ["not an address", "nobody"],
    ["1.2.3", "nobody"],
  ])("%j is of none: %s", (address) => expect(findNetwork(address)).toBe(""));
});
