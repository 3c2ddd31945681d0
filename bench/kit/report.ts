import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";

/** One measurement: its figures in words, and whether it meets its goal (no goal: only reported). */
export type Finding = { what: string; figures: string; result: string; goal?: string; isMet?: boolean };

export type Report = {
  title: string;
  /** What was loaded, with how much, for how long: what a reader needs to judge the figures. */
  setting: string;
  findings: Finding[];
  /** Every single round, stored beside the summary but not in the repository. */
  raw: unknown;
};

/** How long a run may take: the full one for figures to publish, the quick one to see that all works. */
export type Pace = { isQuick: boolean; rounds: number; roundSeconds: number };

export type Benchmark = (pace: Pace) => Promise<Report>;

export const fullPace: Pace = { isQuick: false, rounds: 5, roundSeconds: 5 };
export const quickPace: Pace = { isQuick: true, rounds: 3, roundSeconds: 2 };

/** "at least 0.7x": a ratio with its goal. */
export function atLeast(what: string, figures: string, ratio: number, goal: number): Finding {
  return { what, figures, result: `${ratio.toFixed(2)}x`, goal: `≥ ${goal}x`, isMet: ratio >= goal };
}

export function atMost(what: string, figures: string, measured: number, goal: number, unit = "x"): Finding {
  const shown = unit === "x" ? measured.toFixed(2) : measured.toFixed(measured < 10 ? 3 : 1);
  return {
    what,
    figures,
    result: `${shown}${unit === "x" ? "" : " "}${unit}`,
    goal: `≤ ${goal}${unit === "x" ? "" : " "}${unit}`,
    isMet: measured <= goal,
  };
}

export function informational(what: string, figures: string, result = ""): Finding {
  return { what, figures, result };
}

/** Prints the report and stores it: `results/<name>.md` to read, `raw/<name>.json` with every round. */
export function writeReport(name: string, { title, setting, findings, raw }: Report, pace: Pace): void {
  const rows = findings.map(({ what, figures, result, goal = "", isMet }) => [
    what,
    figures,
    result,
    goal,
    isMet === undefined ? "" : isMet ? "met" : "MISSED",
  ]);
  const table = [["what", "figures", "result", "goal", ""], ["---", "---", "---", "---", "---"], ...rows];
  const kind = pace.isQuick ? "quick run, not to be quoted" : `${pace.rounds} alternated rounds`;
  const text = [
    `## ${title}`,
    "",
    setting,
    "",
    `Measured ${new Date().toISOString().slice(0, 10)}, ${machine()}; ${kind}.`,
    "",
    ...table.map((row) => `| ${row.join(" | ")} |`),
    "",
  ].join("\n");
  const folder = import.meta.dirname;
  mkdirSync(join(folder, "../raw"), { recursive: true });
  mkdirSync(join(folder, "../results"), { recursive: true });
  writeFileSync(join(folder, `../raw/${name}.json`), `${JSON.stringify({ pace, findings, raw }, null, 1)}\n`);
  if (!pace.isQuick) writeFileSync(join(folder, `../results/${name}.md`), text);
  console.log(`\n${text}`);
}

function machine(): string {
  return `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
}
