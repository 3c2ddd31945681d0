import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { landingOf, locationOf } from "./landing.ts";

const land = (destination: string) =>
  locationOf(
    landingOf({ linkId: "48210377", adId: "ad_1", platform: "snapchat", destination }),
    "c".repeat(22),
  );

describe("where a click lands", () => {
  it("keeps the shop's own query letter by letter, and replaces its values for our names", () => {
    expect(land("https://shop.example/p?a=%20+x&utm_source=old&b=%D8%A3&utm_term=old&sig=A%2Fb=")).toBe(
      "https://shop.example/p?a=%20+x&b=%D8%A3&sig=A%2Fb=&utm_source=snapchat&utm_medium=paid_social" +
        "&utm_campaign=48210377&utm_content=ad_1&utm_term=cccccccccccccccccccccc&rwj=cccccccccccccccccccccc",
    );
  });

  it("is always one line of ASCII on the shop's own host", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (destination) => {
        const location = land(destination);
        expect(location).toMatch(/^[!-~]+$/);
        expect(new URL(location).host).toBe(new URL(destination).host);
        expect(new URL(location).searchParams.getAll("rwj")).toEqual(["c".repeat(22)]);
      }),
    );
  });
});
