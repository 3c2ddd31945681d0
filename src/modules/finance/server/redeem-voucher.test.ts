import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { aPurchase } from "#modules/billing/testing/stock-builders.ts";
import { openFinanceHarness } from "../testing/finance-harness.ts";

let harness: Awaited<ReturnType<typeof openFinanceHarness>>;
beforeAll(async () => {
  harness = await openFinanceHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const dayMs = 86_400_000;
/** Vouchers that were bought so many days ago, and the day they end. */
const buy = async (units: number, daysAgo: number, validDays: number) => {
  const at = new Date(harness.own().now.getTime() - daysAgo * dayMs);
  await aPurchase(harness.db, "mer_1", { service: "consultation_vouchers", units, validDays, at });
  return new Date(at.getTime() + validDays * dayMs).toISOString();
};
const redeem = (reason = "استشارة رقم 104", key?: string, merchant = "mer_1") =>
  harness.call(`POST merchants/${merchant}/vouchers/redeem`, {
    as: harness.members.noura,
    body: { reason },
    ...(key ? { key } : {}),
  });
type Stock = { service: string; left_units: number; lots: object[]; ended: string | null };
const loadVouchers = async () => {
  const { data } = await harness.call("GET merchants/mer_1", { as: harness.members.noura });
  return (data as { stock: Stock[] }).stock.find(({ service }) => service === "consultation_vouchers");
};
const listUses = async () => {
  const query = { service: "consultation_vouchers", kind: "used" };
  const { envelope } = await harness.callAsMerchant("GET Clients/Billing/usages", { query });
  return (envelope.data as { items: { reason: string; units: number; stock_after: number }[] }).items;
};
const listRedeemed = async () =>
  (await harness.listStaffActs()).filter(({ action }) => action === "finance.voucher_redeemed");

describe("a consultation voucher that staff redeem", () => {
  it("is one of the oldest package, and the balance shows each package with its end", async () => {
    const newerEnd = await buy(2, 1, 180);
    const olderEnd = await buy(2, 10, 365);
    expect(await loadVouchers()).toMatchObject({
      left_units: 4,
      lots: [
        { left_units: 2, expires_at: olderEnd },
        { left_units: 2, expires_at: newerEnd },
      ],
      ended: null,
    });
    expect((await redeem()).data).toEqual({ left_units: 3 });
    expect(await loadVouchers()).toMatchObject({ lots: [{ left_units: 1 }, { left_units: 2 }] });
  });

  it("is read by the merchant: the line that used it, and the act with its reason in the log", async () => {
    await buy(1, 0, 365);
    expect((await redeem("استشارة رقم 104")).status).toBe(200);
    expect(await listUses()).toMatchObject([{ reason: "استشارة رقم 104", units: 1, stock_after: 0 }]);
    const acts = (await harness.callAsMerchant("GET Clients/Finance/staff-acts")).envelope.data;
    expect((acts as { items: object[] }).items[0]).toMatchObject({
      action: "finance.voucher_redeemed",
      reason: "استشارة رقم 104",
      amount_halalas: null,
    });
    const { noura } = harness.members;
    const [entry] = await listAudit(harness.own(), { size: 1 });
    expect(entry).toMatchObject({ actor_kind: "staff", actor_id: noura, action: "finance.voucher_redeemed" });
    expect(await listRedeemed()).toMatchObject([
      { member_id: noura, details: { merchant_id: "mer_1", reason: "استشارة رقم 104" } },
    ]);
    expect(await loadVouchers()).toMatchObject({ left_units: 0, lots: [], ended: "used" });
  });

  it("is redeemed once for a press that is repeated, and again for another press", async () => {
    await buy(3, 0, 365);
    for (const _repeat of [1, 2])
      expect((await redeem("استشارة", "one-key-of-a-press")).data).toEqual({ left_units: 2 });
    expect((await redeem("استشارة")).data).toEqual({ left_units: 1 });
    expect(await listUses()).toHaveLength(2);
    expect(await listRedeemed()).toHaveLength(2);
  });

  it("is refused where none is left, with what to do, and nothing is recorded", async () => {
    await buy(1, 0, 365);
    await redeem();
    const refused = await redeem();
    expect(refused.status).toBe(409);
    expect(refused.envelope).toMatchObject({
      code: "finance.no_voucher_left",
      fields: { reason: [expect.stringContaining("No consultation voucher is left")] },
    });
    expect((await redeem("استشارة", undefined, "mer_2")).status).toBe(404);
    expect(await listUses()).toHaveLength(1);
    expect(await listRedeemed()).toHaveLength(1);
  });

  it("is never more than there are, whoever redeem at once", async () => {
    await buy(2, 0, 365);
    const answers = await Promise.all(Array.from({ length: 5 }, () => redeem()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await listUses()).toHaveLength(2);
  });

  it("that has expired is not redeemed", async () => {
    await buy(1, 30, 10);
    expect((await redeem()).envelope).toMatchObject({ code: "finance.no_voucher_left" });
    expect(await loadVouchers()).toMatchObject({ left_units: 0, ended: "expired" });
  });
});
