import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { recordOrder } from "#modules/stores/server/record-order.ts";
import { anOrder } from "#modules/stores/testing/fake-platform.ts";
import { aPhone, openTrackingHarness, type TrackingHarness } from "../testing/tracking-harness.ts";
import { makeMonths } from "./make-months.ts";
import { rollUpClicks } from "./roll-up-clicks.ts";

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
    recordOrder(ctx, `sto_${merchantId}`, {
      order: anOrder({ placedAt: harness.worldClock.now(), ...input }),
      readAt,
    }),
  );
}

describe("an order", () => {
  it("placed in the second of its click, before that is counted, is attributed and the click counted once", async () => {
    const { id } = await harness.linkFor("mer_1");
    const { headers } = await harness.server.app.inject({ url: `/t/${id}`, headers: aPhone });
    const clickId = new URL(String(headers.location)).searchParams.get("rwj") ?? "";
    await order("mer_1", { clickId });
    await harness.settle();
    await rollUpClicks(db);
    const list = await harness.server.call("GET Clients/Tracking/index", { as: "mer_1" });
    expect(list.data).toMatchObject({ items: [{ figures: { clicks: 1, orders_placed: 1 } }] });
  });

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
    const orderId = String(harness.publishedEvents[0]?.order_id);
    const found = (merchantId: string) =>
      harness.facade.findOrderClicks(harness.makeContext(merchantId), [orderId]);
    expect((await found("mer_1")).get(orderId)).toMatchObject({
      clickId,
      platform: "snapchat",
      platformClick: {},
      userAgent: expect.stringContaining("iPhone"),
      destination: expect.stringContaining("shop.example"),
    });
    expect((await found("mer_2")).size).toBe(0);
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
    expect(
      await db.many(sql`select witness, campaign_id, ad_id, click_id from tracking.attributions`),
    ).toEqual([{ witness: "none", campaign_id: null, ad_id: null, click_id: null }]);
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
