import { setTimeout as wait } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { makeDb } from "#base/server/db/db.ts";
import { launchOptions } from "../scripts/browser.ts";
import { buildWeb } from "./kit/build-web.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { makeTempFolder, startProduct } from "./kit/programs.ts";
import { atMost, type Finding, informational, type Pace, type Report } from "./kit/report.ts";
import { seedCampaignDays } from "./kit/seed-campaign-days.ts";
import { seedCampaigns, seedMerchant } from "./kit/seed-merchant.ts";
import { openPhone, slowProcessor } from "./kit/visit.ts";

const merchantId = "mer_scroll";
const campaigns = 150;
const rows = 100;
/** A frame of a screen of 60 a second, in milliseconds. */
const frameMs = 1_000 / 60;
/** A finger's throw: this many pixels, this fast. */
const gesture = { distance: 3_000, speed: 2_500 };
const gestures = 4;

/** Whether a phone drops frames while the longest page of the list of campaigns is scrolled. */
export async function scroll(pace: Pace): Promise<Report> {
  const web = makeTempFolder();
  buildWeb(["--outDir", web]);
  const postgres = await startBenchServer();
  const browser = await chromium.launch(launchOptions);
  try {
    const driver = await openMigrated(postgres.url);
    const db = makeDb(driver);
    const { authorization } = await seedMerchant(db, merchantId, 1);
    await seedCampaigns(db, merchantId, "cms_", campaigns);
    await seedCampaignDays(db, merchantId);
    await driver.close();
    const product = await startProduct({
      ROLE: "web",
      DATABASE_URL: postgres.url,
      DATA_DIR: makeTempFolder(),
      WEB_DIR: web,
    });
    const token = authorization.replace("Bearer ", "");
    const { context, page, wire } = await openPhone(browser, { "rawaj.access_token": token });
    await page.goto(`${product.url}/campaigns?size=${rows}`);
    await page
      .locator("[data-campaign]")
      .nth(rows - 1)
      .waitFor({ state: "attached" });
    // What the page still fetches and draws is no part of the scrolling.
    await wait(3_000);
    await slowProcessor(wire);
    const idle: number[] = [];
    const gaps: number[] = [];
    for (let round = 0; round < (pace.isQuick ? 1 : pace.rounds); round += 1) {
      idle.push(...(await recordGaps(page, () => wait(1_000))));
      for (let nth = 0; nth < gestures; nth += 1)
        gaps.push(
          ...(await recordGaps(page, () =>
            wire.send("Input.synthesizeScrollGesture", {
              x: 195,
              y: 500,
              yDistance: nth % 2 === 0 ? -gesture.distance : gesture.distance,
              speed: gesture.speed,
              gestureSourceType: "touch",
            }),
          )),
        );
    }
    await context.close();
    await product.stop();
    return {
      title: "Scrolling the list of campaigns",
      setting:
        `The list of campaigns with ${rows} rows and their figures on one page, the built web served by the product, in Chromium as an ` +
        `Arabic phone of 390 pixels with a processor slowed four times. ${gestures} throws of ${gesture.distance} pixels in a round, ` +
        `${gesture.speed} pixels a second. A frame is dropped where two animation frames are more than one and a half apart ` +
        `(${(frameMs * 1.5).toFixed(1)} ms).`,
      findings: toFindings(gaps, idle),
      raw: { gaps, idle },
    };
  } finally {
    await browser.close();
    await postgres.stop();
  }
}

/** The milliseconds between the animation frames while something is done. */
async function recordGaps(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  await page.evaluate(startRecording);
  await act();
  return page.evaluate<number[]>("window.stopRecordingFrames()");
}

/** Runs in the page. */
const startRecording = `{
  const gaps = [];
  let isOver = false;
  let before = null;
  const step = (at) => {
    if (before !== null) gaps.push(at - before);
    before = at;
    if (!isOver) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
  window.stopRecordingFrames = () => {
    isOver = true;
    return gaps;
  };
}`;

function toFindings(gaps: readonly number[], idle: readonly number[]): Finding[] {
  const dropped = countDropped(gaps);
  const share = (dropped / (gaps.length + dropped)) * 100;
  const ordered = gaps.toSorted((one, other) => one - other);
  const at = (part: number) => ordered[Math.ceil(ordered.length * part) - 1] ?? Number.NaN;
  return [
    atMost(
      "Frames dropped while scrolling",
      `${dropped} of ${gaps.length + dropped}; the longest ${at(1).toFixed(0)} ms`,
      share,
      1,
      "%",
    ),
    atMost(
      "99th percentile from frame to frame",
      `half within ${at(0.5).toFixed(1)} ms`,
      at(0.99),
      Math.round(frameMs * 2),
      "ms",
    ),
    informational(
      "Frames dropped while nothing is done",
      `${countDropped(idle)} of ${idle.length + countDropped(idle)}`,
    ),
  ];
}

/** Frames that a gap of more than one and a half leaves out. */
const countDropped = (gaps: readonly number[]): number =>
  gaps.reduce((sum, gap) => sum + (gap > frameMs * 1.5 ? Math.round(gap / frameMs) - 1 : 0), 0);
