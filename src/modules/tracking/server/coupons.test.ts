import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { RescheduleJob } from "#base/server/jobs.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { recordOrder } from "#modules/stores/server/record-order.ts";
import { anOrder } from "#modules/stores/testing/fake-platform.ts";
import type { CouponAnswer } from "../contract/coupons.calls.ts";
import { openTrackingHarness, type TrackingHarness } from "../testing/tracking-harness.ts";
import { issueCoupon, withdrawCoupon } from "./issue-coupon.ts";

let db: TestDb;
let harness: TrackingHarness;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  harness = await openTrackingHarness(db);
  await harness.addStore("mer_1");
  await harness.linkFor("mer_1");
});
afterEach(() => harness.close());
afterAll(() => db.close());

const created = {
  source: "created",
  campaign_id: "cmp_1",
  store_id: "sto_mer_1",
  code: " noura25 ",
  percent: 25,
  ends_on: "2026-12-20",
};
const typed = { source: "typed", campaign_id: "cmp_1", store_id: "sto_mer_1", code: "Ramadan" };

let calls = 0;
async function add(body: object, as = "mer_1") {
  calls += 1;
  const { status, data, envelope } = await harness.server.call("POST Clients/Tracking/coupons", {
    as,
    body,
    key: randomUUID(),
  });
  return { status, data: data as CouponAnswer, fields: envelope.error ? (envelope.fields ?? {}) : {} };
}
const list = async () =>
  (
    (
      await harness.server.call("GET Clients/Tracking/coupons", {
        as: "mer_1",
        query: { campaign_id: "cmp_1" },
      })
    ).data as { items: CouponAnswer[] }
  ).items;
const stop = async (id: string, as = "mer_1") =>
  harness.server.call(`POST Clients/Tracking/coupons/${id}/stop`, { as });

const deps = () => ({ stores: harness.stores, systemClock: { now: () => new Date() } });
const issue = (couponId: string) => issueCoupon(deps())(harness.makeContext("mer_1"), { couponId });
const withdraw = (couponId: string) => withdrawCoupon(deps())(harness.makeContext("mer_1"), { couponId });

let orders = 0;
async function buy(couponCodes: string[], input: Parameters<typeof anOrder>[0] = {}) {
  orders += 1;
  await transact(harness.makeContext("mer_1"), (ctx) =>
    recordOrder(ctx, "sto_mer_1", {
      order: anOrder({
        externalId: `order-${orders}`,
        placedAt: harness.worldClock.now(),
        couponCodes,
        ...input,
      }),
      readAt: new Date(),
    }),
  );
  await harness.settle();
}

describe("a coupon that we create", () => {
  it("is the campaign's at once, in capitals, and active when the store has it", async () => {
    const { status, data } = await add(created);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      code: "NOURA25",
      status: "creating",
      percent: 25,
      uses: 0,
      owned_until: null,
    });
    await issue(data.id);
    expect(harness.storeWorld.coupons.get("NOURA25")).toMatchObject({ percent: 25, isActive: true });
    expect(await list()).toMatchObject([{ id: data.id, status: "active", rejection: null }]);
    await harness.settle();
    expect(harness.publishedEvents.map(({ name }) => name)).toEqual([
      "tracking.coupon_changed",
      "tracking.coupon_changed",
    ]);
  });

  it("that the store has already is rejected with the reason, and its code is free again", async () => {
    harness.storeWorld.coupons.set("NOURA25", {
      externalId: "c-9",
      code: "NOURA25",
      percent: 10,
      isActive: true,
    });
    const { data } = await add(created);
    await issue(data.id);
    expect(await list()).toMatchObject([{ status: "rejected", rejection: "code_taken" }]);
    expect((await add({ ...typed, code: "noura25" })).status).toBe(200);
  });

  it("is looked for after a lost answer, not created again", async () => {
    const { data } = await add(created);
    harness.storeWorld.afterCreate = () =>
      Promise.reject(new AdapterFault("outcome_unknown", { reason: "no answer" }));
    await expect(issue(data.id)).rejects.toMatchObject({ kind: "outcome_unknown" });
    expect(await list()).toMatchObject([{ status: "creating" }]);
    await issue(data.id);
    expect(await list()).toMatchObject([{ status: "active" }]);
    expect(harness.storeWorld.coupons.size).toBe(1);
  });

  it("waits for a store that is busy, and ends where we may not or have no access", async () => {
    const failing = async (fault: AdapterFault) => {
      const { data } = await add({ ...created, code: `CODE${calls}` });
      const stores = { ...harness.stores, createCoupon: () => Promise.reject(fault) };
      await issueCoupon({ ...deps(), stores })(harness.makeContext("mer_1"), { couponId: data.id });
    };
    await expect(failing(new AdapterFault("later", { reason: "busy" }))).rejects.toThrow(RescheduleJob);
    await failing(new AdapterFault("rejected", { reason: "no", messageKey: "stores:scope_missing" }));
    await failing(new AdapterFault("reconnect", { reason: "gone" }));
    await failing(new AdapterFault("rejected", { reason: "the shop says no" }));
    expect((await list()).map(({ status, rejection }) => rejection ?? status).sort()).toEqual([
      "creating",
      "not_connected",
      "refused",
      "scope_missing",
    ]);
  });

  it("is switched off in the store when its campaign lets it go, also when that is before it was there", async () => {
    const { data } = await add(created);
    harness.storeWorld.afterCreate = async () => void (await stop(data.id));
    await issue(data.id);
    expect(await list()).toMatchObject([{ status: "stopping" }]);
    await withdraw(data.id);
    expect(harness.storeWorld.coupons.get("NOURA25")?.isActive).toBe(false);
    expect(await list()).toMatchObject([{ status: "stopped" }]);
    await withdraw(data.id);
  });

  it.each([
    [{ ...created, code: "no spaces" }, 400, "code"],
    [{ ...created, percent: 0 }, 400, "percent"],
    [{ ...created, ends_on: "2026-11-21" }, 422, "ends_on"],
    [{ ...created, ends_on: "2028-01-01" }, 422, "ends_on"],
    [{ ...created, store_id: "sto_mer_2" }, 404, "store_id"],
    [{ ...created, campaign_id: "cmp_9" }, 404, "campaign_id"],
  ])("is refused with the field that is wrong: %j", async (body, status, field) => {
    const answer = await add(body);
    expect([answer.status, Object.keys(answer.fields)]).toEqual([status, [field]]);
    expect(await list()).toEqual([]);
  });

  it("cannot be made in a store of one's own, whose code is typed in", async () => {
    await db.run(sql`update stores.stores set platform = 'other'`);
    expect(await add(created)).toMatchObject({ status: 409, fields: { store_id: [expect.any(String)] } });
    expect(await add(typed)).toMatchObject({ status: 200, data: { status: "active", code: "Ramadan" } });
  });
});

describe("a code", () => {
  it("belongs to one campaign at a time, in any case, and its history says who owned it when", async () => {
    await harness.linkFor("mer_1", "ad_2");
    await db.run(sql`update tracking.links set campaign_id = 'cmp_2' where ad_id = 'ad_2'`);
    const { data: first } = await add(typed);
    expect(await add({ ...typed, code: "RAMADAN" })).toMatchObject({ status: 409 });
    const other = { ...typed, campaign_id: "cmp_2", code: "ramadan" };
    expect(await add(other)).toMatchObject({ status: 409, fields: { code: [expect.any(String)] } });

    harness.worldClock.set("2026-11-22T09:00:00Z");
    await buy(["RAMADAN"]);
    harness.worldClock.set("2026-11-23T09:00:00Z");
    await stop(first.id);
    await buy(["RAMADAN"]);
    await add(other);
    harness.worldClock.set("2026-11-24T09:00:00Z");
    await buy(["ramadan"]);
    await stop(first.id);
    expect(
      await db.many(sql`select witness, campaign_id from tracking.attributions order by placed_at`),
    ).toEqual([
      { witness: "coupon", campaign_id: "cmp_1" },
      { witness: "none", campaign_id: null },
      { witness: "coupon", campaign_id: "cmp_2" },
    ]);
    expect(await list()).toMatchObject([
      { uses: 1, uses_without_click: 1, owned_until: "2026-11-23T09:00:00.000Z" },
    ]);
    const audit = await db.many(sql`select action, subject from base.audit_log order by id`);
    expect(audit).toEqual([
      { action: "tracking.coupon_added", subject: first.id },
      { action: "tracking.coupon_stopped", subject: first.id },
      { action: "tracking.coupon_added", subject: expect.any(String) },
    ]);
  });

  it("is nobody else's to see or stop", async () => {
    const { data } = await add(typed);
    await harness.addStore("mer_2", "https://other.example");
    expect((await stop(data.id, "mer_2")).status).toBe(404);
    expect(await add({ ...typed }, "mer_2")).toMatchObject({ status: 404 });
    expect(await list()).toMatchObject([{ owned_until: null }]);
  });

  it("is one of twenty at most for a campaign", async () => {
    for (let count = 0; count < 20; count += 1) await add({ ...typed, code: `CODE-${count}` });
    expect(await add({ ...typed, code: "CODE-20" })).toMatchObject({ status: 409 });
  });
});

describe("a leaked coupon", () => {
  it("is flagged once, with the numbers of its own history, when uses without clicks come suddenly", async () => {
    await add(typed);
    for (let day = 22; day < 27; day += 1) {
      harness.worldClock.set(`2026-11-${day}T10:00:00Z`);
      await buy(["RAMADAN"]);
      await buy(["RAMADAN"]);
    }
    harness.worldClock.set("2026-11-27T10:00:00Z");
    for (let count = 0; count < 14; count += 1) await buy(["RAMADAN"]);
    const [coupon] = await list();
    expect(coupon?.leak).toMatchObject({ day: "2026-11-27", uses_without_click: 14 });
    expect(coupon?.leak?.expected_uses).toBeCloseTo(11 / 7, 1);
    const leaks = harness.publishedEvents.filter(({ name }) => name === "tracking.coupon_leaked");
    expect(leaks).toMatchObject([{ merchant_id: "mer_1", campaign_id: "cmp_1", day: "2026-11-27" }]);
  });

  it("is not flagged by orders of long ago that a first sync reads", async () => {
    await add(typed);
    harness.worldClock.set("2027-01-20T10:00:00Z");
    for (let count = 0; count < 12; count += 1)
      await buy(["RAMADAN"], { placedAt: new Date("2026-12-01T10:00:00Z") });
    expect(await list()).toMatchObject([{ uses: 12, leak: null }]);
  });
});
