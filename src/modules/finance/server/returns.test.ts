import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { sql } from "#base/server/db/db.ts";
import { aSubscription } from "#modules/billing/testing/builders.ts";
import { loadBalance } from "#modules/wallet/server/ledger.ts";
import { openFinanceHarness } from "../testing/finance-harness.ts";

let harness: Awaited<ReturnType<typeof openFinanceHarness>>;
beforeAll(async () => {
  harness = await openFinanceHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.close());

const call = (name: string, body?: object, key?: string) =>
  harness.call(name, { as: harness.members.noura, ...(key ? { key } : {}), ...(body ? { body } : {}) });
const path = "merchants/mer_1";
type Shown = { id: string; kind: string; due_halalas: number; refundable_halalas: number };
const listPeriods = async () =>
  ((await call(`GET ${path}`)).data as { periods: [Shown, ...Shown[]] }).periods;
/** What staff changed: reading a merchant's money is recorded too, and finance.test.ts checks that. */
const listChanges = async () =>
  (await harness.listStaffActs()).filter(({ action }) => !/_(viewed|searched)$/.test(action));
const available = async () => (await loadBalance(harness.own())).available_halalas;

describe("a refund of a subscription's period", () => {
  /** A plan that an order paid, and an upgrade that the balance paid. */
  beforeEach(async () => {
    await aSubscription(harness.own(), { plan: "plv_start_1", source: "balance" });
    const body = {
      plan_version_id: "plv_growth_1",
      duration_months: 1,
      payment: { source: "balance", save_card: false },
    };
    const upgraded = await harness.callAsMerchant("POST Clients/Billing/subscription/upgrade", { body });
    expect(upgraded.status).toBe(200);
  });

  it("goes back to the balance, part by part, with both audit logs naming who did it", async () => {
    const before = await available();
    const [upgrade, first] = await listPeriods();
    expect([upgrade.kind, first?.kind]).toEqual(["upgrade", "first"]);
    expect(upgrade.refundable_halalas).toBe(upgrade.due_halalas);
    const refund = { amount_halalas: 1_000, reason: "تعطلت الخدمة" };
    expect((await call(`POST ${path}/periods/${upgrade.id}/refund`, refund)).status).toBe(200);
    expect(await available()).toBe(before + 1_000);
    expect(await listPeriods()).toMatchObject([
      { returned_halalas: 1_000, refundable_halalas: upgrade.due_halalas - 1_000 },
      { kind: "first", refundable_halalas: 0 },
    ]);
    const { noura } = harness.members;
    expect(await listChanges()).toMatchObject([
      { member_id: noura, action: "finance.period_refunded", details: { period_id: upgrade.id, ...refund } },
    ]);
    expect(await listAudit(harness.own(), { size: 20 })).toContainEqual(
      expect.objectContaining({
        actor_kind: "staff",
        actor_id: noura,
        action: "billing.period_refund_requested",
        subject: upgrade.id,
      }),
    );
  });

  it("is given once for a repeated request", async () => {
    const before = await available();
    const [{ id }] = await listPeriods();
    const refund = { amount_halalas: 1_000, reason: "تعطلت الخدمة" };
    for (const _press of [1, 2]) {
      const answer = await call(`POST ${path}/periods/${id}/refund`, refund, "one-key-of-a-request");
      expect(answer.status).toBe(200);
    }
    expect(await available()).toBe(before + 1_000);
    expect(await listChanges()).toHaveLength(1);
  });

  it("is never more than is left, nor of a first period, nor of another merchant's", async () => {
    const before = await available();
    const [{ id, due_halalas }, first] = await listPeriods();
    const refund = (periodId = "", amount_halalas = 1, merchantId = "mer_1") =>
      call(`POST merchants/${merchantId}/periods/${periodId}/refund`, { amount_halalas, reason: "x" });
    expect((await refund(id, due_halalas + 1)).envelope).toMatchObject({
      code: "billing.refund_too_large",
      fields: { amount_halalas: [expect.any(String)] },
    });
    expect((await refund(first?.id)).status).toBe(404);
    expect((await refund(id, 1, "mer_2")).status).toBe(404);
    expect(await available()).toBe(before);
    expect(await listChanges()).toEqual([]);
  });
});

describe("a chargeback that only the gateway's dashboard shows", () => {
  const record = async (changes: object = {}) => {
    const { id } = await harness.db.one<{ id: string }>(
      sql`select id from payments.attempts where intent_id = 'dep_1'`,
    );
    const dispute = {
      payment_id: id,
      dispute_id: "dsp_1",
      amount_halalas: 15_000,
      reason: "اعتراض",
      ...changes,
    };
    return call(`POST ${path}/chargebacks`, dispute);
  };
  const listRecorded = async () =>
    ((await call(`GET ${path}`)).data as { chargebacks: object[] }).chargebacks;

  it("is recorded once for its dispute, with the member and the reason in both logs", async () => {
    await harness.depositByCard("dep_1");
    for (const _press of [1, 2]) expect((await record()).status).toBe(200);
    expect(await listRecorded()).toMatchObject([{ id: "dsp_1", amount_halalas: 15_000, won_at: null }]);
    const { noura } = harness.members;
    expect(await listChanges()).toMatchObject([
      { member_id: noura, action: "finance.chargeback_recorded", details: { dispute_id: "dsp_1" } },
    ]);
    const { envelope } = await harness.callAsMerchant("GET Clients/Finance/staff-acts");
    const { items } = envelope.data as { items: { action: string }[] };
    expect(items.filter(({ action }) => action.startsWith("payments."))).toMatchObject([
      { action: "payments.chargeback_recorded", amount_halalas: 15_000, reason: "اعتراض" },
    ]);
    const [published] = await harness.db.many(
      sql`select count(*)::int as times from base.events where name = 'payments.charged_back'`,
    );
    expect(published).toEqual({ times: 1 });
  });

  it("takes at most what the payment has left, is one payment's alone, and no other merchant's", async () => {
    await harness.depositByCard("dep_1");
    expect((await record({ amount_halalas: 20_001 })).envelope).toMatchObject({
      code: "payments.refund_too_large",
    });
    expect((await record({ payment_id: "unknown" })).status).toBe(404);
    await record();
    await harness.depositByCard("dep_2");
    const { id } = await harness.db.one<{ id: string }>(
      sql`select id from payments.attempts where intent_id = 'dep_2'`,
    );
    expect((await record({ payment_id: id })).envelope).toMatchObject({ code: "payments.dispute_used" });
    const more = await record({ dispute_id: "dsp_2", amount_halalas: 5_001 });
    expect(more.envelope).toMatchObject({ code: "payments.refund_too_large" });
  });
});

describe("a chargeback", () => {
  beforeEach(async () => {
    await harness.depositByCard("dep_1");
    await harness.db.run(sql`
      insert into payments.chargebacks
        (gateway, id, listed_id, merchant_id, intent_id, payment_id, amount_halalas, settled_at, created_at, changed_at)
      select gateway, 'cbk_1', 'cbk_1', 'mer_1', intent_id, id, 20000, '2026-11-21T09:00:00Z', '2026-11-21T10:00:00Z',
        '2026-11-21T10:00:00Z' from payments.attempts where intent_id = 'dep_1'`);
  });
  const listChargebacks = async () =>
    ((await call(`GET ${path}`)).data as { chargebacks: object[] }).chargebacks;

  it("is shown, and recorded as won once, however often it is pressed", async () => {
    expect(await listChargebacks()).toMatchObject([
      { id: "cbk_1", amount_halalas: 20_000, purpose: "wallet_deposit", won_at: null },
    ]);
    for (const _press of [1, 2]) {
      expect((await call(`POST ${path}/chargebacks/cbk_1/win`)).status).toBe(200);
    }
    expect(await listChargebacks()).toMatchObject([{ id: "cbk_1", won_at: expect.any(String) }]);
    const { noura } = harness.members;
    expect(await listChanges()).toMatchObject([
      { member_id: noura, action: "finance.chargeback_won", details: { chargeback_id: "cbk_1" } },
    ]);
    const won = (await listAudit(harness.own(), { size: 20 })).filter(
      ({ action }) => action === "payments.chargeback_won",
    );
    expect(won).toMatchObject([{ actor_kind: "staff", actor_id: noura }]);
  });

  it("is no other merchant's", async () => {
    expect((await call("POST merchants/mer_2/chargebacks/cbk_1/win")).status).toBe(404);
    expect(await listChargebacks()).toMatchObject([{ won_at: null }]);
    expect(await listChanges()).toEqual([]);
  });
});
