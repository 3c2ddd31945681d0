import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseLink } from "#modules/stores/contract/store-address.ts";
import { toLanding, toLocation } from "./landing.ts";

const tags = { source: "snapchat", medium: "paid_social" };
const land = (destination: string) =>
  toLocation(toLanding({ linkId: "48210377", adId: "ad_1", tags, destination }), "c".repeat(22));

const ourNames = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term", "rwj"];

/**
 * A name disguised so that a simple check misses it: any case, encoded up to twice, with the characters PHP treats as
 * equal.
 */
const disguised = fc
  .tuple(
    fc.constantFrom(...ourNames),
    fc.array(fc.constantFrom("as it is", "upper", "encoded", "encoded upper", "twice"), { minLength: 12 }),
    fc.constantFrom("", "+", "%20"),
    fc.constantFrom("", "[]", "%5B0%5D"),
  )
  .map(([name, ways, lead, tail]) => {
    const hex = (sign: string) => `%${sign.charCodeAt(0).toString(16)}`;
    const write: Record<string, (sign: string) => string> = {
      "as it is": (sign) => sign,
      upper: (sign) => sign.toUpperCase(),
      encoded: hex,
      "encoded upper": (sign) => hex(sign.toUpperCase()).toUpperCase(),
      twice: (sign) => hex(sign).replace("%", "%25"),
    };
    const letters = [...name].map((sign, at) => write[ways[at] ?? "as it is"]?.(sign) ?? sign);
    return `${lead}${letters.join("")}${tail}`;
  });

describe("where a click lands", () => {
  it("keeps the shop's own query character by character, and replaces its values for our names", () => {
    expect(land("https://shop.example/p?a=%20+x&utm_source=old&b=%D8%A3&utm_term=old&sig=A%2Fb=")).toBe(
      "https://shop.example/p?a=%20+x&b=%D8%A3&sig=A%2Fb=&utm_source=snapchat&utm_medium=paid_social" +
        "&utm_campaign=48210377&utm_content=ad_1&utm_term=cccccccccccccccccccccc&rwj=cccccccccccccccccccccc",
    );
  });

  it.each([
    "utm%5Fsource=old",
    "UTM_SOURCE=old",
    "utm%255Fsource=old",
    "%75%74%6d_source",
    "utm.source=old",
    "+utm_source[]=old",
  ])("sets our own tags once when the query had %s", (own) => {
    expect(land(`https://shop.example/p?a=1&${own}`)).toBe(land("https://shop.example/p?a=1"));
  });

  it("never repeats a tag of ours, and never removes one of the shop's", () => {
    const shopParam = fc.constantFrom(
      "size=M",
      "utm_id=7",
      "my_utm_source=x",
      "rwjx=1",
      "%D8%A3=1",
      "a=utm_source",
    );
    const query = fc.array(
      fc.oneof(
        disguised.map((name) => `${name}=old`),
        shopParam,
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(query, (parts) => {
        const location = land(`https://shop.example/p?${parts.join("&")}`);
        const remaining = parts.filter((part) => !part.endsWith("=old"));
        const names = location
          .split("?")[1]
          ?.split("&")
          .map((part) => part.split("=")[0]);
        expect(names).toEqual([...remaining.map((part) => part.split("=")[0]), ...ourNames]);
      }),
    );
  });

  it("is always one line of ASCII on the shop's own host and path, as the link was checked", () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        const stored = parseLink(address);
        if (!stored) return;
        const location = land(stored.href);
        expect(location).toMatch(/^[!-~]+$/);
        expect(new URL(location).host).toBe(stored.host);
        expect(new URL(location).pathname).toBe(stored.pathname);
        expect(new URL(location).searchParams.getAll("rwj")).toEqual(["c".repeat(22)]);
      }),
    );
  });
});
