import { expect, it } from "vitest";
import { isProductPage } from "./product-page.ts";

it.each([
  ["https://shop.sa/p/1", "https://shop.sa/p/1"],
  ["https://shop.sa/p/1", "https://www.shop.sa/p/1/?utm_source=snap#top"],
  ["https://shop.sa/تمر-سكري", "https://shop.sa/%D8%AA%D9%85%D8%B1-%D8%B3%D9%83%D8%B1%D9%8A"],
  ["https://shop.sa/?product=12", "https://shop.sa/?utm_source=snap&product=12"],
])("%s is the page that %s leads to", (product, address) => {
  expect(isProductPage(product, address)).toBe(true);
});

it.each([
  ["https://shop.sa/p/1", "https://shop.sa/p/12"],
  ["https://shop.sa/p/1", "https://other.sa/p/1"],
  ["https://shop.sa/?product=12", "https://shop.sa/?product=1"],
  ["https://shop.sa/p/1", "no address"],
  ["https://shop.sa/%", "https://shop.sa/p/1"],
])("%s is not the page that %s leads to", (product, address) => {
  expect(isProductPage(product, address)).toBe(false);
});
