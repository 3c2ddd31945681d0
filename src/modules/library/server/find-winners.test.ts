import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemTxContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { testContext } from "#base/testing/context.ts";
import { winnerThresholds } from "../contract/library-enums.ts";
import type { LibraryItem } from "../contract/library-shapes.ts";
import { type AdDays, type LibraryHarness, openLibrary } from "../testing/library-harness.ts";
import { findAllWinners, noticeFigures } from "./find-winners.ts";

let library: LibraryHarness;
let ad: { adId: string; campaignId: string };
beforeAll(async () => {
  library = await openLibrary();
});
beforeEach(async () => {
  await library.testApp.reset();
  const campaign = await library.testApp.aCampaign();
  ad = { adId: campaign.ad_groups[0]?.ads[0]?.id ?? "", campaignId: campaign.id };
});
afterAll(() => library.close());

const now = new Date("2026-11-21T09:00:00Z");
const firstDay = "2026-11-10" as RiyadhDay;
const { leastDaysRun, leastSpendHalalas } = winnerThresholds;
/** Ten days that are enough: SAR 1,000 of spend, 20 orders, and a return of 3. */
const enough = { from: firstDay, days: 10, spend: 10_000, orders: 2, sales: 30_000 };

const measure = async (days: Partial<AdDays>, merchantId = "mer_1") => {
  await library.measureAd({ ...enough, ...ad, merchantId, ...days });
  await transact(testContext(library.db, merchantId, now), noticeFigures);
};
const run = (deps: Partial<Parameters<typeof findAllWinners>[0]> = {}, at = now) =>
  findAllWinners({ ...library.deps, ...deps })(library.db, { now: at });
const list = async (query: Record<string, string> = {}) =>
  (
    (await library.call("GET Clients/AdsLibrary/index", { as: "mer_1", query })).data as {
      items: LibraryItem[];
    }
  ).items;
const countEvents = async () =>
  (
    await library.db.one<{ count: number }>(
      sql`select count(*)::int as count from base.events where name = 'library.winners_changed'`,
    )
  ).count;

describe("a merchant's winners", () => {
  it("enter by themselves with their delivered return and the days they ran", async () => {
    await measure({});
    await run();
    const [winner] = await list({ source: "own" });
    expect(winner).toMatchObject({
      id: ad.adId,
      source: "own",
      campaign_id: ad.campaignId,
      platform: "snapchat",
      call_to_action: expect.any(String),
      results: {
        roas_delivered: 3,
        days_run: 10,
        first_day: firstDay,
        last_day: addDays(firstDay, 9),
        spend_halalas: 100_000,
        orders_delivered: 20,
        sales_delivered_halalas: 300_000,
        measured_at: now.toISOString(),
      },
    });
    expect(await list({ search: winner?.title ?? "" })).toHaveLength(1);
    expect(await countEvents()).toBe(1);
    // Nobody said for which season it was made.
    expect(await list({ season: "ramadan" })).toEqual([]);
    expect(await list({ platform: "x" })).toEqual([]);
    expect(await list({ type: winner?.type ?? "" })).toHaveLength(1);
  });

  it("stay out below a threshold", async () => {
    await measure({ days: leastDaysRun - 1, spend: leastSpendHalalas, sales: leastSpendHalalas * 4 });
    await run();
    expect(await list()).toEqual([]);
  });

  it("leave when refunds take what they brought, and come back with what the merchant said of them", async () => {
    await measure({});
    await run();
    const structure = { hook: "price", proof: null, offer: "gift" };
    await library.call(`PUT Clients/AdsLibrary/items/${ad.adId}/structure`, { as: "mer_1", body: structure });
    await measure({ sales: 5_000 });
    await run();
    expect(await list()).toEqual([]);
    await measure({});
    await run();
    expect(await list()).toMatchObject([{ id: ad.adId }]);
  });

  it("stay as they were once they no longer run", async () => {
    await measure({});
    await run();
    const later = new Date("2028-01-01T09:00:00Z");
    await transact(testContext(library.db, "mer_1", later), noticeFigures);
    await run({}, later);
    expect(await list()).toMatchObject([{ id: ad.adId, results: { measured_at: now.toISOString() } }]);
  });

  it("are built as the merchant says, and a draft follows it", async () => {
    await measure({});
    await run();
    const structure = { hook: "price", proof: null, offer: "gift" };
    const described = await library.call(`PUT Clients/AdsLibrary/items/${ad.adId}/structure`, {
      as: "mer_1",
      body: structure,
    });
    expect(described.data).toMatchObject({ structure });
    await run();
    expect(await list()).toMatchObject([{ structure }]);
    const draft = await library.call(`POST Clients/AdsLibrary/items/${ad.adId}/draft`, {
      as: "mer_1",
      key: "draft-of-a-winner-1",
    });
    expect(draft.data).toMatchObject({ draft_id: expect.stringMatching(/^dft_/) });
    const foreign = await library.call(`PUT Clients/AdsLibrary/items/${ad.adId}/structure`, {
      as: "mer_2",
      body: structure,
    });
    expect(foreign.status).toBe(404);
  });
});

describe("the round", () => {
  it("reads nothing of a merchant whose figures did not change", async () => {
    await measure({});
    await run();
    let reads = 0;
    const listAdResults = async () => {
      reads += 1;
      return [];
    };
    await run({ figures: { ...library.deps.figures, listAdResults } });
    expect(reads).toBe(0);
  });

  it("goes through all merchants, and one that fails waits for the next round without holding up others", async () => {
    for (let at = 0; at < 120; at += 1)
      await library.db.transaction((tx) =>
        noticeFigures(systemTxContext(tx, `mer_${String(at).padStart(3, "0")}`, now)),
      );
    const seen: string[] = [];
    const listAdResults: typeof library.deps.figures.listAdResults = async ({ actor }) => {
      seen.push(actor.merchantId);
      if (actor.merchantId === "mer_007") throw new Error("broken");
      return [];
    };
    await run({ figures: { ...library.deps.figures, listAdResults } });
    expect(seen).toHaveLength(120);
    expect(await library.db.many(sql`select merchant_id from library.pending_merchants`)).toEqual([
      { merchant_id: "mer_007" },
    ]);
  });
});
