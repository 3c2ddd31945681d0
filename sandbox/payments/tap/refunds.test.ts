import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWebhookReceiver } from "../../testing/webhook-receiver.ts";
import { type Harness, openHarness } from "./testing.ts";
import { sign } from "./webhooks.ts";

let tap: Harness;
beforeAll(async () => {
  tap = await openHarness();
});
afterAll(() => tap.sandbox.close());

const refund = (charge: Record<string, unknown>, amount: number, changes: object = {}) =>
  tap.call("POST", "/refunds", {
    charge_id: charge.id,
    amount,
    currency: "SAR",
    reason: "requested_by_customer",
    ...changes,
  });
const readCode = (body: Record<string, unknown>) =>
  (body.errors as { code: string }[] | undefined)?.[0]?.code;

describe("a refund", () => {
  it("takes parts of a charge until nothing is left", async () => {
    const charge = await tap.saveCard();
    expect((await refund(charge, 15.5)).body).toMatchObject({ status: "REFUNDED", amount: 15.5 });
    expect(readCode((await refund(charge, 100.01)).body)).toBe("1117");
    expect((await refund(charge, 100)).body).toMatchObject({ status: "REFUNDED" });
    const { body } = await tap.call("POST", "/refunds/list", { charges: [charge.id] });
    expect(body.refunds).toHaveLength(2);
  });

  it("requested twice with one idempotent text is one refund; a charge that was not captured has none", async () => {
    const charge = await tap.saveCard();
    const reference = { merchant: "rfd_1", idempotent: "rfd_1" };
    const first = await refund(charge, 10, { reference });
    expect((await refund(charge, 10, { reference })).body.id).toBe(first.body.id);
    expect(readCode((await refund(await tap.charge(), 1)).body)).toBe("1143");
  });

  it("may be pending first, and then be carried out or declined", async () => {
    const charge = await tap.saveCard();
    await tap.sandbox.control("tap/refunds", { code: "100" });
    const { body } = await refund(charge, 10);
    expect(body).toMatchObject({ status: "PENDING" });
    await tap.sandbox.control("tap/refunds", { code: "000" });
    await tap.sandbox.control("tap/refunds", { refund_id: body.id, code: "502" });
    expect((await tap.call("GET", `/refunds/${body.id}`)).body).toMatchObject({
      status: "DECLINED",
      response: { code: "502" },
    });
  });
});

describe("a webhook", () => {
  it("posts the decided charge to its own address, with a hashstring of the secret key", async () => {
    const receiver = await openWebhookReceiver();
    const charge = await tap.charge({ post: { url: receiver.url } });
    await tap.pay(charge);
    await tap.answerBank(String(charge.id), "AUTHENTICATED");
    await vi.waitUntil(() => receiver.received.length > 0);
    const [message] = receiver.received;
    const posted = JSON.parse(message?.body ?? "");
    expect(posted).toMatchObject({ id: charge.id, status: "CAPTURED" });
    const text =
      `x_id${charge.id}x_amount115.50x_currencySARx_gateway_reference${posted.reference.gateway}` +
      `x_payment_reference${posted.reference.payment}x_statusCAPTUREDx_created${posted.transaction.created}`;
    expect(message?.headers.hashstring).toBe(
      createHmac("sha256", "sk_test_rawaj_tap").update(text).digest("hex"),
    );
    receiver.close();
  });

  it("is signed as Tap's documents describe", () => {
    const posted = {
      id: "chg_TEST_1",
      amount: 10,
      currency: "SAR",
      status: "CAPTURED",
      reference: { gateway: "gw1", payment: "pay1" },
      transaction: { created: "1795252200000" },
    };
    expect(sign(posted, "sk_test_topsecret")).toBe(
      "b299d6da0d9bb727a943d1e39f5021fe593e6baaa93529e79a44079ac3acea82",
    );
  });
});
