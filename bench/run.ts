import { type Bench, fullPace, keepReport, quickPace } from "./kit/report.ts";

/**
 * `npm run bench`: every benchmark, one after the other; `npm run bench -- redirect figures`: those. With --quick short
 * rounds and fewer of them, to see that all works. Ends with 1 when a goal is missed.
 */
const benches: Record<string, () => Promise<Bench>> = {
  redirect: async () => (await import("./redirect.bench.ts")).redirect,
  figures: async () => (await import("./figures.bench.ts")).figures,
  ingest: async () => (await import("./ingest.bench.ts")).ingest,
  sync: async () => (await import("./sync.bench.ts")).sync,
  live: async () => (await import("./live.bench.ts")).live,
  list: async () => (await import("./list.bench.ts")).list,
  ledger: async () => (await import("./ledger.bench.ts")).ledger,
  "first-load": async () => (await import("./first-load.bench.ts")).firstLoad,
  memory: async () => (await import("./memory.bench.ts")).memory,
};

const asked = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(
    `No benchmark is called ${unknown.join(", ")}. There are: ${Object.keys(benches).join(", ")}.`,
  );
  process.exit(2);
}

const pace = process.argv.includes("--quick") ? quickPace : fullPace;
const missed: string[] = [];
for (const [name, open] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const bench = await open();
  const report = await bench(pace);
  keepReport(name, report, pace);
  missed.push(...report.findings.filter(({ met }) => met === false).map(({ what }) => `${name}: ${what}`));
}
console.log(missed.length === 0 ? "Every goal is met." : `Missed:\n- ${missed.join("\n- ")}`);
process.exit(missed.length === 0 ? 0 : 1);
