import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { charge } from "#modules/wallet/server/charge.ts";
import { finishRefund } from "#modules/wallet/server/finish-refund.ts";
import { loadBalance } from "#modules/wallet/server/ledger.ts";
import { iban, openFinanceHarness } from "../testing/finance-harness.ts";

let harness: Awaited<ReturnType<typeof openFinanceHarness>>;
beforeAll(async () => {
  harness = await openFinanceHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const call = (name: string, body?: object, as = harness.members.noura) =>
  harness.call(name, { as, ...(body ? { body } : {}) });
const money = async () => {
  const { reserved_halalas, available_halalas } = await loadBalance(harness.own());
  return [reserved_halalas, available_halalas];
};
const isAct = ({ action }: { action: string }) => !/_(viewed|searched)$/.test(action);
const lastAudit = async () => (await listAudit(harness.own(), { size: 10 })).map(({ action }) => action);

describe("a transfer to a merchant's bank account", () => {
  const path = (id: string) => `merchants/mer_1/payouts/${id}`;

  it("is listed with the merchant's name and IBAN, begun once, and confirmed with the bank's reference", async () => {
    const id = await harness.requestPayout(30_000);
    const { data } = await call("GET payouts");
    expect(data).toMatchObject({
      total: 1,
      items: [
        {
          withdrawal_id: id,
          merchant: { id: "mer_1", name: "متجر هند 100%" },
          amount_halalas: 30_000,
          state: "requested",
          iban,
        },
      ],
    });
    expect((await call(`POST ${path(id)}/start`)).status).toBe(200);
    const cancel = await harness.callAsMerchant(`POST Clients/Wallet/withdrawals/${id}/cancel`);
    expect(cancel.envelope).toMatchObject({ code: "wallet.withdrawal_not_cancellable" });
    const confirm = await call(`POST ${path(id)}/confirm`, { bank_reference: "FT26327001" });
    expect(confirm.status).toBe(200);
    expect(await money()).toEqual([0, 70_000]);
    expect((await call("GET payouts")).data).toMatchObject({ total: 0 });
    const { noura } = harness.members;
    expect((await harness.listStaffActs()).filter(isAct)).toMatchObject([
      { member_id: noura, action: "finance.payout_started", details: { merchant_id: "mer_1" } },
      { member_id: noura, action: "finance.payout_confirmed", details: { bank_reference: "FT26327001" } },
    ]);
    const [entry] = await listAudit(harness.own(), { size: 1 });
    expect(entry).toMatchObject({ actor_kind: "staff", actor_id: noura, action: "wallet.payout_confirmed" });
  });

  it("is not confirmed with another transfer's reference, which is said on the field", async () => {
    const [first, second] = [await harness.requestPayout(30_000), await harness.requestPayout(10_000)];
    await call(`POST ${path(first)}/confirm`, { bank_reference: "FT1" });
    const again = await call(`POST ${path(second)}/confirm`, { bank_reference: "FT1" });
    expect(again.envelope).toMatchObject({
      code: "wallet.bank_reference_used",
      fields: { bank_reference: [expect.any(String)] },
    });
    expect(await harness.listStaffActs()).toHaveLength(1);
  });

  it("refused gives the money back; it is another merchant's for nobody else", async () => {
    const id = await harness.requestPayout(30_000);
    expect((await call(`POST merchants/mer_2/payouts/${id}/refuse`, { reason: "x" })).status).toBe(404);
    await call(`POST ${path(id)}/refuse`, { reason: "الآيبان مغلق" });
    expect(await money()).toEqual([0, 100_000]);
  });
});

describe("what staff looked at and did", () => {
  const acts = async (query: Record<string, string> = {}) =>
    (await harness.callAsMerchant("GET Clients/Finance/staff-acts", { query })).envelope.data as {
      items: { id: number; action: string; amount_halalas: number | null; reason: string | null }[];
      next: number | null;
    };

  it("is read by the merchant: a look once an hour for each member, and every act with its amount", async () => {
    const { noura, salem } = harness.members;
    for (const member of [noura, noura, salem]) await call("GET merchants/mer_1", undefined, member);
    await call("POST merchants/mer_1/credits", { amount_halalas: 2_500, reason: "تعويض" });
    const { items, next } = await acts();
    expect(items).toMatchObject([
      { action: "finance.credit_given", amount_halalas: 2_500, reason: "تعويض" },
      { action: "finance.money_viewed", amount_halalas: null, reason: null },
      { action: "finance.money_viewed", amount_halalas: null },
    ]);
    expect(next).toBeNull();
    expect(await harness.listStaffActs()).toMatchObject([
      { member_id: noura, action: "finance.money_viewed", details: { merchant_id: "mer_1" } },
      { member_id: salem, action: "finance.money_viewed" },
      { member_id: noura, action: "finance.credit_given" },
    ]);
  });

  it("has a look at open transfers, which show the bank account, and at waiting credits, once an hour", async () => {
    const { noura, salem } = harness.members;
    for (const list of ["GET payouts", "GET credits"]) await call(list);
    expect((await acts()).items).toEqual([]);
    await harness.requestPayout(30_000);
    await harness.requestPayout(20_000);
    await call("POST merchants/mer_1/credits", { amount_halalas: 60_000, reason: "تعويض" });
    for (const member of [noura, noura, salem])
      for (const list of ["GET payouts", "GET credits"]) await call(list, undefined, member);
    expect((await acts()).items.map(({ action }) => action)).toEqual([
      "finance.credit_viewed",
      "finance.payout_viewed",
      "finance.credit_viewed",
      "finance.payout_viewed",
      "finance.credit_requested",
    ]);
    const looks = (await harness.listStaffActs()).filter(({ action }) => action === "finance.payout_viewed");
    expect(looks).toMatchObject([
      { member_id: noura, details: { merchant_id: "mer_1" } },
      { member_id: salem, details: { merchant_id: "mer_1" } },
    ]);
  });

  it("keeps every search with its term in the staff's log", async () => {
    const { noura } = harness.members;
    for (const search of ["هند", "0599999999"])
      await harness.call("GET merchants", { as: noura, query: { search } });
    expect(await harness.listStaffActs()).toMatchObject([
      {
        member_id: noura,
        action: "finance.merchants_searched",
        details: { search: "هند", merchant_ids: ["mer_1"] },
      },
      { action: "finance.merchants_searched", details: { search: "0599999999", merchant_ids: [] } },
    ]);
    expect((await acts()).items).toEqual([]);
  });

  it("names the reason that the second member agreed to", async () => {
    const { data } = (await call("POST merchants/mer_1/credits", {
      amount_halalas: 60_000,
      reason: "تعويض",
    })) as {
      data: { id: string };
    };
    await call(`POST credits/${data.id}/approve`, undefined, harness.members.salem);
    expect((await acts()).items).toMatchObject([
      { action: "finance.credit_given", amount_halalas: 60_000, reason: "تعويض" },
      { action: "finance.credit_requested", reason: "تعويض" },
    ]);
  });

  it("is given page by page, and each act once", async () => {
    await call("GET merchants/mer_1");
    const id = await harness.requestPayout(30_000);
    await call(`POST merchants/mer_1/payouts/${id}/start`);
    await call(`POST merchants/mer_1/payouts/${id}/confirm`, { bank_reference: "FT26327001" });
    const first = await acts({ size: "2" });
    expect(first.items).toMatchObject([
      { action: "wallet.payout_confirmed", amount_halalas: 30_000 },
      { action: "wallet.payout_started", amount_halalas: 30_000 },
    ]);
    const second = await acts({ size: "2", before: String(first.next) });
    expect(second).toMatchObject({ items: [{ action: "finance.money_viewed" }], next: null });
  });
});

describe("a merchant", () => {
  it.each(["0501234567", "mer_1", "هند", "100%"])("is found by %s", async (search) => {
    const { data } = await harness.call("GET merchants", { as: harness.members.noura, query: { search } });
    expect(data).toMatchObject({ items: [{ id: "mer_1", mobile: "+966501234567" }] });
  });

  it("is not found by a pattern", async () => {
    const query = { search: "%_%" };
    expect((await harness.call("GET merchants", { as: harness.members.noura, query })).data).toEqual({
      items: [],
    });
  });

  it("is shown with the balance, payments, orders, withdrawals and credits", async () => {
    const id = await harness.requestPayout(25_000);
    await harness.depositByCard("dep_1");
    await call("POST merchants/mer_1/credits", { amount_halalas: 500, reason: "تعويض" });
    const { data } = await call("GET merchants/mer_1");
    expect(data).toMatchObject({
      merchant: { id: "mer_1" },
      payments: [{ amount_halalas: 20_000, refundable_halalas: 20_000 }],
      withdrawals: [{ id, amount_halalas: 25_000 }],
      credits: [{ amount_halalas: 500, state: "given", requested_by: { name: "noura" } }],
      consent_above_halalas: 50_000,
    });
    expect((await call("GET merchants/mer_unknown")).status).toBe(404);
  });
});

describe("credit", () => {
  const give = (amount_halalas: number) =>
    call("POST merchants/mer_1/credits", { amount_halalas, reason: "تعويض عن عطل" });

  it("up to the limit is given at once, and stands in both audit logs", async () => {
    const { data } = await give(50_000);
    expect(data).toMatchObject({ state: "given" });
    expect(await money()).toEqual([0, 150_000]);
    expect(await lastAudit()).toContain("finance.credit_given");
    expect(await harness.listStaffActs()).toMatchObject([{ action: "finance.credit_given" }]);
  });

  it("above it waits for a second member, never the one who requested it, and is given once", async () => {
    const { data } = (await give(50_001)) as { data: { id: string } };
    expect(data).toMatchObject({ state: "waiting" });
    expect(await money()).toEqual([0, 100_000]);
    expect((await call("GET credits")).data).toMatchObject({ items: [{ id: data.id }] });
    const approve = (as: string) => call(`POST credits/${data.id}/approve`, undefined, as);
    expect((await approve(harness.members.noura)).envelope).toMatchObject({ code: "finance.own_request" });
    const answers = await Promise.all([approve(harness.members.salem), approve(harness.members.salem)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await money()).toEqual([0, 150_001]);
    expect(await lastAudit()).toEqual(
      expect.arrayContaining(["finance.credit_requested", "finance.credit_given"]),
    );
  });

  it("that is rejected moves nothing, and cannot be approved any more", async () => {
    const { data } = (await give(90_000)) as { data: { id: string } };
    expect((await call(`POST credits/${data.id}/reject`)).data).toMatchObject({ state: "rejected" });
    const late = await call(`POST credits/${data.id}/approve`, undefined, harness.members.salem);
    expect(late.envelope).toMatchObject({ code: "finance.credit_decided" });
    expect(await money()).toEqual([0, 100_000]);
  });

  it("is given once for a repeated request, and to no merchant that does not exist", async () => {
    const request = {
      as: harness.members.noura,
      key: "one-key-of-a-request",
      body: { amount_halalas: 700, reason: "تعويض" },
    };
    await harness.call("POST merchants/mer_1/credits", request);
    await harness.call("POST merchants/mer_1/credits", request);
    expect(await money()).toEqual([0, 100_700]);
    const body = { amount_halalas: 700, reason: "تعويض" };
    expect((await call("POST merchants/mer_unknown/credits", body)).status).toBe(404);
  });
});

describe("a refund", () => {
  it("of an order that the balance paid returns to the balance", async () => {
    const { data } = await harness.callAsMerchant("POST Clients/Billing/orders", {
      body: {
        lines: [{ kind: "package", package_id: "pkg_sms_500", quantity: 1 }],
        checkout_id: "0190a4c0-0000-4000-8000-000000000001",
        expected_total_halalas: 7_900,
        payment: { method: "balance" },
      },
    });
    const { order } = data as { order: { id: string; state: string } };
    expect(order.state).toBe("delivered");
    const path = `POST merchants/mer_1/orders/${order.id}/refund`;
    const tooMuch = await call(path, { amount_halalas: 7_901, reason: "x" });
    expect(tooMuch.envelope).toMatchObject({ code: "billing.refund_too_large" });
    expect((await call(path, { amount_halalas: 7_900, reason: "لم تُستخدم" })).status).toBe(200);
    expect(await money()).toEqual([0, 100_000]);
    expect((await call("GET merchants/mer_1")).data).toMatchObject({
      orders: [{ id: order.id, state: "refunded", refunded_halalas: 7_900 }],
    });
  });

  it("of a deposit is requested from the gateway, within the payment and the available balance", async () => {
    await harness.depositByCard("dep_1");
    const { data } = (await call("GET merchants/mer_1")) as { data: { payments: { payment_id: string }[] } };
    const path = `POST merchants/mer_1/payments/${data.payments[0]?.payment_id}/refund`;
    const refuse = async (amount_halalas: number) =>
      (await call(path, { amount_halalas, reason: "x" })).envelope as { code?: string };
    expect((await refuse(20_001)).code).toBe("payments.refund_too_large");
    expect((await refuse(120_001)).code).toBe("wallet.balance_not_enough");
    expect((await call(path, { amount_halalas: 5_000, reason: "طلب التاجر" })).status).toBe(200);
    expect((await call("GET merchants/mer_1")).data).toMatchObject({
      payments: [{ pending_halalas: 5_000, refundable_halalas: 15_000 }],
    });
    expect(await lastAudit()).toContain("payments.refund_requested");
    expect((await call(path, { amount_halalas: 15_000, reason: "طلب التاجر" })).status).toBe(200);
    expect((await call("GET merchants/mer_1")).data).toMatchObject({
      payments: [{ pending_halalas: 20_000, refundable_halalas: 0 }],
    });
    expect((await refuse(1)).code).toBe("payments.refund_too_large");
    const stranger = await call("POST merchants/mer_1/payments/unknown/refund", {
      amount_halalas: 1,
      reason: "x",
    });
    expect(stranger.status).toBe(404);
  });

  describe("of a deposit, when two are requested quickly", () => {
    const spend = (amount_halalas: number) =>
      transact(harness.own(), (ctx) =>
        charge(ctx, { key: "spent", purpose: "order", reference: "ord_1", amount_halalas }),
      );
    const giveBack = async (depositId: string, amount_halalas: number) => {
      const { id } = await harness.db.one<{ id: string }>(
        sql`select id from payments.attempts where intent_id = ${depositId}`,
      );
      const path = `POST merchants/mer_1/payments/${id}/refund`;
      return (await call(path, { amount_halalas, reason: "طلب التاجر" })).status;
    };

    it("takes no more together than the balance has, though they go back to two cards", async () => {
      await harness.depositByCard("dep_1");
      await harness.depositByCard("dep_2");
      await spend(115_000);
      const answers = await Promise.all([giveBack("dep_1", 20_000), giveBack("dep_2", 20_000)]);
      expect(answers.sort()).toEqual([200, 402]);
      expect(await money()).toEqual([20_000, 5_000]);
    });

    it("takes no more together than the payment has left", async () => {
      await harness.depositByCard("dep_1");
      const answers = await Promise.all([giveBack("dep_1", 15_000), giveBack("dep_1", 15_000)]);
      expect(answers.sort()).toEqual([200, 409]);
      expect(await money()).toEqual([15_000, 105_000]);
    });

    it("cannot be spent meanwhile, and is available again when the card refuses it", async () => {
      await harness.depositByCard("dep_1");
      await giveBack("dep_1", 20_000);
      await expect(spend(100_001)).rejects.toMatchObject({ code: "wallet.balance_not_enough" });
      const { refund_id } = await harness.db.one<{ refund_id: string }>(
        sql`select id as refund_id from payments.refunds`,
      );
      await transact(harness.own(), (ctx) =>
        finishRefund(ctx, { refundId: refund_id, result: "refused", failure: "too_late" }),
      );
      expect(await money()).toEqual([0, 120_000]);
    });
  });
});

describe("the write lock", () => {
  const findings = { entries: 9, wrong_balances: 1 };
  const lockMoney = () =>
    harness.db.run(sql`
      insert into wallet.write_lock (reason, locked_at)
      values (${JSON.stringify(findings)}, '2026-11-20T00:00:00Z')`);
  const check = (passed: boolean, at: string) =>
    harness.db.run(sql`
      insert into wallet.audits (scope, passed, findings, checked_at)
      values ('whole', ${passed}, ${JSON.stringify(findings)}, ${at})`);

  it("is shown with what the check found, and lifted only after a check has passed", async () => {
    expect((await call("GET write-lock")).data).toMatchObject({ lock: null });
    await lockMoney();
    expect((await call("GET write-lock")).data).toMatchObject({
      lock: {
        findings: [
          { name: "entries", count: 9 },
          { name: "wrong_balances", count: 1 },
        ],
        passed_at: null,
      },
    });
    expect((await call("POST write-lock/lift")).envelope).toMatchObject({ code: "wallet.check_not_passed" });
    const stopped = await call("POST merchants/mer_1/credits", { amount_halalas: 1, reason: "x" });
    expect(stopped.envelope).toMatchObject({ code: "wallet.money_stopped" });
    await check(true, "2026-11-20T01:00:00Z");
    expect((await call("POST write-lock/lift")).data).toMatchObject({ lock: null });
    expect(await harness.listStaffActs()).toMatchObject([{ action: "finance.write_lock_lifted" }]);
  });

  it("is shown with the age of both checks, and says which is overdue, locked or not", async () => {
    const checkedAgo = (scope: "new" | "whole", age: string) =>
      harness.db.run(sql`
        insert into wallet.audits (scope, passed, findings, checked_at)
        values (${scope}, true, '{}', now() - ${age}::interval)`);
    await checkedAgo("new", "1 minute");
    await checkedAgo("whole", "51 hours");
    const late = {
      of_new: { age_seconds: expect.closeTo(60, -2), is_late: false },
      of_whole: { age_seconds: expect.closeTo(51 * 3_600, -2), is_late: true },
    };
    expect((await call("GET write-lock")).data).toEqual({ lock: null, check: { state: "late", ...late } });
    await lockMoney();
    expect((await call("GET write-lock")).data).toMatchObject({ check: { state: "wrong", ...late } });
    await checkedAgo("whole", "1 hour");
    const { data } = await call("GET write-lock");
    expect(data).toMatchObject({ check: { of_whole: { is_late: false } } });
  });
});
