import { type Browser, chromium } from "@playwright/test";
import { makeDb } from "#base/server/db/db.ts";
import { launchOptions } from "../scripts/browser.ts";
import { alternate, formatComparison, median } from "./kit/alternate.ts";
import { buildWeb } from "./kit/build-web.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { mobileScore } from "./kit/lighthouse.ts";
import { makeTempFolder, type Program, startProduct, startServer } from "./kit/programs.ts";
import { atMost, type Finding, type Pace, type Report } from "./kit/report.ts";
import { seedFigures } from "./kit/seed-figures.ts";
import { type Visited, visit } from "./kit/visit.ts";

type Screen = {
  name: string;
  scriptGoalKib: number;
  path: string;
  localStorageEntries: Record<string, string>;
};

/** What a merchant's phone downloads on the first visit, and how soon the page is drawn. */
export async function firstLoad(pace: Pace): Promise<Report> {
  const [web, emptyPage] = [makeTempFolder(), makeTempFolder()];
  buildWeb(["--outDir", web]);
  buildWeb(["bench/empty-page", "--config", "vite.config.ts", "--outDir", emptyPage]);
  const postgres = await startBenchServer();
  const browser = await chromium.launch(launchOptions);
  try {
    const driver = await openMigrated(postgres.url);
    const { half } = await seedFigures(makeDb(driver), 100_000);
    await driver.close();
    const env = { ROLE: "web", DATABASE_URL: postgres.url, DATA_DIR: makeTempFolder(), WEB_DIR: web };
    const product = await startProduct(env);
    const baseline = await startServer("bench/baseline-page.ts", { FOLDER: emptyPage }, "/");
    const token = half.headers.authorization.replace("Bearer ", "");
    const screens: Screen[] = [
      { name: "Sign-in", scriptGoalKib: 150, path: "/auth", localStorageEntries: {} },
      {
        name: "Signed-in home",
        scriptGoalKib: 200,
        path: "/",
        localStorageEntries: { "rawaj.access_token": token },
      },
    ];
    const results = [];
    for (const screen of screens) results.push(await measure(pace, browser, product, baseline, screen));
    await baseline.stop();
    await product.stop();
    return {
      title: "First load",
      setting:
        "The built web served by the product, in Chromium as an Arabic phone of 390 pixels with an empty cache; bytes as they " +
        "came over the wire, compressed, with headers, until nothing more came. LCP and CLS on slow 4G (150 ms, 1.6 Mbit/s) " +
        "with a processor slowed four times, beside `bench/empty-page`: the same framework and one sentence.",
      findings: results.flatMap(({ findings }) => findings),
      raw: results.map(({ raw }) => raw),
    };
  } finally {
    await browser.close();
    await postgres.stop();
  }
}

async function measure(pace: Pace, browser: Browser, product: Program, baseline: Program, screen: Screen) {
  const { name, localStorageEntries } = screen;
  const at: Visited = { url: `${product.url}${screen.path}`, localStorageEntries, isSlow: true };
  const weight = await visit(browser, { ...at, isSlow: false });
  const shifts: number[] = [];
  const results = await alternate(
    pace.rounds,
    async () => {
      const { lcpMs, shift } = await visit(browser, at);
      shifts.push(shift);
      return lcpMs;
    },
    async () => (await visit(browser, { url: `${baseline.url}/`, isSlow: true })).lcpMs,
  );
  const scores: number[] = [];
  for (let run = 0; run < (pace.isQuick ? 1 : 3); run += 1)
    scores.push(await mobileScore(at.url, localStorageEntries));
  const score: Finding = {
    what: `${name}: Lighthouse, mobile performance`,
    figures: scores.join(", "),
    result: String(median(scores)),
    goal: "≥ 90",
    isMet: median(scores) >= 90,
  };
  return {
    findings: [
      atMost(`${name}: JavaScript`, "", weight.scriptKib, screen.scriptGoalKib, "KiB"),
      atMost(`${name}: CSS`, "", weight.styleKib, 60, "KiB"),
      atMost(
        `${name}: Arabic font`,
        `${weight.fontKib.toFixed(1)} KiB with the Latin`,
        weight.arabicFontKib,
        60,
        "KiB",
      ),
      atMost(`${name}: LCP beside an empty page`, formatComparison(results, "ms"), results.ratio, 2),
      atMost(`${name}: CLS`, "the worst visit", Math.max(...shifts), 0.05, ""),
      score,
    ],
    raw: { screen: name, weight, shifts, scores, ...results },
  };
}
