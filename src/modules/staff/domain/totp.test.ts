import fc from "fast-check";
import { Secret, TOTP } from "otpauth";
import { describe, expect, it } from "vitest";
import { findTotpStep, toTotpUri } from "./totp.ts";

/** The key of RFC 6238's appendix B: the ASCII text 12345678901234567890. */
const key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1_000);
const codeAt = (seconds: number) =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: seconds * 1_000 });

describe("a code of the second factor", () => {
  // The last six of the appendix's eight digits.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at second %i is the one of RFC 6238: %s", (seconds, code) => {
    expect(findTotpStep(key, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it("is accepted from a clock one step ahead or behind, and from no other", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 4_000_000_000 }),
        fc.integer({ min: -6, max: 6 }),
        (seconds, skew) => {
          const step = Math.floor(seconds / 30);
          const found = findTotpStep(key, codeAt((step + skew) * 30), at(seconds));
          // Two steps may have the same code by chance: then the nearer one is meant.
          if (Math.abs(skew) <= 1) expect(found).not.toBeNull();
          if (found !== null) expect(Math.abs(found - step)).toBeLessThanOrEqual(1);
          if (found !== null) expect(codeAt(found * 30)).toBe(codeAt((step + skew) * 30));
        },
      ),
    );
  });

  it.each(["", "12345", "1234567", "abcdef"])("is not %j", (code) => {
    expect(findTotpStep(key, code, at(59))).toBeNull();
  });
});

describe("the address for an authenticator app", () => {
  it("names the product, the person, the secret and the standard", () => {
    const uri = new URL(toTotpUri("noura@rawaj.example", key));
    expect(uri.protocol).toBe("otpauth:");
    expect(decodeURIComponent(uri.pathname)).toBe("/Rawaj:noura@rawaj.example");
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: "Rawaj",
      secret: key,
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});
