import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { getCapabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { headlineLimit } from "../contract/check-ad.ts";
import { combineLimits } from "./combine-limits.ts";

const rows = [
  getCapabilities("meta"),
  getCapabilities("snapchat"),
  getCapabilities("tiktok"),
  getCapabilities("x"),
  getCapabilities("google", ["search"]),
  getCapabilities("google", ["youtube"]),
].filter((row) => row !== null);
const chosen = fc.subarray(rows, { minLength: 1 });

describe("what the shared part of a form offers", () => {
  it("is every choice that any platform takes, and no length that one of them refuses", () => {
    fc.assert(
      fc.property(chosen, (of) => {
        const combined = combineLimits(of);
        if (!combined) throw new Error("there is at least one");
        for (const row of of) {
          expect(combined.devices).toEqual(expect.arrayContaining([...row.devices]));
          expect(combined.callsToAction).toEqual(expect.arrayContaining([...row.callsToAction]));
          expect(headlineLimit(combined)).toBeLessThanOrEqual(headlineLimit(row));
          expect(combined.headlines.max).toBeGreaterThanOrEqual(row.headlines.max);
          if (row.textMax > 0) expect(combined.textMax).toBeLessThanOrEqual(row.textMax);
          if (row.keywords) expect(combined.keywords?.length).toBeLessThanOrEqual(row.keywords.length);
          if (row.radiusMetres) expect(combined.radiusMetres).not.toBeNull();
        }
      }),
    );
  });

  it("names each kind of file once, and has a platform that takes files where any does", () => {
    fc.assert(
      fc.property(chosen, (of) => {
        const combined = combineLimits(of);
        const kinds = combined?.media.map(({ kind }) => kind) ?? [];
        expect(new Set(kinds).size).toBe(kinds.length);
        const holder = of.find(({ platform }) => platform === combined?.platform);
        if (kinds.length > 0)
          expect(of.some((row) => row.platform === holder?.platform && row.media.length > 0)).toBe(true);
      }),
    );
  });

  it("of one platform is that platform's own, and of none is nothing", () => {
    for (const row of rows) expect(combineLimits([row])).toBe(row);
    expect(combineLimits([])).toBeNull();
  });
});
