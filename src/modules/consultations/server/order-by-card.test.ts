import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { aCoupon } from "#modules/billing/testing/builders.ts";
import { type FakeGateway, makeFakeGateway } from "#modules/payments/testing/fake-gateway.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import { verifyLedger } from "#modules/wallet/testing/verify-ledger.ts";
import { openWalletHarness, type WalletHarness } from "#modules/wallet/testing/wallet-harness.ts";
import { type ConsultationsHarness, openConsultations } from "../testing/consultations-harness.ts";
import { consultationsJobs } from "./consultations.jobs.ts";
import { paidOrdersSubscription } from "./place-paid-order.ts";

let db: TestDb;
let gateway: FakeGateway;
let wallet: WalletHarness;
let harness: ConsultationsHarness;
let consultation: string;

beforeAll(async () => {
  db = await testDb();
  gateway = makeFakeGateway();
  wallet = await openWalletHarness(db, gateway, systemClock, async ({ payments }) => {
    harness = await openConsultations({ db, payments });
    return { jobs: consultationsJobs(harness.deps), subscriptions: [paidOrdersSubscription] };
  });
});
afterAll(async () => {
  await wallet.stop();
  await harness.close();
});
beforeEach(() => begin());

/** An empty world with 100 riyals in the wallet and a consultation of 299. */
async function begin() {
  await harness.reset();
  await db.driver.script("delete from pgboss.job");
  gateway.reset();
  await aWallet(db, "mer_1", 10_000);
  consultation = (await harness.addConsultation()).id;
}

type Begun = { deposit_id: string; amount_halalas: number; form: object | null };
const order = (body: object = {}, key: string = randomUUID()) =>
  harness.server.call(`POST Clients/Consultations/${consultation}/order-by-card`, {
    as: "mer_1",
    key,
    body: {
      answers: { goal: "مبيعات أكثر" },
      expected_price_halalas: 29_900,
      amount_halalas: 19_900,
      ...body,
    },
  });
const beginOrder = async (body: object = {}): Promise<Begun> => (await order(body)).data;

/** The cardholder pays in the gateway's form and returns. */
async function pay({ deposit_id, amount_halalas }: Begun, result: object = {}) {
  const payment = gateway.pay(deposit_id, amount_halalas, result);
  const depositCall = (act: string, body?: object) =>
    wallet.server.call(`POST Clients/Wallet/deposit/${deposit_id}/${act}`, {
      as: "mer_1",
      ...(body ? { body } : {}),
    });
  await depositCall("started", { payment_id: payment.id });
  await depositCall("check");
  await wallet.settle();
}
type Shown = { state: string; order_id: string | null; reason: string | null };
const show = async ({ deposit_id }: Begun): Promise<Shown> =>
  (await harness.call(`GET Clients/ConsultationCardOrders/${deposit_id}`)).data;
const money = async () => {
  const { available_halalas, reserved_halalas } = await harness.balance();
  expect(await verifyLedger(db)).toMatchObject({ ledger_sum_halalas: 0 });
  return [available_halalas, reserved_halalas];
};
const countOrders = async () =>
  (await db.one<{ count: number }>(sql`select count(*)::int as count from consultations.orders`)).count;

/** The deposits of which the merchant is notified. */
const listNotPlaced = async () =>
  (
    await db.many<{ id: string }>(sql`
      select details->>'deposit_id' as id from base.events where name = 'consultations.paid_order_not_placed'`)
  ).map(({ id }) => id);

describe("an order by card", () => {
  it("deposits exactly what is missing, and is placed and held once that is paid", async () => {
    const begun = await beginOrder();
    expect(begun.amount_halalas).toBe(19_900);
    expect([await money(), (await show(begun)).state]).toEqual([[10_000, 0], "waiting"]);
    await pay(begun);
    const { state, order_id } = await show(begun);
    expect(state).toBe("placed");
    expect(await harness.load(order_id ?? "")).toMatchObject({
      status: "created",
      price_halalas: 29_900,
      money_state: "held",
      held_halalas: 29_900,
    });
    expect(await money()).toEqual([0, 29_900]);
  });

  it("is one payment and one order for a press, however often the gateway reports it", async () => {
    const first = await order({}, "press-of-one-card-order");
    const again = await order({}, "press-of-one-card-order");
    expect(again.data).toEqual(first.data);
    await pay(first.data);
    await wallet.sweep();
    await wallet.settle();
    expect([await countOrders(), await money()]).toEqual([1, [0, 29_900]]);
  });

  it("keeps its answers in the form until it is placed", async () => {
    const load = async (): Promise<{ draft: object }> =>
      (await harness.call(`GET Clients/Consultations/${consultation}`)).data;
    const begun = await beginOrder();
    await pay(begun, { state: "failed", failure: "declined" });
    expect((await load()).draft).toEqual({ goal: "مبيعات أكثر" });
    await pay(await beginOrder());
    expect((await load()).draft).toEqual({});
  });

  it("leaves nothing held when the bank declines, and is placed by a second card of the same form", async () => {
    const begun = await beginOrder();
    await pay(begun, { state: "failed", failure: "declined" });
    expect([await countOrders(), await money(), (await show(begun)).state]).toEqual([
      0,
      [10_000, 0],
      "waiting",
    ]);
    await pay(begun);
    expect([await countOrders(), await money()]).toEqual([1, [0, 29_900]]);
  });

  it("is for the price after the coupon, which is used when the order is placed", async () => {
    await aCoupon(testContext(db, "mer_1", harness.clock.now()), { max_uses: 1 });
    const begun = await beginOrder({
      coupon: "rawaj10",
      expected_price_halalas: 26_910,
      amount_halalas: 16_910,
    });
    await pay(begun);
    const { order_id } = await show(begun);
    expect(await harness.load(order_id ?? "")).toMatchObject({
      price_halalas: 26_910,
      original_price_halalas: 29_900,
    });
    expect(await money()).toEqual([0, 26_910]);
  });

  it("is paid by a saved card without the gateway's form", async () => {
    const deposit = { amount_halalas: 10_000, save_card: true };
    const begunDeposit = await wallet.server.call("POST Clients/Wallet/deposit", {
      as: "mer_1",
      key: randomUUID(),
      body: deposit,
    });
    const { id } = (begunDeposit.data as { deposit: { id: string } }).deposit;
    await pay({ deposit_id: id, amount_halalas: 10_000, form: null }, { cardToken: "token_1" });
    const cards = await wallet.server.call("GET Clients/Wallet/cards", { as: "mer_1" });
    const [card] = (cards.data as { items: { id: string }[] }).items;
    const begun = await beginOrder({ amount_halalas: 9_900, card_id: card?.id });
    expect(begun.form).toBeNull();
    // The charge, and then what its deposit places.
    await wallet.settle();
    await wallet.settle();
    expect(await show(begun)).toMatchObject({ state: "placed" });
    expect([gateway.charges.length, await money()]).toEqual([1, [0, 29_900]]);
  });

  it("is not begun for another price or amount, nor where the balance is enough", async () => {
    const code = async (body: object) => (await order(body)).envelope.messages;
    expect(await code({ expected_price_halalas: 100 })).toHaveLength(1);
    expect((await order({ amount_halalas: 100 })).status).toBe(409);
    await aWallet(db, "mer_1", 50_000, "deposit:more");
    expect((await order()).status).toBe(409);
    expect(gateway.payments.size).toBe(0);
    expect(await countOrders()).toBe(0);
  });
});

describe("a payment whose order cannot be placed any more", () => {
  const changes = { price: sql`price_halalas = 39900`, offer: sql`is_active = false` };
  const change = (what: keyof typeof changes): Promise<unknown> =>
    db.run(sql`update consultations.consultations set ${changes[what]} where id = ${consultation}`);

  it.each([
    ["changed", () => change("price")],
    ["not_offered", () => change("offer")],
    ["late", async () => harness.clock.set("2026-11-21T10:01:00Z")],
    ["ordered_again", () => beginOrder()],
  ] as const)("(%s) is in the balance, with nothing held", async (reason, meanwhile) => {
    const begun = await beginOrder();
    await meanwhile();
    await pay(begun);
    expect(await show(begun)).toMatchObject({ state: "not_placed", reason, order_id: null });
    expect([await countOrders(), await money()]).toEqual([0, [29_900, 0]]);
    // Who ordered again knows it.
    expect(await listNotPlaced()).toEqual(reason === "ordered_again" ? [] : [begun.deposit_id]);
  });

  it("(coupon) is in the balance when somebody else used the coupon up", async () => {
    await aCoupon(testContext(db, "mer_1", harness.clock.now()), { max_uses: 1 });
    const coupon = { coupon: "rawaj10", expected_price_halalas: 26_910 };
    const begun = await beginOrder({ ...coupon, amount_halalas: 16_910 });
    await aWallet(db, "mer_2", 100_000, "deposit:other");
    expect((await harness.place(consultation, "mer_2", randomUUID(), coupon)).status).toBe(200);
    await pay(begun);
    expect(await show(begun)).toMatchObject({ state: "not_placed", reason: "coupon" });
    expect(await money()).toEqual([26_910, 0]);
  });
});

it("what was paid is held, earned or back in the balance, whatever happens in between", async () => {
  const aStep = fc.constantFrom("pay", "decline", "switch_off", "late", "cancel", "reject", "complete");
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { maxLength: 5 }), async (steps) => {
      await begin();
      const begun = await beginOrder();
      let paid = 10_000;
      for (const step of steps) {
        const { order_id: id } = await show(begun);
        const staff = async (act: string, body?: object): Promise<unknown> =>
          id && harness.staffCall(`POST Staff/ConsultationOrders/${id}/${act}`, body);
        if (step === "pay" && paid === 10_000) {
          await pay(begun);
          paid += begun.amount_halalas;
        }
        if (step === "decline" && paid === 10_000) await pay(begun, { state: "failed", failure: "declined" });
        if (step === "switch_off")
          await db.run(
            sql`update consultations.consultations set is_active = false where id = ${consultation}`,
          );
        if (step === "late") harness.clock.set("2026-11-21T11:00:00Z");
        if (step === "cancel" && id)
          await harness.call(`POST Clients/ConsultationOrders/${id}/cancel`, { reason: "" });
        if (step === "reject") await staff("reject", { reason: "لا وقت" });
        if (step === "complete") {
          await staff("accept");
          await staff("confirm", {
            starts_at: "2026-11-22T10:00:00Z",
            meeting_url: "https://meet.example/r",
          });
          harness.clock.set("2026-11-22T10:02:00Z");
          await staff("join");
          await staff("complete");
        }
        const { earned } = await db.one<{ earned: number }>(
          sql`select coalesce(sum(earned_halalas), 0)::int as earned from consultations.orders`,
        );
        const [available = 0, reserved = 0] = await money();
        expect(available + reserved + earned).toBe(paid);
      }
    }),
    { numRuns: 12 },
  );
});
