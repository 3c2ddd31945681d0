import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Weighs what a first visit sends, brotli, from the build's own manifest, against the budgets of the product.
 * Usage: node scripts/weigh-web.ts. Ends with 1 when a budget is broken.
 */
type Chunk = { file: string; imports?: string[]; css?: string[] };

const folder = "dist/web";
const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Record<
  string,
  Chunk
>;
const kib = (bytes: number) => bytes / 1024;

/** Sources fetched on each first screen, besides the entry; those that are not built yet are passed over. */
const texts = ["src/base/messages/ar.json", "src/app/messages/ar.json"];
const screens = [
  {
    name: "sign-in",
    jsBudgetKib: 150,
    sources: [...texts, "src/modules/merchants/messages/ar.json", "src/modules/merchants/web/auth-page.tsx"],
  },
  {
    name: "signed-in home",
    jsBudgetKib: 200,
    sources: [
      ...texts,
      "src/app/web/shell/shell.tsx",
      "src/app/web/home/home-page.tsx",
      "src/app/web/home/messages/ar.json",
      "src/modules/wallet/web/wallet-card.tsx",
      "src/modules/wallet/messages/ar.json",
      "src/modules/campaigns/messages/ar.json",
    ],
  },
];
const cssBudgetKib = 60;
const fontBudgetKib = 60;

let broken = false;
for (const screen of screens) {
  const files = filesOf(["index.html", ...screen.sources]);
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

function filesOf(sources: string[]): Set<string> {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const source of sources) visit(source);
  return files;
}

function sum(files: Set<string>, ending: string): number {
  const ours = [...files].filter((file) => file.endsWith(ending));
  return ours.reduce((total, file) => total + sentBytes(join(folder, file)), 0);
}

/** A file too small to gain from brotli is sent as it is. */
function sentBytes(file: string): number {
  const compressed = statSync(`${file}.br`, { throwIfNoEntry: false });
  return (compressed ?? statSync(file)).size;
}

function report(what: string, bytes: number, budgetKib: number): void {
  const over = kib(bytes) > budgetKib;
  broken ||= over;
  console.log(`${over ? "OVER " : "ok   "} ${what}: ${kib(bytes).toFixed(1)} KiB of ${budgetKib}`);
}
