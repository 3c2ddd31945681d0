import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { recordOrder } from "#modules/stores/server/record-order.ts";
import { anOrder } from "#modules/stores/testing/fake-platform.ts";
import type { AttributedOrder, AttributionRow } from "../contract/attribution.calls.ts";
import { aPhone, openTrackingHarness, type TrackingHarness } from "../testing/tracking-harness.ts";
import { addCoupon } from "./add-coupon.ts";
import { restateClicks } from "./restate-clicks.ts";

let db: TestDb;
let harness: TrackingHarness;
let links: [one: string, two: string, other: string];

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  harness = await openTrackingHarness(db);
  await harness.addStore("mer_1");
  links = [
    (await harness.linkFor("mer_1", "ad_1")).id,
    (await harness.linkFor("mer_1", "ad_2")).id,
    (await harness.linkFor("mer_1", "ad_3")).id,
  ];
  await db.run(
    sql`update tracking.links set campaign_id = 'cmp_2', ad_group_id = 'adg_2' where ad_id = 'ad_3'`,
  );
  await transact(harness.makeContext("mer_1"), async (ctx) => {
    const coupon = { source: "typed", store_id: "sto_mer_1" } as const;
    await addCoupon(harness)(ctx, { ...coupon, campaign_id: "cmp_1", code: "ONE" });
    await addCoupon(harness)(ctx, { ...coupon, campaign_id: "cmp_2", code: "TWO" });
  });
});
afterEach(() => harness.close());
afterAll(() => db.close());

/** A click of a browser that keeps our cookie; its id, and the cookie to send the next time. */
async function click(linkId: string, cookie = "") {
  const answer = await harness.visit(linkId, { ...aPhone, ...(cookie ? { cookie } : {}) });
  const set = String(answer.headers["set-cookie"] ?? "").split(";")[0] ?? "";
  const clickId = new URL(String(answer.headers.location)).searchParams.get("rwj") ?? "";
  return { clickId, cookie: set || cookie };
}

let reads = 0;
async function order(externalId: string, input: Parameters<typeof anOrder>[0] = {}) {
  reads += 1;
  const placed = { placedAt: harness.worldClock.now(), total: halalas(100_00), ...input };
  await transact(harness.makeContext("mer_1"), (ctx) =>
    recordOrder(ctx, "sto_mer_1", {
      order: anOrder({ externalId, reference: `#${externalId}`, ...placed }),
      readAt: new Date(Date.now() + reads * 1_000),
    }),
  );
  await harness.settle();
}

const period = { from: "2026-11-01", to: "2026-12-31" };
type Figures = {
  items: AttributionRow[];
  next_cursor: string | null;
  total: { sums: object; witnesses: object };
};
const read = async (query: Record<string, string> = {}, as = "mer_1") =>
  (await harness.server.call("GET Clients/Tracking/attribution", { as, query: { ...period, ...query } }))
    .data as Figures;
const list = async (query: Record<string, string> = {}, as = "mer_1") =>
  (
    await harness.server.call("GET Clients/Tracking/attribution/orders", {
      as,
      query: { ...period, ...query },
    })
  ).data as { items: AttributedOrder[]; next_cursor: string | null };

const none = { orders_placed: 0, sales_placed_halalas: 0, orders_delivered: 0, sales_delivered_halalas: 0 };

/** The roll-up and what the orders' own credits add up to; equal at all times. */
async function compareRollUp() {
  const differences = await db.many(sql`
    with added as (
      select placed_on as day, model, window_days, credits.campaign_id, credits.ad_group_id, credits.ad_id,
        credits.store_id, credits.witness, sum(orders_placed)::bigint, sum(sales_placed_halalas)::bigint,
        sum(orders_delivered)::bigint, sum(sales_delivered_halalas)::bigint
      from tracking.order_credits credits join tracking.attributions using (order_id, placed_on)
      group by 1, 2, 3, 4, 5, 6, 7, 8
    ), kept as (
      select day, model, window_days, campaign_id, ad_group_id, ad_id, store_id, witness, orders_placed,
        sales_placed_halalas, orders_delivered, sales_delivered_halalas
      from tracking.attribution_days where orders_placed <> 0
    )
    (select * from added except select * from kept) union all (select * from kept except select * from added)`);
  expect(differences).toEqual([]);
}

describe("the four witness cases", () => {
  it("stand beside each other with their orders, and a conflict is counted by its click", async () => {
    const [one] = links;
    await order("both", { clickId: (await click(one)).clickId, couponCodes: ["one"] });
    await order("click", { clickId: (await click(one)).clickId });
    await order("coupon", { couponCodes: ["TWO"] });
    await order("conflict", { clickId: (await click(one)).clickId, couponCodes: ["TWO"] });
    await order("none");
    const { items, total } = await read();
    expect(items).toMatchObject([
      {
        campaign_id: "cmp_1",
        ad_id: "",
        last_click: { ...none, orders_placed: 3, sales_placed_halalas: 300_00 },
        witnesses: { both: 1, click_id: 1, coupon: 0, conflict: 1 },
      },
      { campaign_id: "cmp_2", witnesses: { both: 0, click_id: 0, coupon: 1, conflict: 0 } },
    ]);
    expect(total.witnesses).toEqual({ both: 1, click_id: 1, coupon: 1, conflict: 1, none: 1 });
    const first = await read({ size: "1" });
    expect(first.items).toMatchObject([{ campaign_id: "cmp_1" }]);
    const second = await read({ size: "1", cursor: first.next_cursor ?? "" });
    expect(second).toMatchObject({ items: [{ campaign_id: "cmp_2" }], next_cursor: null });
    expect((await list({ witness: "conflict" })).items).toMatchObject([
      { reference: "#conflict", campaign_id: "cmp_1", coupon_code: "TWO", coupon_campaign_id: "cmp_2" },
    ]);
    expect((await list({ witness: "none" })).items).toMatchObject([{ reference: "#none", campaign_id: "" }]);
    expect((await list({ campaign_id: "cmp_2" })).items.map(({ reference }) => reference)).toEqual([
      "#coupon",
    ]);
    expect(await read({}, "mer_2")).toMatchObject({ items: [], total: { sums: none } });
    await compareRollUp();
  });
});

describe("first and last click", () => {
  it("are read beside each other by ad, and each order counts once under each", async () => {
    const [one, two] = links;
    const first = await click(one);
    harness.worldClock.set("2026-11-25T09:00:00Z");
    const last = await click(two, first.cookie);
    await order("1", { clickId: last.clickId, status: "delivered" });
    const value = {
      orders_placed: 1,
      sales_placed_halalas: 100_00,
      orders_delivered: 1,
      sales_delivered_halalas: 100_00,
    };
    expect((await read({ by: "ad" })).items).toMatchObject([
      { ad_id: "ad_2", last_click: value, first_click: none },
      { ad_id: "ad_1", last_click: none, first_click: value },
    ]);
    expect((await read({ by: "ad", window_days: "1" })).items).toMatchObject([
      { ad_id: "ad_2", last_click: value, first_click: value },
    ]);
    expect((await list({ model: "first_click" })).items).toMatchObject([
      { ad_id: "ad_1", click_id: first.clickId },
    ]);
    await compareRollUp();
  });

  it("know nothing of a browser that asks not to be followed, or of another merchant's shop", async () => {
    const [one, two] = links;
    const silent = await harness.visit(one, { ...aPhone, "sec-gpc": "1" });
    expect(silent.headers["set-cookie"]).toBeUndefined();
    const first = await click(one);
    await harness.addStore("mer_2", "https://other.example");
    const { id } = await harness.linkFor("mer_2", "ad_9", "https://other.example/p");
    await click(id, first.cookie);
    await click(two, first.cookie);
    const keys = await db.many(sql`
      select merchant_id, count(distinct visitor_key)::int as visitors from tracking.clicks where visitor_key <> ''
      group by 1 order by 1`);
    expect(keys).toEqual([
      { merchant_id: "mer_1", visitors: 1 },
      { merchant_id: "mer_2", visitors: 1 },
    ]);
    const shared = await db.many(sql`
      select visitor_key from tracking.clicks where visitor_key <> '' group by 1 having count(distinct merchant_id) > 1`);
    expect(shared).toEqual([]);
  });

  it("give up a first click that new rules take for a bot's", async () => {
    const [one, two] = links;
    const first = await click(one);
    harness.worldClock.set("2026-11-25T09:00:00Z");
    const last = await click(two, first.cookie);
    await order("1", { clickId: last.clickId });
    const restate = restateClicks(harness, {
      classify: () => ({ visitor: "bot", why: "burst" }),
      version: 9,
    });
    await restate(db, { now: harness.worldClock.now() });
    expect((await read({ by: "ad" })).items).toMatchObject([
      { ad_id: "ad_2", last_click: { orders_placed: 1 }, first_click: { orders_placed: 1 } },
    ]);
    await compareRollUp();
  });
});

describe("an order", () => {
  it("that is read twice, refused late, or cancelled, leaves the figures as they should be", async () => {
    const { clickId } = await click(links[0]);
    await order("1", { clickId });
    await order("1", { clickId });
    await order("1", { clickId, status: "delivered" });
    expect((await read()).items).toMatchObject([{ last_click: { orders_placed: 1, orders_delivered: 1 } }]);
    await order("1", { clickId, status: "refused" });
    expect((await read()).items).toMatchObject([
      { last_click: { ...none, orders_placed: 1, sales_placed_halalas: 100_00 } },
    ]);
    await order("1", { clickId, status: "cancelled" });
    expect(await read()).toMatchObject({ items: [], total: { sums: none } });
    expect((await list()).items).toEqual([]);
    await order("1", { clickId, status: "refunded", refunded: halalas(40_00) });
    expect((await read()).items).toMatchObject([
      { last_click: { orders_placed: 1, orders_delivered: 1, sales_delivered_halalas: 60_00 } },
    ]);
    await order("1", { clickId, status: "unpaid" });
    expect((await read()).items).toEqual([]);
    await compareRollUp();
  });

  it("is counted once within every model and window, whatever happens to it", async () => {
    const [one, two, other] = links;
    const clicks = [await click(one), await click(two), await click(other)];
    const step = fc.record({
      id: fc.constantFrom("a", "b", "c"),
      clickId: fc.constantFrom(null, ...clicks.map(({ clickId }) => clickId)),
      couponCodes: fc.subarray(["ONE", "TWO", "SHOP"]),
      status: fc.constantFrom("placed", "delivered", "refused", "cancelled", "refunded", "unpaid"),
      total: fc.integer({ min: 1, max: 500 }).map((riyals) => halalas(riyals * 100)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        for (const { id, ...input } of steps) await order(id, input as Parameters<typeof anOrder>[0]);
        await compareRollUp();
        const sums = await db.many<{ orders: number }>(sql`
          select sum(orders_placed)::int as orders from tracking.attribution_days group by model, window_days`);
        const [counted] = await db.many<{ orders: number }>(sql`
          select sum(orders_placed)::int as orders from tracking.attributions`);
        expect(new Set(sums.map(({ orders }) => orders)).size).toBeLessThanOrEqual(1);
        if (sums.length > 0) expect(sums[0]?.orders).toBe(counted?.orders ?? 0);
      }),
      { numRuns: 8 },
    );
  });

  it("is found page by page, newest first", async () => {
    for (let count = 0; count < 5; count += 1) {
      harness.worldClock.set(`2026-11-2${2 + count}T09:00:00Z`);
      await order(`${count}`, { couponCodes: ["ONE"] });
    }
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof list>> = await list({ size: "2", ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ reference }) => reference));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(["#4", "#3", "#2", "#1", "#0"]);
    expect((await read({ by: "campaign", size: "1" })).next_cursor).toBeNull();
  });
});
