import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { feature } from "topojson-client";
import type { MadeFile } from "./compile-places.ts";
import { readTable, toNumber } from "./read-table.ts";

const require = createRequire(import.meta.url);
const source = require.resolve("world-atlas/countries-10m.json");
const target = "src/base/web/maps/generated/kingdom.json";

type World = Parameters<typeof feature>[0];
/** Longitude and latitude, in degrees. */
type Position = number[];
type Shape =
  | { type: "Polygon"; coordinates: Position[][] }
  | { type: "MultiPolygon"; coordinates: Position[][][] };
type Frame = { west: number; south: number; east: number; north: number };

/** Wide enough that the edge is not seen when the whole Kingdom is. */
const frame: Frame = { west: 30, south: 11, east: 60, north: 37 };
/** Degrees: about 300 m, and 2 km for neighbours, which are drawn faintly. */
const ownTolerance = 0.003;
const neighbourTolerance = 0.02;

/**
 * The bundled map: the Kingdom's outline and coast, its neighbours within the frame, and main roads. Source of the
 * outlines: Natural Earth 4.1, 1:10m countries (public domain), as `world-atlas` packs them. The roads are drawn
 * straight from town to town.
 */
export async function compileMap(): Promise<MadeFile> {
  const kingdom: Position[][] = [];
  const neighbours: Position[][] = [];
  for (const { geometry, properties } of await readCountries()) {
    if (geometry.type !== "Polygon" && geometry.type !== "MultiPolygon") continue;
    const isOwn = properties?.name === "Saudi Arabia";
    for (const ring of listOutlines(geometry)) {
      const line = simplify(clip(ring, frame), isOwn ? ownTolerance : neighbourTolerance);
      if (line.length > 3) (isOwn ? kingdom : neighbours).push(line.map(roundPosition));
    }
  }
  const text = `${JSON.stringify({ kingdom, neighbours, roads: await readRoads() })}\n`;
  return { path: target, text, count: [...kingdom, ...neighbours].flat().length };
}

async function readCountries() {
  const world = JSON.parse(await readFile(source, "utf8")) as World;
  const { countries } = world.objects;
  if (!countries) throw new Error(`${source} has no countries`);
  const shapes = feature(world, countries);
  if (shapes.type !== "FeatureCollection") throw new Error(`${source} is no collection of countries`);
  return shapes.features;
}

/** Each road through towns of the gazetteer, by key, and through points written as "latitude,longitude". */
async function readRoads(): Promise<Position[][]> {
  const towns = new Map<string, Position>();
  for (const [key = "", , , , latitude, longitude] of await readTable("cities.tsv", 10))
    towns.set(key, [toNumber(longitude), toNumber(latitude)]);
  const find = (stop: string): Position => {
    const [latitude, longitude] = stop.split(",");
    const found = longitude ? [toNumber(longitude), toNumber(latitude)] : towns.get(stop);
    if (!found) throw new Error(`roads.tsv: no town "${stop}"`);
    return roundPosition(found);
  };
  return (await readTable("roads.tsv", 2)).map(([, stops = ""]) => stops.split(" ").map(find));
}

/** Each part's outer line; lakes inside are of no use here. */
function listOutlines(geometry: Shape): Position[][] {
  const polygons = geometry.type === "Polygon" ? [geometry.coordinates] : geometry.coordinates;
  return polygons.flatMap(([outline]) => (outline ? [outline] : []));
}

/** Sutherland-Hodgman: cuts a closed line at each side of the frame. */
function clip(ring: Position[], { west, south, east, north }: Frame): Position[] {
  const cutAt = (line: Position[], axis: 0 | 1, limit: number, sign: 1 | -1) =>
    line.flatMap((to, at) => {
      const from = line.at(at - 1) ?? to;
      const isIn = ([x = 0, y = 0]: Position) => sign * ((axis === 0 ? x : y) - limit) >= 0;
      const crossing = isIn(from) === isIn(to) ? [] : [cross(from, to, axis, limit)];
      return isIn(to) ? [...crossing, to] : crossing;
    });
  const sides: [0 | 1, number, 1 | -1][] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ];
  return sides.reduce((line, [axis, limit, sign]) => cutAt(line, axis, limit, sign), ring);
}

function cross([x1 = 0, y1 = 0]: Position, [x2 = 0, y2 = 0]: Position, axis: 0 | 1, limit: number): Position {
  const share = axis === 0 ? (limit - x1) / (x2 - x1) : (limit - y1) / (y2 - y1);
  return [x1 + share * (x2 - x1), y1 + share * (y2 - y1)];
}

/** Douglas-Peucker: leaves out the points nearer than the tolerance to the line that remains. */
function simplify(line: Position[], tolerance: number): Position[] {
  const kept = new Set([0, line.length - 1]);
  const open: [number, number][] = [[0, line.length - 1]];
  for (let span = open.pop(); span; span = open.pop()) {
    const [first, last] = span;
    let farthest = -1;
    let distance = tolerance;
    for (let at = first + 1; at < last; at += 1) {
      const away = computeDistance(line[at], line[first], line[last]);
      if (away > distance) [farthest, distance] = [at, away];
    }
    if (farthest < 0) continue;
    kept.add(farthest);
    open.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, at) => kept.has(at));
}

/** Degrees from a point to the line between two others, or to them where both are one point. */
function computeDistance([x = 0, y = 0]: Position = [], [x1 = 0, y1 = 0]: Position = [], end: Position = []) {
  const [x2 = 0, y2 = 0] = end;
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length === 0) return Math.hypot(x - x1, y - y1);
  return Math.abs((x2 - x1) * (y1 - y) - (x1 - x) * (y2 - y1)) / length;
}

function roundPosition([x = 0, y = 0]: Position): Position {
  return [Math.round(x * 1_000) / 1_000, Math.round(y * 1_000) / 1_000];
}
