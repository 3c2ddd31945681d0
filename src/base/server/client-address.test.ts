import { describe, expect, it } from "vitest";
import { maskAddress, normalizeAddress } from "./client-address.ts";

describe("an address, as limits count it", () => {
  it.each([
    ["188.54.10.20", "188.54.10.20"],
    ["::ffff:188.54.10.20", "188.54.10.20"],
    ["2a02:0cb8:1:2:3:4:5:6", "2a02:cb8:1:2::/64"],
    ["2a02:cb8:1:2::9", "2a02:cb8:1:2::/64"],
    ["2a02::1", "2a02:0:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ])("%s is %s", (ip, normalized) => expect(normalizeAddress(ip)).toBe(normalized));
});

describe("an address, as it is shown", () => {
  it.each([
    ["188.54.10.20", "188.54.x.x"],
    ["2a02:cb8:1:2::/64", "2a02:cb8:…"],
    ["unknown", "…"],
  ])("%s is %s", (normalized, shown) => expect(maskAddress(normalized)).toBe(shown));
});
