import { beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { setUpBilling } from "../testing/billing-harness.ts";
import { aSubscription, listPeriodRows, loadSubscription } from "../testing/builders.ts";
import { cancel } from "./change-subscription.ts";
import { previewUpgrade, type UpgradeInput, upgrade } from "./upgrade.ts";

const billing = setUpBilling();
beforeEach(async () => {
  await billing.addMerchant();
  await aSubscription(billing.own(), { plan: "plv_start_1" });
  billing.clock.set("2026-12-16T21:00:00Z");
});

const larger = { plan_version_id: "plv_pro_1", duration_months: 1 } as const;
const byCard = { source: "card", card_id: "crd_mer_1", save_card: false } as const;
const byForm = { source: "card", save_card: false } as const;
const request = (input: Omit<UpgradeInput, "plan_version_id" | "duration_months">) =>
  upgrade(billing.deps)(billing.own(), { input: { ...larger, ...input }, language: "ar" });

const countInvoices = async () => (await billing.db.many(sql`select id from billing.invoices`)).length;

describe("an upgrade", () => {
  it("from the balance begins now; the unused half is credited to the halala", async () => {
    await aWallet(billing.db, "mer_1", 60_000);
    expect(await previewUpgrade(billing.own(), larger)).toMatchObject({
      price_halalas: 59_900,
      credit_halalas: 4_950,
      due_halalas: 54_950,
    });
    await request({ payment: { source: "balance", save_card: false } });
    expect((await billing.deps.wallet.loadBalance(billing.own())).available_halalas).toBe(5_050);
    const [first, second] = await listPeriodRows(billing.db);
    expect(first).toMatchObject({ state: "paid", replaced_at: billing.clock.now() });
    expect(second).toMatchObject({
      kind: "upgrade",
      state: "paid",
      credit_halalas: 4_950,
      due_halalas: 54_950,
    });
    expect(await loadSubscription(billing.db)).toMatchObject({
      plan_version_id: "plv_pro_1",
      current_starts_at: new Date("2026-12-16T21:00:00Z"),
      current_ends_at: new Date("2027-01-16T21:00:00Z"),
    });
    const { period_id, ...invoice } = await billing.db.one<{ period_id: string }>(sql`
      select source_id as period_id, gross_halalas, vat_halalas, paid_by, supplied_on, discount_halalas, line.title_ar
      from billing.invoices join (select invoice_id, discount_halalas, title_ar from billing.invoice_lines) line
        on invoice_id = id`);
    expect(period_id).toBe(second?.id);
    expect(invoice).toEqual({
      gross_halalas: 54_950,
      vat_halalas: 7_167,
      paid_by: "balance",
      supplied_on: "2026-12-17",
      discount_halalas: 4_950,
      title_ar: "اشتراك باقة الاحتراف لمدة شهر",
    });
  });

  it("that costs less than a card can pay is paid from the balance alone", async () => {
    await billing.db.run(sql`
      insert into billing.plan_versions select 'plv_pro_2', plan_code, 2, name_ar, name_en, description_ar, description_en,
        5049, price_3_halalas, price_6_halalas, price_12_halalas, writer_words, designer_pictures, rules, messages,
        ai_campaigns, members, landing_pages, created_at, created_by
      from billing.plan_versions where id = 'plv_pro_1'`);
    const cheap = { plan_version_id: "plv_pro_2", duration_months: 1 } as const;
    const buy = (payment: UpgradeInput["payment"]) =>
      upgrade(billing.deps)(billing.own(), { input: { ...cheap, payment }, language: "ar" });
    expect((await previewUpgrade(billing.own(), cheap)).due_halalas).toBe(99);
    for (const payment of [byCard, byForm])
      await expect(buy(payment)).rejects.toMatchObject({ code: "billing.total_too_small" });
    expect(await listPeriodRows(billing.db)).toHaveLength(1);
    await aWallet(billing.db, "mer_1", 100);
    await buy({ source: "balance", save_card: false });
    expect(await loadSubscription(billing.db)).toMatchObject({ plan_version_id: "plv_pro_2" });
  });

  it("costs what the merchant saw, though minutes passed", async () => {
    await aWallet(billing.db, "mer_1", 60_000);
    const seen = await previewUpgrade(billing.own(), larger);
    billing.clock.set("2026-12-16T21:29:00Z");
    await request({
      payment: { source: "balance", save_card: false },
      previewed_at: seen.previewed_at.toISOString(),
    });
    expect((await listPeriodRows(billing.db)).at(-1)?.due_halalas).toBe(seen.due_halalas);
  });

  it("by a card changes nothing until it is paid, and a second request waits for it", async () => {
    await request({ payment: byCard });
    expect(await countInvoices()).toBe(0);
    expect(await loadSubscription(billing.db)).toMatchObject({ plan_version_id: "plv_start_1" });
    await expect(request({ payment: byCard })).rejects.toMatchObject({ code: "billing.payment_under_way" });
    await expect(cancel(billing.deps)(billing.own())).rejects.toMatchObject({
      code: "billing.payment_under_way",
    });
    billing.clock.set("2026-12-16T21:02:00Z");
    await billing.settle();
    expect(await loadSubscription(billing.db)).toMatchObject({
      state: "active",
      plan_version_id: "plv_pro_1",
      current_starts_at: new Date("2026-12-16T21:02:00Z"),
    });
    expect(await countInvoices()).toBe(1);
    expect(billing.gateway.charges).toHaveLength(1);
  });

  it("whose card is declined changes nothing, and can be requested again", async () => {
    billing.gateway.chargeResult = { state: "failed", failure: "balance" };
    await request({ payment: byCard });
    await billing.settle();
    expect(await loadSubscription(billing.db)).toMatchObject({
      state: "active",
      plan_version_id: "plv_start_1",
    });
    billing.gateway.chargeResult = {};
    await request({ payment: byCard });
    await billing.settle();
    expect(await loadSubscription(billing.db)).toMatchObject({ plan_version_id: "plv_pro_1" });
    expect((await listPeriodRows(billing.db)).map(({ state }) => state)).toEqual(["paid", "void", "paid"]);
  });

  it("that was given up before its form was paid gives the money back", async () => {
    const form = await request({ payment: byForm });
    expect(form).toMatchObject({ amount_halalas: 54_950 });
    const abandoned = (await listPeriodRows(billing.db)).at(-1);
    await request({ payment: byCard });
    await billing.settle();
    const payment = billing.gateway.pay(abandoned?.intent_id ?? "", 54_950);
    await billing.deps.payments.attachPayment(billing.own(), {
      purpose: "subscription",
      intentId: abandoned?.intent_id ?? "",
      paymentId: payment.id,
    });
    billing.clock.set("2026-12-16T21:10:00Z");
    await billing.deps.payments.checkIntent(billing.own(), {
      purpose: "subscription",
      intentId: abandoned?.intent_id ?? "",
    });
    await billing.settle();
    expect(await billing.db.many(sql`select amount_halalas from payments.refunds`)).toEqual([
      { amount_halalas: 54_950 },
    ]);
    expect((await listPeriodRows(billing.db)).map(({ state }) => state)).toEqual(["paid", "void", "paid"]);
  });

  it("is refused to a smaller plan, a shorter period, the same, and from the balance without enough", async () => {
    for (const terms of [
      { plan_version_id: "plv_start_1", duration_months: 1 },
      { plan_version_id: "plv_none_1", duration_months: 1 },
    ] as const)
      await expect(previewUpgrade(billing.own(), terms)).rejects.toMatchObject({
        code: terms.plan_version_id === "plv_none_1" ? "billing.plan_not_offered" : "billing.not_an_upgrade",
      });
    await expect(request({ payment: { source: "balance", save_card: false } })).rejects.toMatchObject({
      code: "wallet.balance_not_enough",
    });
    expect(await listPeriodRows(billing.db)).toHaveLength(1);
  });
});
