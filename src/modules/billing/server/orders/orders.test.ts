import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { testContext } from "#base/testing/context.ts";
import { webhookSecret } from "#modules/payments/testing/fake-gateway.ts";
import { aWallet, listEntries } from "#modules/wallet/testing/builders.ts";
import { setUpBilling } from "../../testing/billing-harness.ts";
import { aCoupon, loadSubscription } from "../../testing/builders.ts";
import { aSubscription } from "../../testing/stock-builders.ts";
import { loadEntitlement } from "../entitlement.ts";

const harness = setUpBilling({ at: "2026-11-21T09:00:00Z" });

const words = { kind: "package", package_id: "pkg_writer_10k", quantity: 1 } as const;
const price = 4_900;
type OrderAnswer = {
  id: string;
  state: string;
  payment: { intent_id: string; status: string } | null;
  opened: object[];
};
type Created = { order: OrderAnswer; form: object | null };
const at = (merchantId = "mer_1") => testContext(harness.db, merchantId);

async function post(body: object, as = "mer_1") {
  const answer = await harness.server.call("POST Clients/Billing/orders", { as, body, key: randomUUID() });
  return {
    status: answer.status,
    envelope: answer.envelope as { code?: string },
    data: answer.data as Created,
  };
}
const request = (changes: object = {}) => ({
  lines: [words],
  checkout_id: randomUUID(),
  expected_total_halalas: price,
  payment: { method: "form" },
  ...changes,
});
async function create(changes: object = {}, as = "mer_1"): Promise<Created> {
  const { data, status, envelope } = await post(request(changes), as);
  expect([status, envelope.code]).toEqual([200, undefined]);
  return data;
}
const find = async (id: string): Promise<OrderAnswer> =>
  (await harness.server.call(`GET Clients/Billing/orders/${id}`, { as: "mer_1" })).data;
const intentId = ({ order }: Created) => order.payment?.intent_id ?? "";
const lots = () =>
  harness.db.many<{ units: number; left_units: number }>(
    sql`select units, left_units from billing.stock_lots`,
  );
const charges = async () => (await listEntries(harness.db, "mer_1")).filter(({ kind }) => kind === "charge");
const documents = () =>
  harness.db.many<{ kind: string; gross_halalas: number; vat_halalas: number }>(
    sql`select kind, gross_halalas, vat_halalas from billing.invoices order by issued_at, kind desc`,
  );
const payWebhook = (paymentId: string) =>
  harness.sendWebhook({ id: randomUUID(), payment_id: paymentId, secret: webhookSecret });

describe("an order paid from the balance", () => {
  it("is named by what was bought where the statement lists it", async () => {
    await aWallet(harness.db, "mer_1", 1_000_000);
    const balance = { payment: { method: "balance" } };
    await create(balance);
    const vouchers = { kind: "package", package_id: "pkg_consultation_3", quantity: 1 } as const;
    await create({ ...balance, lines: [words, vouchers], expected_total_halalas: price + 79_900 });
    const titles = await harness.db.many<{ title_ar: string; title_en: string }>(
      sql`select title_ar, title_en from wallet.reference_titles where merchant_id = 'mer_1' order by title_en`,
    );
    expect(titles).toEqual([
      { title_ar: "10,000 كلمة للكاتب الرقمي", title_en: "10,000 words of the digital writer" },
      { title_ar: "3 قسائم استشارة وبند آخر", title_en: "3 consultation vouchers and one more item" },
    ]);
  });

  it("is delivered at once, and says what is open now and where", async () => {
    await aWallet(harness.db, "mer_1", 10_000);
    const { order, form } = await create({ payment: { method: "balance" } });
    expect(form).toBeNull();
    expect(order).toMatchObject({
      state: "delivered",
      total_halalas: price,
      vat_halalas: 639,
      opened: [{ kind: "package", path: "/financial-transaction/services-stock?service=writer_words" }],
    });
    expect(await lots()).toEqual([{ units: 10_000, left_units: 10_000 }]);
    expect(await charges()).toMatchObject([{ amount_halalas: price }]);
    expect(await documents()).toEqual([{ kind: "invoice", gross_halalas: price, vat_halalas: 639 }]);
  });

  it("that does not cover it changes nothing", async () => {
    await aWallet(harness.db, "mer_1", price - 1);
    const { envelope } = await post(request({ payment: { method: "balance" } }));
    expect(envelope.code).toBe("wallet.balance_not_enough");
    expect([await lots(), await charges()]).toEqual([[], []]);
  });

  it("is bought once by a double click, and by a click that comes back later", async () => {
    await aWallet(harness.db, "mer_1", 100_000);
    const body = request({ payment: { method: "balance" } });
    const answers = await Promise.all([post(body), post(body), post(body)]);
    const later = await post(body);
    expect(new Set([...answers, later].map(({ data }) => data.order.id)).size).toBe(1);
    expect([(await lots()).length, (await charges()).length]).toEqual([1, 1]);
  });

  it("is bought once from two tabs, and again only when the merchant confirms it", async () => {
    await aWallet(harness.db, "mer_1", 100_000);
    const balance = { payment: { method: "balance" } };
    const { order } = await create(balance);
    const second = await post(request(balance));
    expect(second.envelope).toMatchObject({
      code: "billing.order_repeated",
      current: { order_id: order.id },
    });
    await create({ ...balance, repeat: true });
    expect([(await lots()).length, (await charges()).length]).toEqual([2, 2]);
  });

  it("starts a plan; whoever has one is refused, on the line", async () => {
    await aWallet(harness.db, "mer_1", 100_000);
    const plan = {
      lines: [{ kind: "plan", plan_id: "plv_start_1", duration_months: 1 }],
      expected_total_halalas: 9_900,
      payment: { method: "balance" },
    };
    const { order } = await create(plan);
    expect(order).toMatchObject({
      state: "delivered",
      opened: [{ path: "/financial-transaction/active-subscribtions" }],
    });
    const again = await post(request({ ...plan, repeat: true }));
    expect(again.envelope).toMatchObject({
      code: "billing.already_subscribed",
      fields: { "lines.0.plan_id": [expect.any(String)] },
    });
    expect(await charges()).toHaveLength(1);
  });

  it("is refused at a price that the merchant has not seen", async () => {
    const { envelope } = await post(request({ expected_total_halalas: price - 1 }));
    expect(envelope.code).toBe("billing.price_changed");
  });
});

describe("an order paid by the gateway's form", () => {
  it("is delivered when the webhook comes before the return, five times", async () => {
    const created = await create();
    const payment = harness.gateway.pay(intentId(created), price);
    for (let times = 0; times < 5; times += 1) await payWebhook(payment.id);
    await harness.settle();
    await harness.server.call(`POST Clients/Billing/orders/${created.order.id}/check`, { as: "mer_1" });
    await harness.settle();
    expect([(await find(created.order.id)).state, (await lots()).length]).toEqual(["delivered", 1]);
    expect(await documents()).toHaveLength(1);
  });

  it("is delivered when neither webhook nor return ever comes", async () => {
    const created = await create();
    harness.gateway.pay(intentId(created), price);
    await harness.sweep();
    expect((await find(created.order.id)).state).toBe("delivered");
  });

  it("is the same order, with the same form, for a second click and for another tab", async () => {
    const body = request();
    const first = await post(body);
    const second = await post(body);
    const tab = await post(request());
    expect(new Set([first, second, tab].map(({ data }) => intentId(data))).size).toBe(1);
    expect(tab.data.form).not.toBeNull();
  });

  it("may be paid in another way after a declined payment", async () => {
    await aWallet(harness.db, "mer_1", 10_000);
    const body = request();
    const { data } = await post(body);
    const declined = harness.gateway.pay(intentId(data), price, { state: "failed", failure: "balance" });
    await payWebhook(declined.id);
    await harness.settle();
    expect(await find(data.order.id)).toMatchObject({ state: "failed", payment: { failure: "balance" } });
    const paid = await post({ ...body, payment: { method: "balance" } });
    expect(paid.data.order).toMatchObject({ id: data.order.id, state: "delivered" });
    expect(await charges()).toHaveLength(1);
  });

  it("that is paid twice gives the second payment back by itself, once", async () => {
    const created = await create();
    const [one, two] = [
      harness.gateway.pay(intentId(created), price),
      harness.gateway.pay(intentId(created), price),
    ];
    for (const { id } of [one, two, two]) await payWebhook(id);
    await harness.settle();
    await harness.settle();
    expect([(await lots()).length, harness.gateway.refunds.length]).toEqual([1, 1]);
    expect(await find(created.order.id)).toMatchObject({ state: "delivered", refunded_halalas: 0 });
    const results = await harness.db.many<{ result: string }>(
      sql`select result from billing.order_payments order by result`,
    );
    expect(results.map(({ result }) => result)).toEqual(["bought", "returned"]);
  });

  it("and then from the balance gives the card's payment back", async () => {
    await aWallet(harness.db, "mer_1", 10_000);
    const body = request();
    const { data } = await post(body);
    const payment = harness.gateway.pay(intentId(data), price);
    await post({ ...body, payment: { method: "balance" } });
    await payWebhook(payment.id);
    await harness.settle();
    await harness.settle();
    expect([(await lots()).length, harness.gateway.refunds.length]).toEqual([1, 1]);
  });

  it("is delivered by a payment that comes after it has expired", async () => {
    const created = await create();
    await harness.db.run(sql`update billing.orders set opened_at = opened_at - interval '26 hours'`);
    await harness.run("billing.expire-orders");
    expect((await find(created.order.id)).state).toBe("expired");
    await payWebhook(harness.gateway.pay(intentId(created), price).id);
    await harness.settle();
    expect((await find(created.order.id)).state).toBe("delivered");
  });

  it("is delivered by the review when its event was lost", async () => {
    const created = await create();
    await payWebhook(harness.gateway.pay(intentId(created), price).id);
    await harness.settle();
    await undoDelivery(created.order.id);
    harness.passMinutes(2);
    await harness.run("billing.review-orders");
    await harness.run("billing.review-orders");
    expect([(await find(created.order.id)).state, (await lots()).length]).toEqual(["delivered", 1]);
  });

  it("keeps one order when a plan was started meanwhile: the money goes back", async () => {
    const plan = { lines: [{ kind: "plan", plan_id: "plv_start_1", duration_months: 1 }] };
    const created = await create({ ...plan, expected_total_halalas: 9_900 });
    await aSubscription(harness.db, "mer_1", new Date("2026-11-21T09:00:00Z"));
    await payWebhook(harness.gateway.pay(intentId(created), 9_900).id);
    await harness.settle();
    await harness.settle();
    expect([(await find(created.order.id)).state, harness.gateway.refunds.length]).toEqual(["cancelled", 1]);
  });

  it("belongs to its merchant", async () => {
    const { order } = await create();
    const theirs = await harness.server.call(`GET Clients/Billing/orders/${order.id}`, { as: "mer_2" });
    expect(theirs.status).toBe(404);
  });
});

/** As if the event of the payment had been given up before it could deliver. */
async function undoDelivery(orderId: string) {
  await harness.db.driver.script(`
    set session_replication_role = replica;
    delete from billing.stock_movements; delete from billing.stock_lots; delete from billing.order_payments;
    update billing.orders set state = 'open', paid_at = null, payment_id = null where id = '${orderId}';
    set session_replication_role = origin`);
}

describe("a coupon", () => {
  const save = (terms: Parameters<typeof aCoupon>[1] = {}) => aCoupon(at(), terms);
  const preview = (body: object, as = "mer_1") =>
    harness.server.call("POST Clients/Billing/orders/preview", { as, body });
  const withCoupon = { coupon: "rawaj١٠", expected_total_halalas: 4_410, payment: { method: "balance" } };

  it("lowers the price that the preview shows, with its VAT", async () => {
    await save();
    const { data } = await preview({ lines: [words], coupon: "rawaj10" });
    expect(data).toMatchObject({
      coupon: "RAWAJ10",
      discount_halalas: 490,
      total_halalas: 4_410,
      vat_halalas: 575,
      recent_order: null,
    });
  });

  it("that is unknown is refused on its field", async () => {
    const { status, envelope } = await preview({ lines: [words], coupon: "nothing" });
    expect(status).toBe(409);
    expect(envelope).toMatchObject({
      code: "billing.coupon_unknown",
      fields: { coupon: [expect.any(String)] },
    });
  });

  it("is tried at most twenty times an hour, a code that is sent again not counted", async () => {
    await save();
    const tried = Array.from({ length: 18 }, (_, nth) => `guess${nth}`);
    for (const coupon of tried) expect((await preview({ lines: [words], coupon })).status).toBe(409);
    // What an order tries counts too, though the order is rolled back.
    expect((await post(request({ coupon: "guess18" }))).envelope.code).toBe("billing.coupon_unknown");
    expect((await preview({ lines: [words], coupon: "rawaj 10" })).status).toBe(200);
    const spent = {
      code: "billing.too_many_coupons",
      fields: { coupon: [expect.stringMatching(/minutes/)] },
    };
    for (const coupon of ["guess19", "guess19", "guess20"])
      expect((await preview({ lines: [words], coupon })).envelope).toMatchObject(spent);
    expect((await post(request({ coupon: "guess21" }))).envelope).toMatchObject(spent);
    expect((await preview({ lines: [words], coupon: "RAWAJ10" })).status).toBe(200);
    expect((await preview({ lines: [words] })).status).toBe(200);
    expect((await preview({ lines: [words], coupon: "rawaj10" }, "mer_2")).status).toBe(200);
  });

  it("guessed many times at once is not tried more often", async () => {
    const guesses = Array.from({ length: 40 }, (_, nth) =>
      preview({ lines: [words], coupon: `at-once-${nth}` }),
    );
    const codes = (await Promise.all(guesses)).map(({ envelope }) => (envelope as { code?: string }).code);
    expect(codes.filter((code) => code === "billing.coupon_unknown")).toHaveLength(20);
  });

  it("with one use left is used once by two merchants at once", async () => {
    await save();
    for (const merchant of ["mer_1", "mer_2"]) await aWallet(harness.db, merchant, 10_000);
    const answers = await Promise.all(["mer_1", "mer_2"].map((as) => post(request(withCoupon), as)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("is held by an unpaid order, and given up when the merchant begins another with it", async () => {
    await save();
    const first = await create({ ...withCoupon, payment: { method: "form" } });
    const other = await post(request(withCoupon), "mer_2");
    expect(other.envelope.code).toBe("billing.coupon_used_up");
    await aWallet(harness.db, "mer_1", 10_000);
    const two = { lines: [{ ...words, quantity: 2 }], expected_total_halalas: 8_820 };
    await create({ ...withCoupon, ...two });
    expect((await find(first.order.id)).state).toBe("cancelled");
    // What still arrives for the cancelled order goes back.
    await payWebhook(harness.gateway.pay(intentId(first), 4_410).id);
    await harness.settle();
    await harness.settle();
    expect(harness.gateway.refunds).toHaveLength(1);
  });

  it("of a first purchase does not count for a form that is paid after another purchase", async () => {
    await save({ is_first_purchase_only: true });
    const first = await create({ ...withCoupon, payment: { method: "form" } });
    await aWallet(harness.db, "mer_1", 10_000);
    const two = { lines: [{ ...words, quantity: 2 }], expected_total_halalas: 9_800 };
    await create({ ...two, payment: { method: "balance" } });
    await payWebhook(harness.gateway.pay(intentId(first), 4_410).id);
    await harness.settle();
    await harness.settle();
    expect((await find(first.order.id)).state).toBe("cancelled");
    expect(harness.gateway.refunds).toHaveLength(1);
  });

  it("that takes all of the price needs no payment", async () => {
    await save({ percent_basis_points: 10_000 });
    const { order } = await create({
      coupon: "RAWAJ10",
      expected_total_halalas: 0,
      payment: { method: "card" },
    });
    expect(order).toMatchObject({ state: "delivered", payment_method: "free", payment: null });
  });
});

describe("a refund", () => {
  const refund = (orderId: string, amount_halalas: number) =>
    harness.orders.refundOrder(at(), { orderId, amount_halalas, reason: "the merchant changed their mind" });

  it("of a balance's order comes back to the balance, and its unused units leave the stock", async () => {
    await aWallet(harness.db, "mer_1", 10_000);
    const { order } = await create({ payment: { method: "balance" } });
    await refund(order.id, 900);
    expect(await find(order.id)).toMatchObject({ state: "delivered", refunded_halalas: 900 });
    await refund(order.id, 4_000);
    expect(await find(order.id)).toMatchObject({ state: "refunded", refunded_halalas: price });
    expect(await lots()).toEqual([{ units: 10_000, left_units: 0 }]);
    const [invoice, ...notes] = await documents();
    expect(invoice).toMatchObject({ kind: "invoice", gross_halalas: price });
    expect(notes.map(({ kind, gross_halalas }) => [kind, gross_halalas])).toEqual([
      ["credit_note", 900],
      ["credit_note", 4_000],
    ]);
    expect(notes.reduce((sum, { vat_halalas }) => sum + vat_halalas, 0)).toBe(invoice?.vat_halalas);
    const { available_halalas } = await harness.deps.wallet.loadBalance(at());
    expect(available_halalas).toBe(10_000);
    await expect(refund(order.id, 1)).rejects.toMatchObject({ code: "billing.order_not_delivered" });
  });

  it("of more than is left is refused", async () => {
    await aWallet(harness.db, "mer_1", 10_000);
    const { order } = await create({ payment: { method: "balance" } });
    await expect(refund(order.id, price + 1)).rejects.toMatchObject({ code: "billing.refund_too_large" });
  });

  it("of a card's order goes to the card; one that the gateway refuses gives the units back", async () => {
    const created = await create();
    await payWebhook(harness.gateway.pay(intentId(created), price).id);
    await harness.settle();
    harness.gateway.refusesRefunds = "refused";
    await refund(created.order.id, price);
    expect(await lots()).toEqual([{ units: 10_000, left_units: 0 }]);
    await harness.settle();
    await harness.settle();
    expect(await find(created.order.id)).toMatchObject({ state: "delivered", refunded_halalas: 0 });
    expect(await lots()).toEqual([{ units: 10_000, left_units: 10_000 }]);
    harness.gateway.refusesRefunds = null;
    await refund(created.order.id, price);
    await harness.settle();
    await harness.settle();
    expect(await find(created.order.id)).toMatchObject({ state: "refunded", refunded_halalas: price });
    expect(harness.gateway.refunds).toHaveLength(1);
    expect((await documents()).map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
  });
});

describe("a plan whose order goes back", () => {
  const refund = (orderId: string, amount_halalas: number) =>
    harness.orders.refundOrder(at(), { orderId, amount_halalas, reason: "the merchant changed their mind" });
  const plan = { kind: "plan", plan_id: "plv_start_1", duration_months: 1 };
  const both = { lines: [plan, words], expected_total_halalas: 9_900 + price };
  const alone = { lines: [plan], expected_total_halalas: 9_900 };
  const state = async () => (await loadSubscription(harness.db)).state;
  const buyByForm = async (cart: object, total: number) => {
    const created = await create(cart);
    const payment = harness.gateway.pay(intentId(created), total);
    await payWebhook(payment.id);
    await harness.settle();
    return { orderId: created.order.id, paymentId: payment.id };
  };

  it("ends with all of it, and a part of it ends nothing", async () => {
    await aWallet(harness.db, "mer_1", 10_000);
    const { order } = await create({ ...alone, payment: { method: "balance" } });
    await refund(order.id, 4_900);
    expect(await state()).toBe("active");
    await refund(order.id, 5_000);
    expect(await loadSubscription(harness.db)).toMatchObject({ state: "expired", ended_by: "refund" });
    expect(await loadEntitlement(at())).toBeNull();
    expect((await documents()).map(({ gross_halalas }) => gross_halalas)).toEqual([9_900, 4_900, 5_000]);
  });

  it("ends with its packages only when all of the order goes back", async () => {
    await aWallet(harness.db, "mer_1", 20_000);
    const { order } = await create({ ...both, payment: { method: "balance" } });
    await refund(order.id, 9_900);
    expect([await state(), await lots()]).toEqual(["active", [{ units: 10_000, left_units: 10_000 }]]);
    await refund(order.id, price);
    expect([await state(), await lots()]).toEqual(["expired", [{ units: 10_000, left_units: 0 }]]);
  });

  it("is there again when the gateway refuses the refund", async () => {
    const { orderId } = await buyByForm(alone, 9_900);
    harness.gateway.refusesRefunds = "refused";
    await refund(orderId, 9_900);
    expect(await state()).toBe("expired");
    await harness.settle();
    await harness.settle();
    expect([await state(), (await find(orderId)).state]).toEqual(["active", "delivered"]);
  });

  it("ends when the gateway gave it back by itself, once", async () => {
    const { orderId, paymentId } = await buyByForm(alone, 9_900);
    await harness.refundAtGateway(paymentId, 9_900);
    await harness.refundAtGateway(paymentId, 9_900);
    expect([await state(), (await find(orderId)).state]).toEqual(["expired", "refunded"]);
    expect((await documents()).map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
  });

  it("ends with a chargeback, and is there again, and invoiced again, when that was won", async () => {
    const { orderId, paymentId } = await buyByForm(both, 9_900 + price);
    await harness.chargeBack("cb_1", paymentId, 9_900 + price);
    await harness.chargeBack("cb_1", paymentId, 9_900 + price);
    expect([await state(), await lots()]).toEqual(["expired", [{ units: 10_000, left_units: 0 }]]);
    await harness.winChargeback("cb_1");
    await harness.winChargeback("cb_1");
    expect([await state(), await lots()]).toEqual(["active", [{ units: 10_000, left_units: 10_000 }]]);
    expect(await find(orderId)).toMatchObject({ state: "delivered", refunded_halalas: 0 });
    // By their numbers: the invoices come first.
    expect((await documents()).map(({ kind }) => kind)).toEqual(["invoice", "invoice", "credit_note"]);
  });
});

describe("a chargeback before the refund that staff requested was sent", () => {
  const refund = (orderId: string, amount_halalas: number) =>
    harness.orders.refundOrder(at(), { orderId, amount_halalas, reason: "the merchant changed their mind" });
  const buy = async () => {
    const created = await create();
    const payment = harness.gateway.pay(intentId(created), price);
    await payWebhook(payment.id);
    await harness.settle();
    return { orderId: created.order.id, paymentId: payment.id };
  };
  const endRefund = async () => {
    await harness.settle();
    await harness.settle();
  };
  const kinds = async () => (await documents()).map(({ kind, gross_halalas }) => [kind, gross_halalas]);

  it("takes all: the refund is refused, and the order stays gone back", async () => {
    const { orderId, paymentId } = await buy();
    await refund(orderId, price);
    await harness.chargeBack("cb_1", paymentId, price);
    await endRefund();
    expect(harness.gateway.refunds).toEqual([]);
    expect(await find(orderId)).toMatchObject({ state: "refunded", refunded_halalas: price });
    expect(await lots()).toEqual([{ units: 10_000, left_units: 0 }]);
    expect(await kinds()).toEqual([
      ["invoice", price],
      ["credit_note", price],
    ]);
    await harness.winChargeback("cb_1");
    expect(await find(orderId)).toMatchObject({ state: "delivered", refunded_halalas: 0 });
    expect(await lots()).toEqual([{ units: 10_000, left_units: 10_000 }]);
  });

  it("takes more than the refund left: what it took counts, and the refund, which is refused, does not", async () => {
    const { orderId, paymentId } = await buy();
    await refund(orderId, 2_000);
    await harness.chargeBack("cb_1", paymentId, 3_000);
    expect(await find(orderId)).toMatchObject({ state: "refunded", refunded_halalas: price });
    await endRefund();
    expect(await find(orderId)).toMatchObject({ state: "delivered", refunded_halalas: 3_000 });
    expect(await lots()).toEqual([{ units: 10_000, left_units: 10_000 }]);
    expect(await kinds()).toEqual([
      ["invoice", price],
      ["credit_note", 3_000],
    ]);
  });

  it("won before the refund was refused leaves the order as it was paid", async () => {
    const { orderId, paymentId } = await buy();
    await refund(orderId, price);
    await harness.chargeBack("cb_1", paymentId, price);
    harness.gateway.refusesRefunds = "refused";
    await harness.winChargeback("cb_1");
    expect(await find(orderId)).toMatchObject({ state: "refunded", refunded_halalas: price });
    await endRefund();
    expect(await find(orderId)).toMatchObject({ state: "delivered", refunded_halalas: 0 });
    expect(await lots()).toEqual([{ units: 10_000, left_units: 10_000 }]);
  });
});

describe("what went back of an order while its events were lost", () => {
  const loseEvents = () =>
    harness.db.run(sql`delete from base.events where name like 'payments.%' and position is null`);
  const pay = async () => {
    const created = await create();
    const payment = harness.gateway.pay(intentId(created), price);
    await payWebhook(payment.id);
    await harness.settle();
    return { orderId: created.order.id, paymentId: payment.id };
  };
  const review = async () => {
    harness.passMinutes(2);
    await harness.run("billing.review-orders");
    await harness.run("billing.review-orders");
  };
  const sendRefund = async (orderId: string) => {
    await harness.orders.refundOrder(at(), { orderId, amount_halalas: price, reason: "r" });
    const { id } = await harness.db.one<{ id: string }>(sql`select id from payments.refunds`);
    await harness.run("payments.sweep-refunds");
    await loseEvents();
    return id;
  };
  const refundStates = () => harness.db.many<{ state: string }>(sql`select state from billing.order_refunds`);

  it("is credited by the review when the refund was done", async () => {
    const { orderId } = await pay();
    await sendRefund(orderId);
    expect(await refundStates()).toEqual([{ state: "requested" }]);
    await review();
    expect(await refundStates()).toEqual([{ state: "done" }]);
    expect((await documents()).map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
  });

  it("gives the units back by the review when the refund was refused", async () => {
    const { orderId } = await pay();
    harness.gateway.refusesRefunds = "refused";
    await sendRefund(orderId);
    await review();
    expect([await refundStates(), await lots()]).toEqual([
      [{ state: "refused" }],
      [{ units: 10_000, left_units: 10_000 }],
    ]);
  });

  it("is recorded by the review when the gateway gave it back, or a bank took it", async () => {
    const { orderId, paymentId } = await pay();
    harness.gateway.change(paymentId, { state: "refunded", refunded: 1_000 as never });
    await harness.db.run(sql`update payments.attempts set next_read_at = ${harness.clock.now()}`);
    await harness.run("wallet.reread-payments");
    const rest = { id: "cb_1", paymentId, amount: (price - 1_000) as never };
    harness.gateway.chargebacks.push({ ...rest, settledAt: harness.clock.now() });
    await harness.run("payments.read-chargebacks");
    await loseEvents();
    await review();
    expect(await find(orderId)).toMatchObject({ state: "refunded", refunded_halalas: price });
    expect((await documents()).map(({ gross_halalas }) => gross_halalas)).toEqual([
      price,
      1_000,
      price - 1_000,
    ]);
  });
});

describe("an order paid by a saved card", () => {
  /** The card that the merchant saved with an earlier order. */
  async function saveCard(): Promise<string> {
    const created = await create({ payment: { method: "form", save_card: true } });
    await payWebhook(harness.gateway.pay(intentId(created), price, { cardToken: "token_1" }).id);
    await harness.settle();
    const { id } = await harness.db.one<{ id: string }>(sql`select id from payments.cards`);
    return id;
  }
  const twoPackages = { lines: [{ ...words, quantity: 2 }], expected_total_halalas: 2 * price };

  it("is charged once by a double click, though the gateway's answer is lost and it is down for a while", async () => {
    const card_id = await saveCard();
    harness.gateway.losesResponses = true;
    const body = request({ ...twoPackages, payment: { method: "card", card_id } });
    const answers = [await post(body), await post(body)];
    expect(new Set(answers.map(({ data }) => intentId(data))).size).toBe(1);
    await harness.settle();
    harness.gateway.losesResponses = false;
    await harness.sweep();
    expect(harness.gateway.charges).toHaveLength(1);
    expect((await find(answers[0]?.data.order.id ?? "")).state).toBe("delivered");
  });

  it("needs a card, and one of the merchant's own", async () => {
    const missing = await post(request({ payment: { method: "card" } }));
    expect(missing.envelope).toMatchObject({
      code: "billing.card_required",
      fields: { "payment.card_id": [expect.any(String)] },
    });
    expect((await post(request({ payment: { method: "card", card_id: "crd_other" } }))).status).toBe(404);
  });
});
