import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BACK, GOOD_CARD, type Harness, type Json, openHarness } from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.sandbox.close());

const getSource = (payment: Json) => payment.source as Json;

describe("a card payment", () => {
  test("starts as initiated and leads to the issuer; a full number is never shown again", async () => {
    const { status, body } = await harness.pay({ metadata: { deposit_id: "dep_1" } });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: "initiated",
      amount: 11_500,
      fee: 0,
      metadata: { deposit_id: "dep_1" },
    });
    expect(getSource(body)).toMatchObject({ company: "mada", number: "4201-32XX-XXXX-1010", message: null });
    expect(getSource(body).transaction_url).toBe(
      `${harness.sandbox.url}/moyasar/v1/card_auth/${body.id}/prepare`,
    );
    expect(JSON.stringify(await harness.read(String(body.id)))).not.toContain(GOOD_CARD.number);
  });

  test("is paid after the issuer's page, with its fee, and the shopper returns with a hint", async () => {
    const id = String((await harness.pay()).body.id);
    const page = await (await fetch(`${harness.sandbox.url}/moyasar/v1/card_auth/${id}/prepare`)).text();
    for (const words of ["Sandbox", "115.00 SAR", "AUTHENTICATED", "4201-32XX-XXXX-1010"])
      expect(page).toContain(words);
    expect(page).not.toContain("<script");
    const back = await harness.answerIssuer(id, "AUTHENTICATED");
    expect(Object.fromEntries(back.searchParams)).toEqual({ id, status: "paid", message: "APPROVED" });
    // 1.75 % of 115.00 with 15 % VAT is 2.3144: rounded up once.
    expect(await harness.read(id)).toMatchObject({
      status: "paid",
      fee: 232,
      source: { response_code: "00" },
    });
  });

  test("submitted twice on the issuer's page keeps its first result", async () => {
    const id = String((await harness.pay()).body.id);
    await harness.answerIssuer(id, "AUTHENTICATED");
    const again = await harness.answerIssuer(id, "UNAUTHENTICATED");
    expect(again.searchParams.get("status")).toBe("paid");
  });

  test.each(["UNAUTHENTICATED", "REJECTED", "UNAVAILABLE"])(
    "fails when the issuer says %s",
    async (result) => {
      const id = String((await harness.pay()).body.id);
      expect((await harness.answerIssuer(id, result)).searchParams.get("status")).toBe("failed");
      expect(getSource(await harness.read(id)).response_code).toBeNull();
    },
  );

  test("abandoned on the issuer's page, or lost by the gateway, stays initiated", async () => {
    const left = String((await harness.pay()).body.id);
    expect((await harness.answerIssuer(left, "ABANDONED")).searchParams.get("status")).toBe("initiated");
    const lost = String((await harness.pay()).body.id);
    await harness.sandbox.control("faults", { vendor: "moyasar", kind: "half_done", times: 1 });
    await harness.answerIssuer(lost, "AUTHENTICATED");
    expect((await harness.read(lost)).status).toBe("initiated");
  });

  test.each([
    ["4201320000013020", "99"],
    ["4201320000311101", "51"],
    ["4201320131000508", "41"],
    ["4201321234411220", "05"],
    ["4201322267774310", "54"],
    ["4201326324640570", "61"],
    ["4201321144311528", "43"],
    ["4123120001090000", "51"],
    ["4123120001090109", "05"],
    ["5457210001000092", "51"],
    ["5204730000002514", "05"],
  ])("with %s is declined with %s after the issuer", async (number, code) => {
    const id = String((await harness.pay({}, { number })).body.id);
    await harness.answerIssuer(id, "AUTHENTICATED");
    expect(await harness.read(id)).toMatchObject({
      status: "failed",
      fee: 0,
      source: { response_code: code },
    });
  });

  test.each([
    ["4111111111111111", "visa", "123"],
    ["5421080101000000", "master", "123"],
    ["340000000900000", "amex", "1234"],
    ["6200000000000005", "unionpay", "123"],
  ])("with %s (%s) is paid", async (number, company, cvc) => {
    const id = String((await harness.pay({}, { number, cvc })).body.id);
    await harness.answerIssuer(id, "AUTHENTICATED");
    expect(await harness.read(id)).toMatchObject({ status: "paid", source: { company } });
  });

  test("with the frictionless card needs no page; with a 3-D Secure failure is always refused", async () => {
    const smooth = String((await harness.pay({}, { number: "4111114005765430" })).body.id);
    const answer = await fetch(`${harness.sandbox.url}/moyasar/v1/card_auth/${smooth}/prepare`, {
      redirect: "manual",
    });
    expect(answer.headers.get("location")).toContain("status=paid");
    const rough = String((await harness.pay({}, { number: "4111118250252531" })).body.id);
    expect((await harness.answerIssuer(rough, "AUTHENTICATED")).searchParams.get("status")).toBe("failed");
  });

  test("with an unlisted card, or without 3-D Secure a declined one, is 201 and failed at once", async () => {
    const unlisted = await harness.pay({}, { number: "4000000000000002" });
    expect([unlisted.status, unlisted.body.status]).toEqual([201, "failed"]);
    const direct = await harness.pay({}, { number: "4201320000311101", "3ds": false });
    expect([direct.status, direct.body.status, getSource(direct.body).response_code]).toEqual([
      201,
      "failed",
      "51",
    ]);
  });
});

describe("what a payment accepts", () => {
  test("a given_id works once; the first response is not repeated", async () => {
    const given_id = randomUUID();
    expect((await harness.pay({ given_id })).body.id).toBe(given_id);
    const again = await harness.pay({ given_id });
    expect([again.status, again.body.type]).toEqual([400, "used_given_id"]);
    expect((await harness.read(given_id)).id).toBe(given_id);
  });

  test.each<[string, Json, Json, string]>([
    ["less than a riyal", { amount: 99 }, {}, "amount"],
    ["a fraction", { amount: 100.5 }, {}, "amount"],
    ["text as amount", { amount: "11500" }, {}, "amount"],
    ["no way back", { callback_url: undefined }, {}, "callback_url"],
    ["a plain http way back", { callback_url: "http://store.example/" }, {}, "callback_url"],
    ["an id that is not a version 4 UUID", { given_id: "dep_1" }, {}, "given_id"],
    ["an unknown field", { colour: "green" }, {}, "colour"],
    [
      "too much metadata",
      { metadata: Object.fromEntries(Array.from({ length: 31 }, (_, i) => [`k${i}`, "v"])) },
      {},
      "metadata",
    ],
    ["a long metadata value", { metadata: { note: "v".repeat(501) } }, {}, "metadata.note"],
    ["a long metadata key", { metadata: { ["k".repeat(41)]: "v" } }, {}, `metadata.${"k".repeat(41)}`],
    ["one name only", {}, { name: "Noura" }, "source.name"],
    ["a number with a wrong digit", {}, { number: "4201320111111011" }, "source.number"],
    ["last year's card", {}, { year: "2020" }, "source.year"],
    ["a short code", {}, { cvc: "12" }, "source.cvc"],
    ["an amex with a three digit code", {}, { number: "340000000900000", cvc: "123" }, "source.cvc"],
    ["saving without 3-D Secure", {}, { save_card: true, "3ds": false }, "source.save_card"],
    ["a card type of mada", {}, { type: "mada" }, "source.type"],
  ])("%s is refused and the field is named", async (_name, change, card, field) => {
    const { status, body } = await harness.pay(change, card);
    expect([status, body.type]).toEqual([400, "invalid_request_error"]);
    expect(Object.keys(body.errors as Json)).toContain(field);
  });

  test("a form and JSON give the same payment", async () => {
    const form = new URLSearchParams({ amount: "11500", callback_url: BACK, "metadata[deposit_id]": "d1" });
    for (const [name, value] of Object.entries({ type: "creditcard", ...GOOD_CARD }))
      form.set(`source[${name}]`, value);
    const { status, body } = await harness.call("pk", "POST", "/payments", form);
    expect([status, body.status, body.metadata]).toEqual([201, "initiated", { deposit_id: "d1" }]);
  });
});

describe("the keys", () => {
  test("the publishable key only creates; the secret key takes no card data and no browser requests", async () => {
    const id = String((await harness.pay()).body.id);
    for (const [method, path] of [
      ["GET", `/payments/${id}`],
      ["GET", "/payments"],
      ["POST", `/payments/${id}/refund`],
      ["GET", "/webhooks"],
    ] as const)
      expect((await harness.call("pk", method, path)).status).toBe(401);
    expect((await harness.call("none", "GET", `/payments/${id}`)).body.type).toBe("authentication_error");
    const card = { amount: 11_500, callback_url: BACK, source: { type: "creditcard", ...GOOD_CARD } };
    expect((await harness.call("sk", "POST", "/payments", card)).status).toBe(403);
    const browser = { origin: "http://localhost:3000" };
    expect((await harness.call("sk", "GET", `/payments/${id}`, undefined, browser)).status).toBe(403);
  });

  test("a request without a User-Agent is refused in HTML", async () => {
    const answer = await harness.call("sk", "GET", "/payments", undefined, { "user-agent": "" });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("content-type")).toContain("text/html");
  });

  test("a browser on another origin may create payments and tokens", async () => {
    for (const path of ["/payments", "/tokens"]) {
      const preflight = await harness.call("none", "OPTIONS", path, undefined, {
        origin: "http://localhost:3000",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get("access-control-allow-headers")).toContain("authorization");
    }
    expect((await harness.pay()).headers.get("access-control-allow-origin")).toBe("*");
  });
});

describe("after a payment", () => {
  const paid = async () => {
    const id = String((await harness.pay()).body.id);
    await harness.answerIssuer(id, "AUTHENTICATED");
    return id;
  };
  const act = (id: string, what: string, body: Json = {}) =>
    harness.call("sk", "POST", `/payments/${id}/${what}`, body);

  test("a part can be refunded, then the rest, and not a halala more", async () => {
    const id = await paid();
    expect((await act(id, "refund", { amount: 1_500 })).body).toMatchObject({
      status: "refunded",
      refunded: 1_500,
    });
    expect((await act(id, "refund", { amount: 10_001 })).status).toBe(400);
    expect((await act(id, "refund")).body.refunded).toBe(11_500);
    expect((await act(id, "refund")).status).toBe(400);
  });

  test("a paid card is voided within two hours, not later", async () => {
    const soon = await paid();
    expect((await act(soon, "void")).body).toMatchObject({ status: "voided", fee: 0 });
    const late = await paid();
    await harness.sandbox.control("moyasar/age", { payment_id: late, seconds: 2 * 3600 + 1 });
    expect((await act(late, "void")).status).toBe(400);
  });

  test("a manual one is authorized, then captured in part; a lapsed one is not voided", async () => {
    const id = String((await harness.pay({}, { manual: true })).body.id);
    await harness.answerIssuer(id, "AUTHENTICATED");
    expect((await harness.read(id)).status).toBe("authorized");
    expect((await act(id, "capture", { amount: 11_501 })).status).toBe(400);
    expect((await act(id, "capture", { amount: 5_000 })).body).toMatchObject({
      status: "captured",
      captured: 5_000,
    });
    expect((await act(id, "refund", { amount: 5_001 })).status).toBe(400);
    const lapsed = String((await harness.pay({}, { manual: true })).body.id);
    await harness.answerIssuer(lapsed, "AUTHENTICATED");
    await harness.sandbox.control("moyasar/age", { payment_id: lapsed, seconds: 14 * 86_400 + 1 });
    expect((await act(lapsed, "void")).status).toBe(400);
  });

  test("only the description and the metadata may be changed", async () => {
    const id = await paid();
    const path = `/payments/${id}`;
    expect((await harness.call("sk", "PUT", path, { metadata: { note: "x" } })).body.metadata).toEqual({
      note: "x",
    });
    expect((await harness.call("sk", "PUT", path, { amount: 1 })).status).toBe(400);
  });

  test("the list is newest first, forty a page, and filtered by metadata and status", async () => {
    for (let index = 0; index < 41; index += 1) await harness.pay({ metadata: { deposit_id: `d${index}` } });
    const first = (await harness.call("sk", "GET", "/payments")).body;
    expect((first.payments as Json[])[0]?.metadata).toEqual({ deposit_id: "d40" });
    expect(first.meta).toEqual({
      current_page: 1,
      next_page: 2,
      prev_page: null,
      total_pages: 2,
      total_count: 41,
    });
    const found = (await harness.call("sk", "GET", "/payments?metadata[deposit_id]=d7&status=initiated"))
      .body;
    expect(found.payments).toHaveLength(1);
  });
});

describe("other payment methods", () => {
  test.each([
    [25_000, "paid", "00"],
    [105_000, "failed", "99"],
    [115_000, "failed", "51"],
    [135_000, "failed", "05"],
  ])("Apple Pay of %i halalas is %s", async (amount, status, code) => {
    const { body } = await harness.call("pk", "POST", "/payments", {
      amount,
      source: { type: "applepay", token: "{}" },
    });
    expect([body.status, getSource(body).response_code]).toEqual([status, code]);
  });

  test("STC Pay waits for the code that was sent to the phone", async () => {
    const begin = (mobile: string) =>
      harness.call("pk", "POST", "/payments", { amount: 5_000, source: { type: "stcpay", mobile } });
    const { body } = await begin("0551234567");
    expect(body.status).toBe("initiated");
    const url = String(getSource(body).transaction_url);
    const post = async (otp: string) =>
      (await (
        await fetch(url, {
          method: "POST",
          body: JSON.stringify({ otp_value: otp }),
          headers: { "content-type": "application/json" },
        })
      ).json()) as Json;
    expect((await post("123456")).status).toBe("paid");
    const other = String(getSource((await begin("0551234567")).body).transaction_url);
    const refused = await fetch(other, {
      method: "POST",
      body: new URLSearchParams({ otp_value: "111111" }),
    });
    expect(((await refused.json()) as Json).status).toBe("failed");
    expect((await begin("0515555555")).body.status).toBe("failed");
    expect((await begin("966551234567")).status).toBe(400);
  });
});
