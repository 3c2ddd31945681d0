import { beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { setUpBilling } from "../testing/billing-harness.ts";
import { aSubscription, loadSubscription } from "../testing/builders.ts";
import { loadEntitlement } from "./entitlement.ts";
import { startTrial, startTrialWithStore } from "./start-trial.ts";
import { presentSubscription } from "./subscription.present.ts";
import { deleteClaims, hasClaim, insertClaims } from "./trial-claims.store.ts";

const billing = setUpBilling();
beforeEach(async () => {
  await billing.addMerchant();
  await billing.addMerchant("mer_2", "+966500000002");
});

const start = (merchantId = "mer_1") => startTrial(billing.deps)(billing.own(merchantId));
const connect = async (merchantId: string, externalId: string) => {
  await billing.addStore(merchantId, externalId);
  await transact(billing.own(merchantId), startTrialWithStore(billing.deps));
};
const notices = () =>
  billing.db.many<{ details: object }>(
    sql`select details from base.events where name = 'billing.trial_ending' order by id`,
  );

describe("a trial", () => {
  it("opens the trial's plan for 14 days, says on days 11 and 13 what was used, and ends by itself without a charge", async () => {
    await start();
    const entitlement = await loadEntitlement(billing.own());
    expect(entitlement).toMatchObject({ state: "trial", opens: { writer_words: 50_000 } });
    await billing.db.run(sql`
      insert into billing.quota_months (merchant_id, feature, month_start, used_units)
      values ('mer_1', 'writer_words', ${entitlement?.month.starts_at}, 1200)`);
    for (const day of ["11", "12", "13", "14", "14"]) await billing.advance(`2026-12-${day}T09:01:00Z`);
    const used = { writer_words: 1_200 };
    expect((await notices()).map(({ details }) => details)).toMatchObject([
      { day: 11, used },
      { day: 13, used },
    ]);
    const view = await presentSubscription(billing.deps)(billing.own(), "ar");
    expect(view).toMatchObject({
      subscription: { is_open: true, trial: { day: 14, days_left: 1 }, next: { kind: "trial_ends" } },
      notices: [{ kind: "trial_ending" }],
    });
    expect(view.notices[0]?.text).toContain("استخدمت منها حتى الآن 1,200 كلمة من كاتب الإعلانات.");
    await billing.advance("2026-12-15T09:00:00Z");
    expect(await loadSubscription(billing.db)).toMatchObject({ state: "expired", next_step_at: null });
    expect(billing.gateway.charges).toEqual([]);
    expect(await loadEntitlement(billing.own())).toBeNull();
  });

  it("is once for a merchant", async () => {
    await start();
    await expect(start()).rejects.toMatchObject({ code: "billing.already_subscribed" });
    await billing.advance("2026-12-15T09:00:00Z");
    await expect(start()).rejects.toMatchObject({ code: "billing.trial_used" });
  });

  it("begins by itself with the first store, and that store brings no second one to another merchant", async () => {
    await connect("mer_1", "salla_1");
    expect(await loadSubscription(billing.db)).toMatchObject({ state: "trial" });
    await connect("mer_1", "salla_2");
    await billing.db.run(sql`update stores.stores set status = 'disconnected', disconnected_at = now()`);
    for (const store of ["salla_1", "salla_2"]) await connect("mer_2", store);
    await expect(start("mer_2")).rejects.toMatchObject({ code: "billing.trial_used" });
    const view = await presentSubscription(billing.deps)(billing.own("mer_2"), "ar");
    expect(view).toMatchObject({ subscription: null, can_start_trial: false });
  });

  it("begun before a store is connected ends with one that had it, says why, and leaves the store with the first", async () => {
    await connect("mer_1", "salla_1");
    await start("mer_2");
    await connect("mer_2", "salla_2");
    expect(await loadSubscription(billing.db, "mer_2")).toMatchObject({ state: "trial" });
    await billing.db.run(
      sql`update stores.stores set status = 'disconnected', disconnected_at = now() where merchant_id = 'mer_1'`,
    );
    await connect("mer_2", "salla_1");
    await transact(billing.own("mer_2"), startTrialWithStore(billing.deps));
    expect(await loadSubscription(billing.db, "mer_2")).toMatchObject({
      state: "expired",
      ended_by: "store_trial",
      next_step_at: null,
    });
    expect(await loadEntitlement(billing.own("mer_2"))).toBeNull();
    for (const [language, words] of [
      ["ar", "مرة واحدة لكل تاجر ومتجر"],
      ["en", "once for each merchant and store"],
    ] as const) {
      const view = await presentSubscription(billing.deps)(billing.own("mer_2"), language);
      expect(view.notices).toMatchObject([
        { kind: "ended_by_store_trial", text: expect.stringContaining(words) },
      ]);
    }
    await expect(start("mer_2")).rejects.toMatchObject({ code: "billing.trial_used" });
    expect(await loadSubscription(billing.db)).toMatchObject({ state: "trial" });
  });

  it("that was bought out stays when a store is connected that had one", async () => {
    await connect("mer_1", "salla_1");
    await start("mer_2");
    await aSubscription(billing.own("mer_2"));
    await billing.db.run(
      sql`update stores.stores set status = 'disconnected', disconnected_at = now() where merchant_id = 'mer_1'`,
    );
    await connect("mer_2", "salla_1");
    expect(await loadSubscription(billing.db, "mer_2")).toMatchObject({ state: "active", ended_by: null });
  });

  it("is once for a number, whoever has it later", async () => {
    await start();
    await billing.db.run(sql`update merchants.merchants set mobile = '+966500000009' where id = 'mer_1'`);
    await billing.db.run(sql`update merchants.merchants set mobile = '+966500000001' where id = 'mer_2'`);
    await expect(start("mer_2")).rejects.toMatchObject({ code: "billing.trial_used" });
  });

  it("becomes a paid subscription with the first purchase, and is never given after one", async () => {
    await start();
    await aSubscription(billing.own(), { orderId: "ord_1" });
    await aSubscription(billing.own(), { orderId: "ord_1" });
    expect(await loadSubscription(billing.db)).toMatchObject({ state: "active", duration_months: 1 });
    expect(await aSubscription(billing.own(), { orderId: "ord_2" })).toEqual({ kind: "already_subscribed" });
    await aSubscription(billing.own("mer_2"));
    await expect(start("mer_2")).rejects.toMatchObject({ code: "billing.already_subscribed" });
  });
});

describe("a claim of the trial", () => {
  it("given up again leaves what another merchant has claimed", async () => {
    const store = { kind: "store", identity: "salla:1" } as const;
    const number = { kind: "mobile", identity: "hash" } as const;
    await transact(billing.own("mer_2"), (ctx) => insertClaims(ctx, [store]));
    await transact(billing.own(), async (ctx) => {
      expect(await insertClaims(ctx, [number, store])).toBe(1);
      await deleteClaims(ctx);
    });
    expect(await hasClaim(billing.own(), [number])).toBe(false);
    expect(await hasClaim(billing.own(), [store])).toBe(true);
  });
});
