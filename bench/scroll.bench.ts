import { setTimeout as wait } from "node:timers/promises";
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test";
import { makeDb } from "#base/server/db/db.ts";
import { launchOptions } from "../scripts/browser.ts";
import { buildWeb } from "./kit/build-web.ts";
import { openMigrated, startBenchServer } from "./kit/database.ts";
import { makeTempFolder, startProduct } from "./kit/programs.ts";
import { atMost, type Finding, type Pace, type Report } from "./kit/report.ts";
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
    const plain = await openPlain(browser, await page.evaluate(() => document.documentElement.scrollHeight));
    const listGaps: number[] = [];
    const plainGaps: number[] = [];
    for (let round = 0; round < (pace.isQuick ? 1 : pace.rounds); round += 1) {
      listGaps.push(...(await throwAgainAndAgain({ page, wire })));
      plainGaps.push(...(await throwAgainAndAgain(plain)));
    }
    await plain.context.close();
    await context.close();
    await product.stop();
    return {
      title: "Scrolling the list of campaigns",
      setting:
        `The list of campaigns with ${rows} rows and their figures on one page, the built web served by the product, in Chromium as an ` +
        `Arabic phone of 390 pixels with a processor slowed four times. ${gestures} throws of ${gesture.distance} pixels in a round, ` +
        `${gesture.speed} pixels a second. A frame is dropped where two animation frames are more than one and a half apart ` +
        `(${(frameMs * 1.5).toFixed(1)} ms). The floor is a page as high that shows plain stripes, in the same browser, in turn: what the ` +
        "throttled browser drops by itself is no fault of the list.",
      findings: toFindings(listGaps, plainGaps),
      raw: { listGaps, plainGaps },
    };
  } finally {
    await browser.close();
    await postgres.stop();
  }
}

/** A page of that many pixels without a program, on a phone as slow. */
async function openPlain(browser: Browser, height: number) {
  const plain = await openPhone(browser, {});
  const stripes = "repeating-linear-gradient(#fff 0 80px, #eee 80px 160px)";
  await plain.page.setContent(
    `<meta name="viewport" content="width=device-width"><body style="margin:0;height:${height}px;background:${stripes}">`,
  );
  await slowProcessor(plain.wire);
  return plain;
}

/** The gaps between frames during the throws of a round, there and back. */
async function throwAgainAndAgain({ page, wire }: { page: Page; wire: CDPSession }): Promise<number[]> {
  await page.bringToFront();
  await wait(500);
  const gaps: number[] = [];
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
  return gaps;
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

function toFindings(list: readonly number[], plain: readonly number[]): Finding[] {
  const [ofList, ofPlain] = [countFrames(list), countFrames(plain)];
  const ordered = list.toSorted((one, other) => one - other);
  const at = (part: number) => ordered[Math.ceil(ordered.length * part) - 1] ?? Number.NaN;
  return [
    atMost(
      "Frames dropped while scrolling, beyond those of the plain page",
      `${ofList.dropped} of ${ofList.all} beside ${ofPlain.dropped} of ${ofPlain.all}; the longest gap ${at(1).toFixed(0)} ms`,
      (ofList.dropped / ofList.all - ofPlain.dropped / ofPlain.all) * 100,
      1,
      "points of a hundred",
    ),
    atMost(
      "99th percentile from frame to frame",
      `half within ${at(0.5).toFixed(1)} ms`,
      at(0.99),
      Math.round(frameMs * 2),
      "ms",
    ),
  ];
}

function countFrames(gaps: readonly number[]): { dropped: number; all: number } {
  const dropped = countDropped(gaps);
  return { dropped, all: gaps.length + dropped };
}

/** Frames that a gap of more than one and a half leaves out. */
const countDropped = (gaps: readonly number[]): number =>
  gaps.reduce((sum, gap) => sum + (gap > frameMs * 1.5 ? Math.round(gap / frameMs) - 1 : 0), 0);
