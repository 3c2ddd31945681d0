import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BACK, GOOD_CARD, type Harness, type Json, openHarness } from "./testing.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness();
});
afterEach(() => harness.sandbox.close());

const loadStatus = async (id: string) => (await harness.call("sk", "GET", `/tokens/${id}`)).body.status;
const charge = (token: string, change: Json = {}) =>
  harness.call("sk", "POST", "/payments", {
    amount: 9_900,
    callback_url: BACK,
    source: { type: "token", token, "3ds": false, ...change },
  });

describe("a card saved with its first payment", () => {
  const save = async (result: string, number = GOOD_CARD.number) => {
    const { body } = await harness.pay({}, { save_card: true, number });
    await harness.answerIssuer(String(body.id), result);
    return String((body.source as Json).token);
  };

  test("is charged later without a page, but only after 3-D Secure", async () => {
    const { body } = await harness.pay({}, { save_card: true });
    const token = String((body.source as Json).token);
    expect(token).toMatch(/^token_/);
    expect((await charge(token)).status).toBe(400);
    await harness.answerIssuer(String(body.id), "AUTHENTICATED");
    expect((await harness.call("sk", "GET", `/tokens/${token}`)).body).toMatchObject({
      status: "active",
      brand: "mada",
      last_four: "1010",
      month: "12",
      year: "2030",
    });
    expect((await charge(token)).body).toMatchObject({
      status: "paid",
      amount: 9_900,
      source: { company: "mada" },
    });
  });

  test("is unusable when the issuer or the bank declined", async () => {
    expect(await loadStatus(await save("UNAUTHENTICATED"))).toBe("inactive");
    const refused = await save("AUTHENTICATED", "4201320000311101");
    expect(await loadStatus(refused)).toBe("inactive");
    expect((await charge(refused)).status).toBe(400);
  });

  test("can be charged only with the secret key", async () => {
    const token = await save("AUTHENTICATED");
    const body = { amount: 9_900, callback_url: BACK, source: { type: "token", token } };
    expect((await harness.call("pk", "POST", "/payments", body)).status).toBe(401);
    expect((await harness.call("sk", "POST", "/payments", body)).body.status).toBe("initiated");
  });

  test("is deleted on request", async () => {
    const token = await save("AUTHENTICATED");
    expect((await harness.call("sk", "DELETE", `/tokens/${token}`)).status).toBe(204);
    expect((await harness.call("sk", "GET", `/tokens/${token}`)).status).toBe(404);
    expect((await charge(token)).status).toBe(400);
  });
});

describe("a card saved without a payment", () => {
  const make = (change: Json = {}) =>
    harness.call("pk", "POST", "/tokens", { ...GOOD_CARD, callback_url: BACK, ...change });

  test("is verified on the issuer's page first", async () => {
    const { status, body } = await make();
    expect([status, body.status]).toEqual([201, "initiated"]);
    const url = String(body.verification_url);
    expect(await (await fetch(url)).text()).toContain("AUTHENTICATED");
    const answer = await fetch(url, {
      method: "POST",
      body: new URLSearchParams({ auth_result: "AUTHENTICATED" }),
      redirect: "manual",
    });
    expect(answer.headers.get("location")).toContain("status=active");
    expect(await loadStatus(String(body.id))).toBe("active");
  });

  test("saved without verification, it needs 3-D Secure in a payment", async () => {
    const { body } = await make({ save_only: true, callback_url: undefined });
    expect(body.verification_url).toBeNull();
    const first = await charge(String(body.id), { "3ds": true });
    await harness.answerIssuer(String(first.body.id), "AUTHENTICATED");
    expect(await loadStatus(String(body.id))).toBe("active");
  });

  test("needs a callback address and a valid card", async () => {
    expect((await make({ callback_url: undefined })).status).toBe(400);
    expect((await make({ year: "2020" })).status).toBe(400);
    expect((await make({ number: "1234" })).status).toBe(400);
  });
});
