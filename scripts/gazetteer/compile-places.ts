import { readTable, toNumber } from "./read-table.ts";

/** A file that is made from tables, and how many rows or points it holds. */
export type MadeFile = { path: string; text: string; count: number };

const target = "src/base/shared/places/generated";

/** The Kingdom lies within: a mistyped digit mostly leaves it. */
const frame = { south: 16, north: 32.5, west: 34, east: 56 };
const regions = new Set([
  "riyadh",
  "makkah",
  "madinah",
  "qassim",
  "eastern",
  "asir",
  "tabuk",
  "hail",
  "northern",
  "jazan",
  "najran",
  "baha",
  "jouf",
]);

/** The gazetteer's three files. Throws at the first mistake of a table. */
export async function compilePlaces(): Promise<MadeFile[]> {
  const keys = new Set<string>();
  const sources = await readSources();
  const cities = (await readTable("cities.tsv", 10)).map(
    ([key = "", ar, en, region = "", latitude, longitude, km, size, other, source]) => {
      if (!regions.has(region)) throw new Error(`${key}: no region "${region}"`);
      checkSource(sources, key, source);
      const where = checkPosition(key, toNumber(latitude), toNumber(longitude));
      return [claimKey(keys, key), ar, en, region, ...where, toNumber(km), toNumber(size), other];
    },
  );
  const cityKeys = new Set(keys);
  const governorates = (await readTable("governorates.tsv", 6)).map(
    ([key = "", ar, en, seat = "", km, other]) => {
      if (!cityKeys.has(seat)) throw new Error(`${key}: no city "${seat}"`);
      if (!key.endsWith("-governorate")) throw new Error(`${key} does not end with "-governorate"`);
      return [claimKey(keys, key), ar, en, seat, toNumber(km), other];
    },
  );
  const districts = (await readTable("districts.tsv", 7)).map(
    ([key = "", ar, en, latitude, longitude, km, source]) => {
      const [city = ""] = key.split("/");
      if (!cityKeys.has(city)) throw new Error(`${key}: no city "${city}"`);
      checkSource(sources, key, source);
      const where = checkPosition(key, toNumber(latitude), toNumber(longitude));
      return [claimKey(keys, key), ar, en, ...where, toNumber(km)];
    },
  );
  return [
    toFile("cities", "CityRow", cities),
    toFile("governorates", "GovernorateRow", governorates),
    toFile("districts", "DistrictRow", districts),
  ];
}

/** The sources of positions, by key, with their licences. */
export async function readSources(): Promise<Map<string, string>> {
  const rows = await readTable("sources.tsv", 4);
  return new Map(rows.map(([key = "", , licence = ""]) => [key, licence]));
}

/** A row's source is the key of a source and, unless the position is our own, the record in it. */
function checkSource(sources: ReadonlyMap<string, string>, key: string, source = ""): void {
  const [name = "", record] = source.split(" ");
  if (!sources.has(name) || (name !== "own" && !record)) throw new Error(`${key}: no source "${source}"`);
}

function claimKey(keys: Set<string>, key: string): string {
  if (!key || key.length > 40 || keys.has(key)) throw new Error(`"${key}" is no key, too long or used twice`);
  keys.add(key);
  return key;
}

function checkPosition(key: string, latitude: number, longitude: number): [number, number] {
  const { south, north, west, east } = frame;
  if (latitude < south || latitude > north || longitude < west || longitude > east)
    throw new Error(`${key} is outside the Kingdom`);
  return [latitude, longitude];
}

function toFile(name: string, type: string, rows: readonly unknown[][]): MadeFile {
  const head = `// Made by scripts/make-places.ts.\nimport type { ${type} } from "../places.ts";\n\n`;
  const lines = rows.map((row) => `  ${JSON.stringify(row)},\n`).join("");
  const text = `${head}export const ${name}: readonly ${type}[] = [\n${lines}];\n`;
  return { path: `${target}/${name}.ts`, text, count: rows.length };
}
