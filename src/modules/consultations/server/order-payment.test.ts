import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { aCoupon } from "#modules/billing/testing/builders.ts";
import { aPurchase, aSubscription } from "#modules/billing/testing/stock-builders.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { verifyLedger } from "#modules/wallet/testing/verify-ledger.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import { type ConsultationsHarness, openConsultations } from "../testing/consultations-harness.ts";

let harness: ConsultationsHarness;
let consultation: string;

beforeAll(async () => {
  harness = await openConsultations();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.reset();
  await aWallet(harness.db, "mer_1", 100_000);
  consultation = (await harness.addConsultation()).id;
});

const place = (payment: object, merchantId = "mer_1", key?: string) =>
  harness.place(consultation, merchantId, key, payment);
const coupon = (terms: Parameters<typeof aCoupon>[1] = {}) =>
  aCoupon(testContext(harness.db, "mer_1", harness.clock.now()), terms);
const buyVouchers = (units: number, validDays = 180) =>
  aPurchase(harness.db, "mer_1", {
    service: "consultation_vouchers",
    units,
    validDays,
    at: harness.clock.now(),
  });
const act = (id: string, action: string, body?: object) =>
  harness.staffCall(`POST Staff/ConsultationOrders/${id}/${action}`, body);

async function hold(id: string): Promise<OrderDetails> {
  await act(id, "accept");
  await act(id, "confirm", {
    starts_at: "2026-11-22T10:00:00Z",
    meeting_url: "https://meet.example/rawaj",
  });
  harness.clock.set("2026-11-22T10:02:00Z");
  await act(id, "join");
  return (await act(id, "complete")).data;
}
const cancel = async (id: string): Promise<OrderDetails> =>
  (await harness.call(`POST Clients/ConsultationOrders/${id}/cancel`, { reason: "" })).data;

/** Vouchers by where they are; coupon uses that count; the balance in halalas. */
async function books() {
  const vouchers = await harness.db.one<{ left: number; reserved: number; used: number }>(sql`
    select coalesce(sum(left_units), 0)::int as left, coalesce(sum(reserved_units), 0)::int as reserved,
      coalesce(sum(used_units), 0)::int as used from billing.stock_lots`);
  const { uses } = await harness.db.one<{ uses: number }>(
    sql`select count(*)::int as uses from billing.coupon_uses where state = 'taken'`,
  );
  const { available_halalas, reserved_halalas } = await harness.balance();
  expect(await verifyLedger(harness.db)).toMatchObject({ ledger_sum_halalas: 0 });
  return { ...vouchers, uses, money: [available_halalas, reserved_halalas] };
}
const invoices = () =>
  harness.db.many(sql`select source_id, gross_halalas from billing.invoices order by number`);

const coupon10 = { coupon: "rawaj10", expected_price_halalas: 26_910 };
const payments = {
  balance: { choice: {}, price: 29_900 },
  coupon: { choice: coupon10, price: 26_910 },
  free: { choice: { coupon: "FREE", expected_price_halalas: 0 }, price: 0 },
  voucher: { choice: { pay_with: "voucher" }, price: 0 },
} as const;

describe.each(Object.entries(payments))("an order that is paid with %s", (name, { choice, price }) => {
  const isVoucher = name === "voucher";
  const uses = "coupon" in choice ? 1 : 0;
  beforeEach(async () => {
    await buyVouchers(1);
    await coupon({ max_uses: 1 });
    await coupon({ code: "FREE", percent_basis_points: 10_000 });
  });

  it("shows its price and the price before, and holds what pays it, once for a press", async () => {
    const first = await place(choice, "mer_1", "press-of-one-order");
    const again = await place(choice, "mer_1", "press-of-one-order");
    expect(again.data).toEqual(first.data);
    expect(first.data).toMatchObject({
      original_price_halalas: 29_900,
      price_halalas: price,
      held_halalas: price,
      money_state: "held",
      paid_with: name === "coupon" ? "balance" : name,
    });
    expect(await books()).toEqual({
      left: isVoucher ? 0 : 1,
      reserved: isVoucher ? 1 : 0,
      used: 0,
      uses,
      money: [100_000 - price, price],
    });
  });

  it("that is cancelled gives all of it back: the money, the voucher and the coupon's use", async () => {
    const { id } = (await place(choice)).data;
    expect(await cancel(id)).toMatchObject({ money_state: "returned", returned_halalas: price });
    expect(await books()).toEqual({ left: 1, reserved: 0, used: 0, uses: 0, money: [100_000, 0] });
    // What came back is used again.
    expect((await place(choice)).status).toBe(200);
  });

  it("that was held has earned all of it, and what was paid is invoiced", async () => {
    const { id } = (await place(choice)).data;
    expect(await hold(id)).toMatchObject({ money_state: "earned", earned_halalas: price });
    expect(await books()).toEqual({
      left: isVoucher ? 0 : 1,
      reserved: 0,
      used: isVoucher ? 1 : 0,
      uses,
      money: [100_000 - price, 0],
    });
    expect(await invoices()).toEqual(price > 0 ? [{ source_id: id, gross_halalas: price }] : []);
  });
});

describe("a coupon", () => {
  const preview = (code: string) =>
    harness.call(`POST Clients/Consultations/${consultation}/price`, { coupon: code });

  it("is counted before it is used, and nothing is stored", async () => {
    await coupon();
    expect((await preview(" rawaj 10 ")).data).toEqual({
      coupon: "RAWAJ10",
      original_price_halalas: 29_900,
      discount_halalas: 2_990,
      price_halalas: 26_910,
    });
    expect((await books()).uses).toBe(0);
  });

  it("that does not count is refused on its field, and nothing is paid", async () => {
    await coupon({ scope: "plans" });
    for (const [code, refusal] of [
      ["RAWAJ10", "billing.coupon_other_goods"],
      ["NOTHING", "billing.coupon_unknown"],
    ] as const) {
      const refused = { code: refusal, fields: { coupon: [expect.any(String)] } };
      expect((await preview(code)).envelope).toMatchObject(refused);
      expect((await place({ ...coupon10, coupon: code })).envelope).toMatchObject(refused);
    }
    expect(await books()).toMatchObject({ uses: 0, money: [100_000, 0] });
  });

  it("of consultations counts for them alone, and not above its number of uses", async () => {
    await coupon({ scope: "consultations", max_uses: 2 });
    await aWallet(harness.db, "mer_2", 100_000);
    expect((await place(coupon10)).status).toBe(200);
    expect((await place(coupon10)).envelope).toMatchObject({ code: "billing.coupon_used_by_you" });
    expect((await place(coupon10, "mer_2")).status).toBe(200);
    await aWallet(harness.db, "mer_3", 100_000);
    expect((await place(coupon10, "mer_3")).envelope).toMatchObject({ code: "billing.coupon_used_up" });
  });

  it("that changes the price after the merchant saw it is refused", async () => {
    await coupon();
    expect((await place({ coupon: "RAWAJ10" })).envelope).toMatchObject({ code: "consultations.changed" });
    expect((await books()).uses).toBe(0);
  });
});

describe("a voucher", () => {
  const offer = async () =>
    (await harness.call(`GET Clients/Consultations/${consultation}`)).data as { vouchers: number };

  it("that is not there pays nothing", async () => {
    expect((await place({ pay_with: "voucher" })).envelope).toMatchObject({
      code: "billing.stock_not_enough",
    });
    expect(await offer()).toMatchObject({ vouchers: 0 });
  });

  it("is shown until an order holds it, and pays one order", async () => {
    await buyVouchers(1);
    expect(await offer()).toMatchObject({ vouchers: 1 });
    expect((await place({ pay_with: "voucher" })).status).toBe(200);
    expect(await offer()).toMatchObject({ vouchers: 0 });
    expect((await place({ pay_with: "voucher" })).envelope).toMatchObject({
      code: "billing.stock_not_enough",
    });
    expect((await books()).money).toEqual([100_000, 0]);
  });
});

describe("a plan with one consultation a month", () => {
  const at = () => harness.clock.now();
  const subscribeTo = (version: string) =>
    harness.db.run(
      sql`update billing.subscriptions set plan_version_id = ${version} where merchant_id = 'mer_1'`,
    );
  beforeEach(async () => {
    // A plan that is not sold: what others see of the plans stays.
    await harness.db.run(sql`
      insert into billing.plans (code, position, is_offered) values ('advised', 90, false)`);
    await harness.db.run(sql`
      insert into billing.plan_versions (id, plan_code, version, name_ar, name_en, description_ar, description_en,
        price_1_halalas, price_3_halalas, price_6_halalas, price_12_halalas, consultations, created_at, created_by)
      select 'plv_advised_1', 'advised', 1, name_ar, name_en, description_ar, description_en, price_1_halalas,
        price_3_halalas, price_6_halalas, price_12_halalas, 1, created_at, created_by
      from billing.plan_versions where id = 'plv_start_1'`);
    await aSubscription(harness.db, "mer_1", at());
    await subscribeTo("plv_advised_1");
  });

  const order = () => place({ pay_with: "voucher" });
  const orderId = async () => ((await order()).data as OrderDetails).id;
  const offer = async () => (await harness.call(`GET Clients/Consultations/${consultation}`)).data;
  const quota = async () => {
    const { items } = await harness.deps.billing.loadStock(testContext(harness.db, "mer_1", at()));
    const found = items.find(({ service }) => service === "consultation_vouchers")?.quota;
    return found && [found.left_units, found.reserved_units, found.used_units];
  };
  /** The month after: the subscription's next period. */
  const renew = async () => {
    harness.clock.set("2026-12-22T09:00:00Z");
    await harness.db.run(sql`
      update billing.subscriptions set current_starts_at = current_ends_at,
        current_ends_at = current_ends_at + interval '1 month' where merchant_id = 'mer_1'`);
  };

  it("pays an order before a voucher does: price 0 beside the price before, and nothing of the balance", async () => {
    await buyVouchers(1);
    expect(await offer()).toMatchObject({ plan_left: 1, vouchers: 1 });
    const { data } = await order();
    expect(data).toMatchObject({ paid_with: "plan", price_halalas: 0, original_price_halalas: 29_900 });
    expect(await quota()).toEqual([0, 1, 0]);
    expect(await books()).toMatchObject({ left: 1, money: [100_000, 0] });
    expect((await order()).data).toMatchObject({ paid_with: "voucher" });
    expect((await order()).envelope).toMatchObject({ code: "billing.stock_not_enough" });
  });

  it("has it again when the order is cancelled or rejected", async () => {
    await cancel(await orderId());
    expect(await quota()).toEqual([1, 0, 0]);
    await act(await orderId(), "reject", { reason: "لا وقت" });
    expect(await quota()).toEqual([1, 0, 0]);
  });

  it("has used it when it was held, without an invoice: the plan was invoiced", async () => {
    expect(await hold(await orderId())).toMatchObject({ money_state: "earned", paid_with: "plan" });
    expect(await quota()).toEqual([0, 0, 1]);
    expect(await invoices()).toEqual([]);
  });

  it("loses what a month left, and what comes back after it", async () => {
    const id = await orderId();
    await renew();
    expect(await quota()).toEqual([1, 0, 0]);
    expect(await cancel(id)).toMatchObject({ money_state: "returned" });
    expect(await quota()).toEqual([1, 0, 0]);
  });

  it("that includes none any more pays none", async () => {
    await subscribeTo("plv_start_1");
    expect(await offer()).toMatchObject({ plan_left: 0 });
    expect((await order()).envelope).toMatchObject({ code: "billing.stock_not_enough" });
  });
});
