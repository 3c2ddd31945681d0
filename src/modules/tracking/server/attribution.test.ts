import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { recordOrder } from "#modules/stores/server/record-order.ts";
import { anOrder } from "#modules/stores/testing/fake-platform.ts";
import { openTrackingHarness, type TrackingHarness } from "../testing/tracking-harness.ts";
import { listClickDays } from "./list-click-days.ts";
import { makeMonths } from "./make-months.ts";
import { restateClicks } from "./restate-clicks.ts";

let db: TestDb;
let harness: TrackingHarness;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  harness = await openTrackingHarness(db);
  await harness.addStore("mer_1");
});
afterEach(() => harness.close());
afterAll(() => db.close());

async function clickOn(linkId: string): Promise<string> {
  const { location } = (await harness.visit(linkId)).headers;
  return new URL(String(location)).searchParams.get("rwj") ?? "";
}

/** An order of the merchant's store, imported now. */
function order(merchantId: string, input: Parameters<typeof anOrder>[0], readAt = new Date()) {
  return transact(harness.makeContext(merchantId), (ctx) =>
    recordOrder(ctx, `sto_${merchantId}`, { order: anOrder(input), readAt }),
  );
}

describe("an order", () => {
  it("that carries a click's id is attributed to the ad, once, however often the order changes", async () => {
    const { id } = await harness.linkFor("mer_1");
    const clickId = await clickOn(id);
    await order("mer_1", { clickId });
    await order("mer_1", { clickId, status: "delivered" }, new Date(Date.now() + 1_000));
    await harness.settle();
    expect(harness.publishedEvents).toHaveLength(1);
    expect(harness.publishedEvents[0]).toMatchObject({
      merchant_id: "mer_1",
      campaign_id: "cmp_1",
      ad_id: "ad_1",
      click_id: clickId,
    });
    const list = await harness.server.call("GET Clients/Tracking/index", { as: "mer_1" });
    expect(list.data).toMatchObject({ items: [{ figures: { orders_placed: 1, orders_delivered: 1 } }] });
  });

  it("whose store corrects the click follows it, and is attributed to no ad when there was none", async () => {
    const [first, second] = [await harness.linkFor("mer_1"), await harness.linkFor("mer_1", "ad_2")];
    const [forged, real] = [await clickOn(first.id), await clickOn(second.id)];
    const recordAndSettle = async (clickId: string | null, seconds: number) => {
      await order("mer_1", { clickId }, new Date(Date.now() + seconds * 1_000));
      await harness.settle();
    };
    await recordAndSettle(forged, 0);
    await recordAndSettle(real, 1);
    expect(await db.many(sql`select ad_id, click_id from tracking.attributions`)).toEqual([
      { ad_id: "ad_2", click_id: real },
    ]);
    await recordAndSettle(null, 2);
    expect(await db.many(sql`select 1 from tracking.attributions`)).toEqual([]);
    expect(harness.publishedEvents.map(({ name }) => name)).toEqual([
      "tracking.order_attributed",
      "tracking.order_attributed",
      "tracking.order_unattributed",
    ]);
  });

  it("is found in the month of its click, in whichever partition that click is stored", async () => {
    const { id } = await harness.linkFor("mer_1");
    harness.worldClock.set("2029-05-02T10:00:00Z");
    const before = await clickOn(id);
    await makeMonths(db, { now: harness.worldClock.now() });
    const after = await clickOn(id);
    expect(await db.many(sql`select 1 from tracking.clicks_elsewhere`)).toEqual([]);
    await order("mer_1", { externalId: "1", clickId: before });
    await order("mer_1", { externalId: "2", clickId: after });
    await harness.settle();
    expect(harness.publishedEvents).toHaveLength(2);
  });

  it("that carries another merchant's click, or an unknown one, or none, is attributed to no ad", async () => {
    await harness.addStore("mer_2", "https://other.example");
    const { id } = await harness.linkFor("mer_1");
    await order("mer_2", { externalId: "1", clickId: await clickOn(id) });
    await order("mer_1", { externalId: "2", clickId: "A".repeat(22) });
    await order("mer_1", { externalId: "3", clickId: null });
    await harness.settle();
    expect(harness.publishedEvents).toEqual([]);
  });

  it("counts from the moment it is paid", async () => {
    const { id } = await harness.linkFor("mer_1");
    const clickId = await clickOn(id);
    await order("mer_1", { clickId, status: "unpaid" });
    await harness.settle();
    expect(harness.publishedEvents).toEqual([]);
    await order("mer_1", { clickId, status: "placed" }, new Date(Date.now() + 1_000));
    await harness.settle();
    expect(harness.publishedEvents).toHaveLength(1);
  });
});

describe("a new version of the bot rules", () => {
  it("restates the older clicks and their days, once", async () => {
    const { id } = await harness.linkFor("mer_1");
    await clickOn(id);
    await clickOn(id);
    const classify = () => ({ visitor: "bot", why: "burst" }) as const;
    const restate = restateClicks({ classify, version: 2 });
    await restate(db, { now: harness.worldClock.now() });
    await restate(db, { now: harness.worldClock.now() });
    const days = await listClickDays(harness.makeContext("mer_1"), {
      campaignId: "cmp_1",
      from: "2026-11-01",
      to: "2026-11-30",
    });
    expect(days).toEqual([{ day: "2026-11-21", campaign_id: "cmp_1", valid_clicks: 0, bot_clicks: 2 }]);
    const recordAndSettle = await db.many(sql`select rule_version, clicks_moved from tracking.restatements`);
    expect(recordAndSettle).toEqual([{ rule_version: 2, clicks_moved: 2 }]);
  });
});
