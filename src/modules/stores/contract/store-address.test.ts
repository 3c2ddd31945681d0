import { describe, expect, it } from "vitest";
import { leadsUnder } from "./store-address.ts";

const shop = ["https://shop.example/ar", "http://localhost:3900/storefront/noura"];

describe("a link leads under the store's address", () => {
  it.each([
    "https://shop.example/ar",
    "https://shop.example/ar/",
    "https://shop.example/ar/p/1?size=M#top",
    "https://www.shop.example/ar/p/1",
    "https://SHOP.example/ar/%D8%B9%D8%A8%D8%A7%D9%8A%D8%A9",
    "http://localhost:3900/storefront/noura/p/77",
  ])("%s", (link) => expect(leadsUnder(link, shop)).toBe(true));
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

  it("when the merchant has no store", () => expect(leadsUnder("https://shop.example/ar", [])).toBe(false));
});
