import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { testDb } from "#base/testing/db.ts";
import { openPaymentsHarness, type PaymentsHarness } from "../testing/payments-harness.ts";

const amount = 20_000;
let harness: PaymentsHarness;
beforeAll(async () => {
  harness = await openPaymentsHarness(await testDb());
});
beforeEach(async () => {
  await harness.reset();
  harness.gateway.isDown = true;
});
afterAll(async () => {
  await harness.stop();
  await harness.db.close();
});

const minutesAgo = (minutes: number) => new Date(harness.systemClock.now().getTime() - minutes * 60_000);

type Payments = {
  status: "pending" | "paid";
  state: "requested" | "pending" | "paid";
  /** Charged without the cardholder. */
  cardId?: string;
  count: number;
  dueAt: Date;
};

/** Payments of as many merchants, all due at one time. */
async function insertPayments(gateway: string, { status, state, cardId, count, dueAt }: Payments) {
  await harness.db.run(sql`
    with intent as (
      insert into payments.intents (id, merchant_id, purpose, subject, amount_halalas, gateway, status, save_card,
        card_id, off_session, created_at, opened_at, next_check_at)
      select ${gateway}::text || '_dep_' || n, 'mer_' || n, 'wallet_deposit', 'mer_' || n, ${amount}, ${gateway}, ${status},
        false, ${cardId ?? null}, ${cardId !== undefined}, ${dueAt}, ${dueAt},
        case when ${status} = 'pending' then ${dueAt}::timestamptz end
      from generate_series(1, ${count}::int) n returning id, merchant_id)
    insert into payments.attempts (gateway, id, intent_id, merchant_id, source, state, created_at, next_read_at)
    select ${gateway}, replace(id, '_dep_', '_pay_'), id, merchant_id, 'form', ${state}, ${dueAt},
      case when ${state} = 'paid' then ${dueAt}::timestamptz end
    from intent`);
}

/** More at the gateway that is down than a sweep reads at once, due before the one at the other gateway. */
async function insertBehindOutage(payments: Pick<Payments, "status" | "state">): Promise<string> {
  await insertPayments("moyasar", { ...payments, count: 90, dueAt: minutesAgo(10) });
  await insertPayments("tap", { ...payments, count: 1, dueAt: minutesAgo(1) });
  return "tap_pay_1";
}

const count = async (condition: ReturnType<typeof sql>) =>
  (await harness.db.one<{ count: number }>(sql`select count(*) as count from ${condition}`)).count;

describe("while one gateway is down", () => {
  it("the other's open payments are found, and its own stay due", async () => {
    const id = await insertBehindOutage({ status: "pending", state: "pending" });
    harness.otherGateway.pay("tap_dep_1", amount, { id });
    await harness.run("wallet.sweep-deposits");
    expect(await harness.published("payments.succeeded")).toMatchObject([{ payment_id: id }]);
    const due = sql`payments.intents where gateway = 'moyasar' and next_check_at <= ${harness.systemClock.now()}`;
    expect(await count(due)).toBeGreaterThan(80);
  });

  it("the other's payments are read again, and its own stay due", async () => {
    const id = await insertBehindOutage({ status: "paid", state: "paid" });
    harness.otherGateway.pay("tap_dep_1", amount, { id, state: "refunded", refunded: halalas(amount) });
    await harness.run("wallet.reread-payments");
    expect(await harness.published("payments.refunded")).toMatchObject([{ payment_id: id }]);
    const due = sql`payments.attempts where gateway = 'moyasar' and next_read_at <= ${harness.systemClock.now()}`;
    expect(await count(due)).toBe(90);
  });

  it("the other's refunds are sent, and its own stay due", async () => {
    const id = await insertBehindOutage({ status: "paid", state: "paid" });
    harness.otherGateway.pay("tap_dep_1", amount, { id });
    await harness.db.run(sql`
      insert into payments.refunds (id, merchant_id, intent_id, gateway, payment_id, amount_halalas, subject, reason, state,
        created_at, requested_at, next_try_at)
      select 'rfd_' || id, merchant_id, intent_id, gateway, id, 100, 'wdr_1:1', 'test', 'requested', created_at, created_at,
        created_at from payments.attempts`);
    await harness.run("payments.sweep-refunds");
    expect(harness.otherGateway.refunds).toEqual([`rfd_${id}`]);
    const due = sql`payments.refunds where gateway = 'moyasar' and next_try_at <= ${harness.systemClock.now()}`;
    expect(await count(due)).toBe(89);
  });

  it("the other's saved cards are charged without the cardholder", async () => {
    await harness.aCard({ id: "crd_down" });
    await harness.aCard({ id: "crd_up", gateway: "tap" });
    const down = { status: "pending", state: "requested", cardId: "crd_down" } as const;
    await insertPayments("moyasar", { ...down, count: 120, dueAt: minutesAgo(10) });
    await harness.chargeOffSession({ cardId: "crd_up" });
    harness.passMinutes(5);
    await harness.run("payments.charge-waiting");
    expect(harness.otherGateway.charges).toHaveLength(1);
  });
});
