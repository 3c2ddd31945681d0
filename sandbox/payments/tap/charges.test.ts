import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, openHarness } from "./testing.ts";

let tap: Harness;
beforeAll(async () => {
  tap = await openHarness();
});
afterAll(() => tap.sandbox.close());

const readCode = (body: Record<string, unknown>) =>
  (body.errors as { code: string }[] | undefined)?.[0]?.code;

describe("a charge on Tap's page", () => {
  it("is initiated with the page's address, goes to the bank, and is captured", async () => {
    const charge = await tap.charge();
    expect(charge).toMatchObject({
      object: "charge",
      status: "INITIATED",
      amount: 115.5,
      live_mode: false,
      transaction: { url: expect.stringContaining(`tap_process.aspx?chg=${charge.id}`) },
    });
    expect((await tap.pay(charge)).pathname).toMatch(/authenticate$/);
    const back = await tap.answerBank(String(charge.id), "AUTHENTICATED");
    expect(back.searchParams.get("deposit")).toBe("dep_1");
    expect(back.searchParams.get("tap_id")).toBe(charge.id);
    expect((await tap.call("GET", `/charges/${charge.id}`)).body).toMatchObject({
      status: "CAPTURED",
      response: { code: "000" },
      acquirer: { response: { code: "00" } },
      card: { scheme: "MADA", last_four: "0007" },
    });
  });

  it.each([
    ["05", "2022", "DECLINED", "501"],
    ["04", "2027", "FAILED", "407"],
    ["08", "2028", "TIMEDOUT", "801"],
    ["02", "2037", "FAILED", "408"],
    ["05", "2037", "UNKNOWN", "901"],
  ])("by a card that ends %s/%s is %s with code %s", async (month, year, status, code) => {
    const charge = await tap.charge();
    await tap.pay(charge, { month, year });
    await tap.answerBank(String(charge.id), "AUTHENTICATED");
    const { body } = await tap.call("GET", `/charges/${charge.id}`);
    expect(body).toMatchObject({ status, response: { code } });
  });

  it("by a card without 3-D Secure is decided at once; cancelled on the page it is CANCELLED", async () => {
    const plain = await tap.charge();
    expect((await tap.pay(plain, { number: "4012000033330026" })).searchParams.get("tap_id")).toBe(plain.id);
    const left = await tap.charge();
    await tap.pay(left, { leave: "1" });
    expect((await tap.call("GET", `/charges/${left.id}`)).body).toMatchObject({ status: "CANCELLED" });
  });

  it("that nobody finished within half an hour is abandoned", async () => {
    const charge = await tap.charge();
    await tap.sandbox.control("tap/age", { charge_id: charge.id, seconds: 1_801 });
    expect((await tap.call("GET", `/charges/${charge.id}`)).body).toMatchObject({ status: "ABANDONED" });
  });

  it("requested again with the same idempotent text is the same charge, for a day", async () => {
    const reference = { transaction: "t-1", idempotent: "t-1" };
    const first = await tap.charge({ reference });
    expect((await tap.charge({ reference })).id).toBe(first.id);
    await tap.sandbox.control("tap/age", { charge_id: first.id, seconds: 86_401 });
    expect((await tap.charge({ reference })).id).not.toBe(first.id);
  });

  it.each([
    [{ amount: 1.234 }, "1117"],
    [{ currency: "SR" }, "1118"],
    [{ redirect: undefined }, "1110"],
    [{ source: { id: "card_1" } }, "1125"],
    [{ customer: {} }, "1130"],
    [{ customer: { first_name: "Noura" } }, "1139"],
    [{ customer: { id: "cus_unknown" } }, "1106"],
    [{ surprise: true }, "1103"],
  ])("with %j is refused with code %s", async (changes, code) => {
    expect(readCode(await tap.charge(changes))).toBe(code);
  });

  it("needs the secret key, and never from a browser", async () => {
    const wrong = { authorization: "Bearer pk_test_1" };
    expect((await tap.call("GET", "/charges/chg_1", undefined, wrong)).status).toBe(401);
    const browser = { origin: "http://localhost:3000" };
    expect((await tap.call("GET", "/charges/chg_1", undefined, browser)).status).toBe(403);
  });
});

describe("the list of charges", () => {
  it("filters by the values of metadata, newest first, and answers 400 when nothing is found", async () => {
    const metadata = { deposit_id: "dep_list" };
    const ids = [await tap.charge({ metadata }), await tap.charge({ metadata })].map(({ id }) => id);
    const { body } = await tap.call("POST", "/charges/list", { metadata: "dep_list", limit: 1 });
    expect(body).toMatchObject({ has_more: true, charges: [{ id: ids[1] }] });
    const next = await tap.call("POST", "/charges/list", { metadata: "dep_list", starting_after: ids[1] });
    expect(next.body).toMatchObject({ has_more: false, charges: [{ id: ids[0] }] });
    const none = await tap.call("POST", "/charges/list", { metadata: "dep_none" });
    expect(none).toMatchObject({ status: 400, body: { message: "Charges not found" } });
  });
});

describe("a saved card", () => {
  const token = (charge: Record<string, unknown>) =>
    tap.call("POST", "/tokens", {
      saved_card: {
        card_id: (charge.card as { id: string }).id,
        customer_id: (charge.customer as { id: string }).id,
      },
    });
  const toCustomer = (charge: Record<string, unknown>) => ({ id: (charge.customer as { id: string }).id });

  it("pays by a token, once: its payer verifies it again", async () => {
    const saved = await tap.saveCard();
    expect(saved).toMatchObject({ payment_agreement: { type: "UNSCHEDULED", total_payments_count: 1 } });
    const source = { id: String((await token(saved)).body.id) };
    const charge = await tap.charge({ customer: toCustomer(saved), source });
    expect(charge).toMatchObject({
      status: "INITIATED",
      transaction: { url: expect.stringMatching(/authenticate/) },
    });
    expect(readCode(await tap.charge({ customer: toCustomer(saved), source }))).toBe("1126");
  });

  it("pays without its payer only under its agreement", async () => {
    const saved = await tap.saveCard();
    const unattended = async (agreement?: unknown) =>
      tap.charge({
        customer: toCustomer(saved),
        source: { id: String((await token(saved)).body.id) },
        customer_initiated: false,
        threeDSecure: false,
        ...(agreement ? { payment_agreement: { id: agreement } } : {}),
      });
    expect(readCode(await unattended())).toBe("1216");
    const { id } = saved.payment_agreement as { id: string };
    expect(await unattended(id)).toMatchObject({ status: "CAPTURED", customer_initiated: false });
    await tap.sandbox.control("tap/cards", { card_id: (saved.card as { id: string }).id, code: "505" });
    expect(await unattended(id)).toMatchObject({ status: "DECLINED", response: { code: "505" } });
  });

  it("that was deleted is gone, and makes no tokens", async () => {
    const saved = await tap.saveCard();
    const path = `/card/${toCustomer(saved).id}/${(saved.card as { id: string }).id}`;
    expect((await tap.call("GET", path)).body).toMatchObject({ exp_month: 1, exp_year: 39, scheme: "MADA" });
    await tap.call("DELETE", path);
    expect((await tap.call("GET", path)).status).toBe(404);
    expect(readCode((await token(saved)).body)).toBe("1152");
  });
});
