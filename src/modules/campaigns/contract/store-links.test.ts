import { expect, it } from "vitest";
import { leadsInto } from "./store-links.ts";

const places = ["https://nakhla.example", "http://localhost:3900/storefront/nakhla"];

it.each([
  "https://nakhla.example",
  "https://nakhla.example/",
  "https://nakhla.example/ajwa?x=1#y",
  "https://NAKHLA.example:443/ajwa",
  "http://localhost:3900/storefront/nakhla",
  "http://localhost:3900/storefront/nakhla/p/1",
])("%s leads into the merchant's store", (link) => {
  expect(leadsInto(link, places)).toBe(true);
});

it.each([
  "http://nakhla.example/ajwa",
  "https://nakhla.example.evil.example/",
  "https://nakhla.example@evil.example/",
  "https://evil.example/https://nakhla.example",
  "http://localhost:3900/storefront/nakhla-other/",
  "http://localhost:3900/storefront/",
  "http://localhost:3900/storefront/nakhla/../other",
  "https://nakhla.example\\@evil.example/",
  "javascript:alert(1)//https://nakhla.example",
  "//nakhla.example",
  "nakhla.example",
  "https://nakhla.example/\u0000",
])("%s does not", (link) => {
  expect(leadsInto(link, places)).toBe(false);
});
