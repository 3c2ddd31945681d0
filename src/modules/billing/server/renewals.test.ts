import { beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { durations } from "../contract/enums.ts";
import { addMonths } from "../domain/periods.ts";
import { setUpBilling } from "../testing/billing-harness.ts";
import { aSubscription, listPeriodRows, loadSubscription } from "../testing/builders.ts";
import { cancel, downgrade, payRenewal, resume, setPaymentMethod } from "./change-subscription.ts";
import { loadEntitlement } from "./entitlement.ts";
import { presentSubscription } from "./subscription.present.ts";

const billing = setUpBilling({ at: "2026-12-31T09:00:00Z" });
beforeEach(() => billing.addMerchant());

const advance = async (at: string) => {
  await billing.advance(at);
  await billing.settle();
};
const state = async () => (await loadSubscription(billing.db)).state;
const ends = async () => (await loadSubscription(billing.db)).current_ends_at.toISOString();
const declined = { state: "failed", failure: "balance" } as const;
const blocked = { state: "failed", failure: "blocked_card" } as const;
const invoices = () =>
  billing.db.many<{ source_id: string; gross_halalas: number; paid_by: string }>(
    sql`select source_id, gross_halalas, paid_by from billing.invoices order by counter`,
  );
const events = async (name: string) =>
  (
    await billing.db.many<{ details: { next_try_on?: string | null } }>(
      sql`select details from base.events where name = ${name} order by id`,
    )
  ).map(({ details }) => details);
const refunds = () =>
  billing.db.many<{ amount_halalas: number }>(
    sql`select amount_halalas from payments.refunds where merchant_id = 'mer_1'`,
  );

describe("a renewal", () => {
  it("charges the card once at the same hour, and the day at the end of the month is kept", async () => {
    await aSubscription(billing.own());
    await advance("2027-01-31T08:59:59Z");
    expect(billing.gateway.charges).toHaveLength(0);
    for (const at of ["2027-01-31T09:00:30Z", "2027-02-28T09:00:30Z", "2027-03-31T09:00:30Z"]) {
      await advance(at);
      await advance(at);
    }
    expect(billing.gateway.charges).toHaveLength(3);
    expect(await state()).toBe("active");
    expect(await ends()).toBe("2027-04-30T09:00:00.000Z");
    const periods = await listPeriodRows(billing.db);
    expect(periods.map(({ number, state, due_halalas }) => [number, state, due_halalas])).toEqual(
      [1, 2, 3, 4].map((number) => [number, "paid", 24_900]),
    );
    expect(periods.slice(1).map(({ payment_id }) => payment_id)).toEqual(billing.gateway.charges);
    // The first one is on its order's invoice.
    expect(await invoices()).toEqual(
      periods.slice(1).map(({ id }) => ({ source_id: id, gross_halalas: 24_900, paid_by: "card" })),
    );
  });

  it.each([28, 29, 30, 31])(
    "begun on day %i is one charge a period for 24 months, of any length, whatever runs twice",
    async (day) => {
      billing.clock.set(`2026-12-${day}T09:00:00Z`);
      const start = billing.clock.now();
      for (const duration of durations) {
        const merchantId = `mer_of_${duration}`;
        await billing.addMerchant(merchantId, `+9665000001${String(duration).padStart(2, "0")}`);
        await aSubscription(billing.own(merchantId), { duration });
      }
      for (let month = 1; month < 24; month += 1) {
        const at = new Date(addMonths(start, month).getTime() + 60_000).toISOString();
        await Promise.all([billing.advance(at), billing.advance(at)]);
        await billing.settle();
        await billing.advance(at);
      }
      for (const duration of durations) {
        const periods = await listPeriodRows(billing.db, `mer_of_${duration}`);
        expect(periods.map(({ starts_at, state }) => [starts_at, state])).toEqual(
          periods.map((_, index) => [addMonths(start, index * duration), "paid"]),
        );
        expect(periods.at(-1)?.ends_at).toEqual(addMonths(start, 24));
        // The first period is its order's.
        const charges = periods.slice(1).map(({ payment_id }) => payment_id);
        expect(charges).toHaveLength(24 / duration - 1);
        expect(billing.gateway.charges).toEqual(expect.arrayContaining(charges));
      }
      expect(billing.gateway.charges).toHaveLength(23 + 7 + 3 + 1);
    },
    120_000,
  );

  it("after 40 days without the product charges one period, which begins then", async () => {
    await aSubscription(billing.own());
    await advance("2027-03-12T10:00:00Z");
    await advance("2027-03-12T10:05:00Z");
    expect(billing.gateway.charges).toHaveLength(1);
    expect(await ends()).toBe("2027-04-12T10:00:00.000Z");
  });

  it("whose answer is lost is looked for at the gateway, and charged once", async () => {
    await aSubscription(billing.own());
    billing.gateway.losesResponses = true;
    await advance("2027-01-31T09:00:30Z");
    billing.gateway.losesResponses = false;
    await billing.settle();
    expect(billing.gateway.charges).toHaveLength(1);
    expect(await state()).toBe("active");
    expect(await ends()).toBe("2027-02-28T09:00:00.000Z");
    expect(await invoices()).toHaveLength(1);
  });

  it("from the balance takes it once, and names the plan on the statement", async () => {
    await aWallet(billing.db, "mer_1", 60_000);
    await aSubscription(billing.own(), { source: "balance" });
    await advance("2027-01-31T09:00:30Z");
    await advance("2027-02-28T09:00:30Z");
    expect((await billing.deps.wallet.loadBalance(billing.own())).available_halalas).toBe(10_200);
    expect(billing.gateway.charges).toHaveLength(0);
    await advance("2027-03-31T09:00:30Z");
    expect(await state()).toBe("past_due");
    await aWallet(billing.db, "mer_1", 20_000, "deposit:more");
    await advance("2027-04-01T09:00:30Z");
    expect(await state()).toBe("active");
    expect(await ends()).toBe("2027-04-30T09:00:00.000Z");
    expect((await invoices()).map(({ paid_by }) => paid_by)).toEqual(["balance", "balance", "balance"]);
  });

  it("of one merchant that fails stops nobody else's", async () => {
    await billing.addMerchant("mer_2", "+966500000002");
    await aSubscription(billing.own("mer_1"));
    await aSubscription(billing.own("mer_2"));
    await billing.db.run(sql`update payments.cards set sealed_token = 'broken' where merchant_id = 'mer_1'`);
    await advance("2027-01-31T09:00:30Z");
    expect((await loadSubscription(billing.db, "mer_2")).current_ends_at.toISOString()).toBe(
      "2027-02-28T09:00:00.000Z",
    );
  });
});

describe("a declined renewal", () => {
  beforeEach(async () => {
    await aSubscription(billing.own());
  });

  it("that is soft is tried on days 1, 3 and 5, closes paid tools, and expires after day 7", async () => {
    billing.gateway.chargeResult = declined;
    await advance("2027-01-31T09:00:30Z");
    expect(await state()).toBe("past_due");
    expect(await loadEntitlement(billing.own())).toBeNull();
    for (const day of ["01", "02", "03", "04", "05", "06"]) await advance(`2027-02-${day}T09:01:00Z`);
    expect(billing.gateway.charges).toHaveLength(4);
    expect((await events("billing.renewal_failed")).map(({ next_try_on }) => next_try_on)).toEqual([
      "2027-02-01",
      "2027-02-03",
      "2027-02-05",
      null,
    ]);
    await advance("2027-02-07T08:59:00Z");
    expect(await state()).toBe("past_due");
    await advance("2027-02-07T09:01:00Z");
    expect(await state()).toBe("expired");
    expect((await listPeriodRows(billing.db)).map((period) => period.state)).toEqual(["paid", "void"]);
  });

  it("recovers on the next try, and keeps its days", async () => {
    billing.gateway.chargeResult = declined;
    await advance("2027-01-31T09:00:30Z");
    billing.gateway.chargeResult = {};
    await advance("2027-02-01T09:01:00Z");
    expect(await state()).toBe("active");
    expect(await ends()).toBe("2027-02-28T09:00:00.000Z");
    expect((await loadEntitlement(billing.own()))?.opens.writer_words).toBe(50_000);
  });

  it("that is hard is not tried again; the merchant pays it from the balance", async () => {
    billing.gateway.chargeResult = blocked;
    await advance("2027-01-31T09:00:30Z");
    await advance("2027-02-01T09:01:00Z");
    await advance("2027-02-03T09:01:00Z");
    expect(billing.gateway.charges).toHaveLength(1);
    await aWallet(billing.db, "mer_1", 30_000);
    const choice = { source: "balance", save_card: false } as const;
    await payRenewal(billing.deps)(billing.own(), { choice, language: "ar" });
    expect(await state()).toBe("active");
    expect(await ends()).toBe("2027-02-28T09:00:00.000Z");
    await expect(payRenewal(billing.deps)(billing.own(), { choice, language: "ar" })).rejects.toMatchObject({
      code: "billing.nothing_to_pay",
    });
  });

  it("is tried at once from another method of payment", async () => {
    billing.gateway.chargeResult = blocked;
    await advance("2027-01-31T09:00:30Z");
    await aWallet(billing.db, "mer_1", 30_000);
    await setPaymentMethod(billing.deps)(billing.own(), { source: "balance", card_id: null });
    await advance("2027-01-31T09:02:00Z");
    expect(await state()).toBe("active");
  });

  it("without any card says so", async () => {
    await billing.db.run(sql`update payments.cards set removed_at = now()`);
    await advance("2027-01-31T09:00:30Z");
    const { subscription, notices } = await presentSubscription(billing.deps)(billing.own(), "en");
    expect(subscription).toMatchObject({ state: "past_due", is_open: false, next: { kind: "expires" } });
    expect(notices.map(({ kind }) => kind)).toEqual(["card_missing"]);
  });

  it("that was paid late or twice all the same gives the money back", async () => {
    billing.gateway.chargeResult = declined;
    await advance("2027-01-31T09:00:30Z");
    const [, period] = await listPeriodRows(billing.db);
    const begun = await transact(billing.own(), (ctx) =>
      billing.deps.payments.createIntent(ctx, {
        purpose: "subscription",
        subject: period?.id ?? "",
        amount_halalas: 24_900,
        save_card: false,
        card_id: "crd_mer_1",
        language: "ar",
      }),
    );
    expect(begun.kind).toBe("created");
    billing.gateway.chargeResult = {};
    await advance("2027-02-01T09:01:00Z");
    expect(await state()).toBe("active");
    expect(billing.gateway.charges).toHaveLength(3);
    expect(await refunds()).toEqual([{ amount_halalas: 24_900 }]);
    expect(await events("billing.period_payment_returned")).toEqual([
      { period_id: period?.id, amount_halalas: 24_900 },
    ]);
    for (const [language, words] of [
      ["en", "SAR 249"],
      ["ar", "249"],
    ] as const) {
      const { notices } = await presentSubscription(billing.deps)(billing.own(), language);
      expect(notices).toMatchObject([{ kind: "payment_returned", text: expect.stringContaining(words) }]);
    }
    billing.clock.set("2027-02-15T09:02:00Z");
    expect((await presentSubscription(billing.deps)(billing.own(), "en")).notices).toEqual([]);
  });
});

describe("a cancelled subscription", () => {
  it("stays open until its period ends, and the merchant can change their mind until then", async () => {
    await aSubscription(billing.own());
    await cancel(billing.deps)(billing.own());
    expect(await state()).toBe("cancelled");
    expect(await loadEntitlement(billing.own())).not.toBeNull();
    await resume(billing.own());
    expect(await state()).toBe("active");
    await cancel(billing.deps)(billing.own());
    await advance("2027-01-31T09:00:30Z");
    expect(await state()).toBe("expired");
    expect(billing.gateway.charges).toHaveLength(0);
    await expect(resume(billing.own())).rejects.toMatchObject({ code: "billing.nothing_to_resume" });
  });
});

describe("a smaller plan", () => {
  it("begins with the next period and its price; taken back, nothing changes", async () => {
    await aSubscription(billing.own(), { plan: "plv_pro_1" });
    const smaller = { plan_version_id: "plv_start_1", duration_months: 3 } as const;
    await downgrade(billing.own(), smaller);
    await resume(billing.own());
    await advance("2027-01-31T09:00:30Z");
    await downgrade(billing.own(), smaller);
    await advance("2027-02-28T09:00:30Z");
    const periods = await listPeriodRows(billing.db);
    expect(periods.map(({ plan_version_id, due_halalas }) => [plan_version_id, due_halalas])).toEqual([
      ["plv_pro_1", 59_900],
      ["plv_pro_1", 59_900],
      ["plv_start_1", 28_200],
    ]);
    expect(await ends()).toBe("2027-05-31T09:00:00.000Z");
  });
});
