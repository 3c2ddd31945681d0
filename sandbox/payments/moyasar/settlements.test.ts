import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Harness, type Json, openHarness } from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.sandbox.close());

const control = (path: string, body: Json = {}) =>
  fetch(`${harness.sandbox.url}/control/moyasar/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const paid = async () => {
  const id = String((await harness.pay()).body.id);
  await harness.answerIssuer(id, "AUTHENTICATED");
  return id;
};
const listSettlements = async () =>
  (await harness.call("sk", "GET", "/settlements")).body.settlements as Json[];
const listLines = async (id: unknown) =>
  (await harness.call("sk", "GET", `/settlements/${id}/lines`)).body.lines as Json[];

describe("a settlement", () => {
  test("pays out what was paid less its fee, and takes back what was refunded, each once", async () => {
    const id = await paid();
    await control("settle");
    await harness.call("sk", "POST", `/payments/${id}/refund`, { amount: 5_000 });
    await control("settle");
    await control("settle");
    const [second, first, ...more] = await listSettlements();
    expect(more).toEqual([]);
    expect(await listLines(first?.id)).toMatchObject([
      { payment_id: id, type: "payment", payment_amount: 11_500, amount: 11_268, fee: 232 },
    ]);
    expect(await listLines(second?.id)).toMatchObject([{ type: "refund", amount: -5_000 }]);
    expect(second).toMatchObject({ amount: -5_000, settlement_count: 1 });
  });

  test("has a line for a chargeback, which takes no more than is left", async () => {
    const id = await paid();
    await harness.call("sk", "POST", `/payments/${id}/refund`, { amount: 1_500 });
    expect((await control("chargeback", { payment_id: id, amount: 10_001 })).status).toBe(400);
    await control("chargeback", { payment_id: id });
    const [settlement] = await listSettlements();
    expect((await listLines(settlement?.id)).at(-1)).toMatchObject({
      payment_id: id,
      type: "chargeback",
      amount: -10_000,
      payment_amount: 11_500,
    });
  });

  test("is filtered by day and needs the secret key", async () => {
    await paid();
    await control("settle");
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    const { body } = await harness.call("sk", "GET", `/settlements?created[gt]=${tomorrow}`);
    expect(body.settlements).toEqual([]);
    expect((await harness.call("pk", "GET", "/settlements")).status).toBe(401);
  });
});

describe("a bank", () => {
  test("may refuse a payment's refunds", async () => {
    const id = await paid();
    await control("refunds", { payment_id: id, reason: "too_late" });
    const { status, body } = await harness.call("sk", "POST", `/payments/${id}/refund`, { amount: 100 });
    expect([status, body.message]).toEqual([400, "The payment is too old to be refunded"]);
    await control("refunds", { payment_id: id, reason: null });
    expect((await harness.call("sk", "POST", `/payments/${id}/refund`, { amount: 100 })).status).toBe(200);
  });

  test("may decline a saved card later, and approve it again", async () => {
    const { body } = await harness.pay({}, { save_card: true });
    await harness.answerIssuer(String(body.id), "AUTHENTICATED");
    const source = { type: "token", token: (body.source as Json).token, "3ds": false };
    const charge = async () =>
      (
        await harness.call("sk", "POST", "/payments", {
          amount: 9_900,
          callback_url: "https://shop.example",
          source,
        })
      ).body;
    await control("cards", { last_four: "1010", code: "51" });
    expect(await charge()).toMatchObject({ status: "failed", source: { response_code: "51" } });
    await control("cards", { last_four: "1010", code: "00", challenge: "always" });
    expect(await charge()).toMatchObject({ status: "initiated" });
    await control("cards", { last_four: "1010", challenge: "asks" });
    expect(await charge()).toMatchObject({ status: "paid" });
  });
});
