import { type Benchmark, fullPace, quickPace, writeReport } from "./kit/report.ts";

/**
 * `npm run bench`: every benchmark, one after the other; `npm run bench -- redirect figures`: only those. With
 * --quick fewer and shorter rounds, to check that everything works. Ends with 1 when a goal is missed.
 */
const benchmarks: Record<string, () => Promise<Benchmark>> = {
  redirect: async () => (await import("./redirect.bench.ts")).redirect,
  figures: async () => (await import("./figures.bench.ts")).figures,
  ingest: async () => (await import("./ingest.bench.ts")).ingest,
  attribution: async () => (await import("./attribution.bench.ts")).attribution,
  sync: async () => (await import("./sync.bench.ts")).sync,
  "status-polls": async () => (await import("./status-polls.bench.ts")).statusPolls,
  polls: async () => (await import("./polls.bench.ts")).polls,
  live: async () => (await import("./live.bench.ts")).live,
  relay: async () => (await import("./relay.bench.ts")).relay,
  bulk: async () => (await import("./bulk.bench.ts")).bulk,
  reports: async () => (await import("./reports.bench.ts")).reports,
  list: async () => (await import("./list.bench.ts")).list,
  search: async () => (await import("./search.bench.ts")).search,
  ledger: async () => (await import("./ledger.bench.ts")).ledger,
  statement: async () => (await import("./statement.bench.ts")).statement,
  rules: async () => (await import("./rules.bench.ts")).rules,
  "rule-runs": async () => (await import("./rule-runs.bench.ts")).ruleRuns,
  notifications: async () => (await import("./notifications.bench.ts")).notificationsBench,
  proof: async () => (await import("./proof.bench.ts")).proof,
  "report-exports": async () => (await import("./report-exports.bench.ts")).reportExports,
  privacy: async () => (await import("./privacy.bench.ts")).privacy,
  transfer: async () => (await import("./transfer.bench.ts")).transfer,
  "paid-call": async () => (await import("./paid-call.bench.ts")).paidCall,
  renewals: async () => (await import("./renewals.bench.ts")).renewals,
  messages: async () => (await import("./messages.bench.ts")).messages,
  "first-load": async () => (await import("./first-load.bench.ts")).firstLoad,
  keystroke: async () => (await import("./keystroke.bench.ts")).keystroke,
  scroll: async () => (await import("./scroll.bench.ts")).scroll,
  upload: async () => (await import("./upload.bench.ts")).upload,
  idle: async () => (await import("./idle.bench.ts")).idle,
  designer: async () => (await import("./designer.bench.ts")).designer,
  "landing-pages": async () => (await import("./landing-pages.bench.ts")).landingPages,
  memory: async () => (await import("./memory.bench.ts")).memory,
};

const requested = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const unknown = requested.filter((name) => !(name in benchmarks));
if (unknown.length > 0) {
  console.error(
    `No benchmark is called ${unknown.join(", ")}. There are: ${Object.keys(benchmarks).join(", ")}.`,
  );
  process.exit(2);
}

const pace = process.argv.includes("--quick") ? quickPace : fullPace;
const missed: string[] = [];
for (const [name, open] of Object.entries(benchmarks)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  const benchmark = await open();
  const report = await benchmark(pace);
  writeReport(name, report, pace);
  missed.push(
    ...report.findings.filter(({ isMet }) => isMet === false).map(({ what }) => `${name}: ${what}`),
  );
}
console.log(missed.length === 0 ? "Every goal is met." : `Missed:\n- ${missed.join("\n- ")}`);
process.exit(missed.length === 0 ? 0 : 1);
