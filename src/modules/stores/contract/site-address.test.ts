import { describe, expect, it } from "vitest";
import { parseShopifyDomain, parseSite, parseSiteAddress } from "./site-address.ts";

describe("a shop's name at Shopify", () => {
  it.each([
    ["noura", "noura.myshopify.com"],
    [" Noura-Shop.MyShopify.com ", "noura-shop.myshopify.com"],
    ["https://noura.myshopify.com/admin?x=1", "noura.myshopify.com"],
    ["https://admin.shopify.com/store/noura/orders", "noura.myshopify.com"],
  ])("%s is %s", (typed, domain) => expect(parseShopifyDomain(typed)).toBe(domain));

  it.each([
    "",
    "noura.com",
    "noura.myshopify.com.evil.com",
    "-noura",
    "evil.com/noura.myshopify.com",
    "نورة",
  ])("is not in %j", (typed) => expect(parseShopifyDomain(typed)).toBeNull());
});

describe("a site's address", () => {
  it.each([
    ["noura.sa", "https://noura.sa"],
    ["http://noura.sa/", "https://noura.sa"],
    ["https://Noura.sa/shop/", "https://noura.sa/shop"],
    ["http://localhost:3900/site/noura", "http://localhost:3900/site/noura"],
  ])("%s is %s", (typed, address) => expect(parseSiteAddress(typed)).toBe(address));

  it.each(["", "noura", "ftp://noura.sa", "https://me@noura.sa", "https://noura.sa/?a=1", "noura sa"])(
    "is not in %j",
    (typed) => expect(parseSiteAddress(typed)).toBeNull(),
  );

  it("is required by the platforms that need one, and by no other", () => {
    expect(parseSite("salla", "noura.sa")).toBeNull();
    expect(parseSite("woocommerce", "noura.sa")).toBe("https://noura.sa");
    expect(parseSite("shopify", "noura")).toBe("noura.myshopify.com");
  });
});
