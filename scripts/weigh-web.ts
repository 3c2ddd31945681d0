import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Measures what a first visit transfers, brotli, from the build's own manifest, against the budgets of the product.
 * Usage: node scripts/weigh-web.ts. Ends with 1 when a budget is exceeded.
 */
type Chunk = { file: string; name?: string; imports?: string[]; css?: string[] };
type Manifest = Record<string, Chunk>;

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
];
const cssBudgetKib = 60;
const fontBudgetKib = 60;

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
process.exit(broken ? 1 : 0);

/** Throws when the build makes no file of that name: the budget would measure nothing. */
function listKeys(manifest: Manifest, name: string): string[] {
  const keys = Object.keys(manifest).filter((key) => manifest[key]?.name === name);
  if (keys.length === 0) throw new Error(`no file is called ${name}`);
  return keys;
}

function listFiles(manifest: Manifest, keys: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const key of keys) visit(key);
  return files;
}

function sum(files: Set<string>, ending: string): number {
  const ours = [...files].filter((file) => file.endsWith(ending));
  return ours.reduce((total, file) => total + sentBytes(join(folder, file)), 0);
}

/** A file too small to gain from brotli is sent uncompressed. */
function sentBytes(file: string): number {
  const compressed = statSync(`${file}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(file)).size;
}

function report(what: string, bytes: number, budgetKib: number): void {
  const over = kib(bytes) > budgetKib;
  broken ||= over;
  console.log(`${over ? "OVER " : "ok   "} ${what}: ${kib(bytes).toFixed(1)} KiB of ${budgetKib}`);
}
