import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { mapCredits } from "#base/web/maps/credits.ts";
import { compileMap } from "./compile-map.ts";
import { compilePlaces, readSources } from "./compile-places.ts";
import { readTable } from "./read-table.ts";

/** Licences under which positions may be bundled; CC BY asks that the source is named, as the map does. */
const freeLicences = ["CC0 1.0", "CC BY", "CC BY 4.0", "public domain", "our own"];

it("every place names the source of its position, and its licence lets us bundle it", async () => {
  const sources = await readSources();
  const named = [
    ...(await readTable("cities.tsv", 10)).map((row) => row[9] ?? ""),
    ...(await readTable("districts.tsv", 7)).map((row) => row[6] ?? ""),
  ];
  expect(named.length).toBeGreaterThan(1_000);
  for (const source of named) expect(freeLicences).toContain(sources.get(source.split(" ")[0] ?? ""));
});

it("the map names every source with its licence", async () => {
  const sources = await readTable("sources.tsv", 4);
  for (const [key, name = "", licence] of sources) {
    // Mesoshapes and Quattroshapes are held by Who's On First, under licences of their own.
    const credit = mapCredits.find((one) => name.replaceAll("'", "’").startsWith(one.name));
    if (key === "own" || key === "mesoshapes") expect(credit).toBeUndefined();
    else expect(credit?.licence).toBe(licence);
  }
});

it("the committed gazetteer is what its tables make", async () => {
  for (const { path, text } of await compilePlaces()) expect(await readFile(path, "utf8")).toBe(text);
});

it("the committed map is what its sources make, and small enough for a phone", async () => {
  const { path, text } = await compileMap();
  expect(await readFile(path, "utf8")).toBe(text);
  expect(text.length).toBeLessThan(80_000);
});
