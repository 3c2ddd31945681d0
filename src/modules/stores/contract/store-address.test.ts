import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leadsUnder, parseLink } from "./store-address.ts";

const shop = ["https://shop.example/ar", "http://localhost:3900/storefront/noura"];

describe("a link leads under the store's address", () => {
  it.each([
    "https://shop.example/ar",
    "https://shop.example/ar/",
    "https://shop.example/ar/p/1?size=M#top",
    "https://www.shop.example/ar/p/1",
    "https://SHOP.example/ar/%D8%B9%D8%A8%D8%A7%D9%8A%D8%A9",
    "http://localhost:3900/storefront/noura/p/77",
    "https://shop.example./ar/p",
    "https://SHOP.example:443/%61r/p",
    "https://shop.example/ar/x/..%2fp",
    "https://shop.example/other/%252e%252E/ar",
    "https://shop.example/ar/AC%2FDC?path=..%2f..%2fadmin",
    "https://shop.example/ar/50%-off",
  ])("%s", (link) => expect(leadsUnder(link, shop)).toBe(true));
});

describe("a link is read", () => {
  it.each([
    ["https://shop.example/ar/%d8%b9?X=%d8", "https://shop.example/ar/%D8%B9?X=%d8"],
    ["https://shop.example/عباية", "https://shop.example/%D8%B9%D8%A8%D8%A7%D9%8A%D8%A9"],
    ["https://متجر.example/ar", "https://xn--pgbep1f.example/ar"],
    ["https://@shop.example/ar", "https://shop.example/ar"],
    ["https://shop.example/ar/AC%2fDC", "https://shop.example/ar/AC%2FDC"],
    ["https://shop.example/ar/x/..%2fp?a=..%2fb#c", "https://shop.example/ar/p?a=..%2fb#c"],
  ])("%s as %s", (link, href) => expect(parseLink(link)?.href).toBe(href));
});

describe("a link does not lead under the store's address", () => {
  it.each([
    "https://shop.example.evil.com/ar",
    "https://evil.com/https://shop.example/ar",
    "https://shop.example@evil.com/ar",
    "https://shop.example:8443/ar",
    "https://shop.example/arabia",
    "https://shop.example/ar/../admin",
    "https://shop.example/ar/%2e%2e/admin",
    "https://shop.example/ar/..%2fadmin",
    "https://shop.example/ar/..%2Fadmin",
    "https://shop.example/ar/%2e%2E%2fadmin",
    "https://shop.example/ar/..%252fadmin",
    "https://shop.example/ar/%25252e%25252e%25252fadmin",
    "https://shop.example/ar/..%5cadmin",
    "https://shop.example/ar/..;/admin",
    "https://shop.example/ar/..%c0%afadmin",
    "https://shop.example/ar/%00",
    "https://shop.example/ar/%250d%250aSet-Cookie:a=b",
    "https://shop.example/ar/%C2%85",
    `https://shop.example/ar/%${"25".repeat(9)}2e`,
    "https://user@shop.example/ar",
    "https://shop.example%2f@evil.com/ar",
    "https://shop.example%2eevil.com/ar",
    "https://shoр.example/ar",
    "https://shop.example\u200b.evil.com/ar",
    "http://localhost:3900/storefront/noura/..%2fnoura2",
    "http://shop.example/ar",
    "http://localhost:3900/storefront/noura2",
    "http://localhost:3901/storefront/noura",
    "//shop.example/ar",
    "/ar",
    "javascript:alert(1)//shop.example/ar",
    "https:\\\\shop.example\\ar",
    "https://shop.example/ar\n/p",
    "https://shop.example/ar\u0000",
    " https://shop.example/ar",
    "data:text/html,x",
    "",
    `https://shop.example/ar/${"x".repeat(2_000)}`,
  ])("%j", (link) => expect(leadsUnder(link, shop)).toBe(false));

  it("whose path means something else to a server that decodes once more, however it is written", () => {
    const dots = fc.constantFrom("..", ".", "%2e%2e", "%2E.", "..;x", "%252e%252E", "p", "ar", "AC%2FDC", "");
    const slash = fc.constantFrom("/", "/", "%2f", "%2F", "%5c", "%252f", "%25255C");
    const path = fc.array(fc.tuple(slash, dots), { maxLength: 8 }).map((parts) => parts.flat().join(""));
    fc.assert(
      fc.property(path, (tail) => {
        const link = `https://shop.example/ar${tail}`;
        const read = parseLink(link)?.href ?? "";
        if (read) expect(parseLink(read)?.href).toBe(read);
        if (!leadsUnder(link, shop)) return;
        for (let seen = new URL(read).pathname, turn = 0; turn < 6; turn += 1) {
          expect(new URL(seen, "https://shop.example").pathname).toMatch(/^\/ar(\/|$)/);
          seen = seen.replaceAll(/%(25|2e|2f|5c)/gi, decodeURIComponent).replaceAll(/;[^/]*/g, "");
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("when the merchant has no store", () => expect(leadsUnder("https://shop.example/ar", [])).toBe(false));
});
