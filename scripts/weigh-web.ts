import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { listChunks, listMerged, type Manifest, weighRoutes } from "./web-build/weigh-routes.ts";

/**
 * Measures what a first visit transfers, and what each route loads beyond the shell, brotli, from the build's own
 * manifests, against the budgets of the product. Usage: node scripts/weigh-web.ts. Ends with 1 when a budget is exceeded.
 */

const folder = "dist/web";
const readManifest = (name: string) =>
  JSON.parse(readFileSync(join(folder, ".vite", name), "utf8")) as Manifest;
const merchants = readManifest("manifest.json");
const staff = readManifest("staff-manifest.json");
const kib = (bytes: number) => bytes / 1024;

/** The files of each first screen besides the entry, by the names they have in web-build/chunk-groups.ts. */
const screens = [
  {
    name: "sign-in",
    manifest: merchants,
    page: "index.html",
    jsBudgetKib: 150,
    chunks: ["both", "sign-in", "texts-sign-in-ar"],
  },
  {
    name: "signed-in home",
    manifest: merchants,
    page: "index.html",
    jsBudgetKib: 200,
    chunks: ["both", "home", "texts-sign-in-ar", "texts-home-ar"],
  },
  {
    name: "the staff's pages",
    manifest: staff,
    page: "staff.html",
    jsBudgetKib: 150,
    chunks: ["texts-staff-ar"],
  },
] as const;
const cssBudgetKib = 60;
const fontBudgetKib = 60;
const routeBudgetKib = 80;
/** Scripts and style sheets of a route: each is a request on a first visit. */
const routeBudgetFiles = 66;

/** What is there when a signed-in person opens a route: the first screen's files. */
const shells = { merchants: screens[1], staff: screens[2] } as const;

let broken = false;
for (const screen of screens) {
  const { manifest, page, chunks } = screen;
  const files = listFiles(manifest, [page, ...chunks.flatMap((name) => listKeys(manifest, name))]);
  report(`${screen.name}: JavaScript`, sum(files, ".js"), screen.jsBudgetKib);
  report(`${screen.name}: CSS`, sum(files, ".css"), cssBudgetKib);
}
const cuts = [
  "plex-arabic-400",
  "plex-arabic-600",
  "plex-latin-400",
  "plex-latin-600",
  "readex-arabic-600",
  "readex-latin-600",
];
const fontBytes = cuts.reduce(
  (total, cut) => total + statSync(`src/base/web/fonts/generated/${cut}.woff2`).size,
  0,
);
report("fonts of the first screen", fontBytes, fontBudgetKib);
for (const { manifest, page, chunks } of [shells.merchants, shells.staff])
  for (const { route, bytes, files, tooEarly } of weighRoutes(
    manifest,
    [page, ...chunks.flatMap((name) => listKeys(manifest, name))],
    sentBytes,
  )) {
    const name = route.replace(/^src\/(modules\/)?/, "");
    report(`route ${name}: JavaScript`, bytes, routeBudgetKib);
    if (files > routeBudgetFiles) refuse(`route ${name}: ${files} files of ${routeBudgetFiles}`);
    for (const part of tooEarly) refuse(`${route} loads ${part} before it is needed`);
  }
for (const part of listMerged(merchants)) refuse(`${part} is no file of its own`);
process.exit(broken ? 1 : 0);

/** Throws when the build makes no file of that name: the budget would measure nothing. */
function listKeys(manifest: Manifest, name: string): string[] {
  const keys = Object.keys(manifest).filter((key) => manifest[key]?.name === name);
  if (keys.length === 0) throw new Error(`no file is called ${name}`);
  return keys;
}

function listFiles(manifest: Manifest, keys: string[]): Set<string> {
  const chunks = [...listChunks(manifest, keys)].flatMap((key) => manifest[key] ?? []);
  return new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]));
}

function sum(files: Set<string>, ending: string): number {
  const ours = [...files].filter((file) => file.endsWith(ending));
  return ours.reduce((total, file) => total + sentBytes(file), 0);
}

/** A file too small to gain from brotli is sent uncompressed. */
function sentBytes(file: string): number {
  const path = join(folder, file);
  const compressed = statSync(`${path}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(path)).size;
}

function report(what: string, bytes: number, budgetKib: number): void {
  const over = kib(bytes) > budgetKib;
  broken ||= over;
  console.log(`${over ? "OVER " : "ok   "} ${what}: ${kib(bytes).toFixed(1)} KiB of ${budgetKib}`);
}

function refuse(what: string): void {
  broken = true;
  console.log(`OVER  ${what}`);
}
