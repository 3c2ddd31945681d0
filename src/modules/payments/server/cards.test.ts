import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import { openPaymentsHarness, type PaymentsHarness } from "../testing/payments-harness.ts";

let harness: PaymentsHarness;
beforeAll(async () => {
  harness = await openPaymentsHarness(await testDb());
});
beforeEach(() => harness.reset());
afterAll(async () => {
  await harness.stop();
  await harness.db.close();
});

const call = (name: string, body?: object, language: "ar" | "en" = "en") =>
  harness.server.call(name, { as: "mer_1", language, ...(body ? { body } : {}) });
const remove = (id: string) => call(`DELETE Clients/Wallet/cards/${id}`);
const findDefault = async () => (await harness.payments.findDefaultCard(testContext(harness.db)))?.id;
const listed = async () =>
  ((await call("GET Clients/Wallet/cards")).data as { items: { id: string; needs: string[] }[] }).items;

describe("the default card", () => {
  it("is chosen, and no other is default any more", async () => {
    const first = await harness.aCard({ isDefault: true });
    const second = await harness.aCard();
    const { data } = await call(`PUT Clients/Wallet/cards/${second}/default`);
    expect(data).toMatchObject({ id: second, is_default: true });
    expect(await listed()).toMatchObject([
      { id: first, is_default: false },
      { id: second, is_default: true },
    ]);
    expect(await harness.published("payments.default_card_changed")).toMatchObject([{ card_id: second }]);
  });

  it("cannot be an expired card, nor another merchant's", async () => {
    const expired = await harness.aCard({ month: 10, year: 2026 });
    const foreign = await harness.aCard({ merchantId: "mer_2" });
    expect((await call(`PUT Clients/Wallet/cards/${expired}/default`)).status).toBe(409);
    expect((await call(`PUT Clients/Wallet/cards/${foreign}/default`)).status).toBe(404);
  });

  it("passes to the newest usable card when it is removed", async () => {
    const first = await harness.aCard({ isDefault: true });
    const newest = await harness.aCard();
    await harness.aCard({ month: 1, year: 2026 });
    await remove(first);
    expect(await findDefault()).toBe(newest);
    expect(await harness.published("payments.card_replaced")).toMatchObject([
      { card_id: first, replaced_by: newest },
    ]);
  });
});

describe("cards that end within a month", () => {
  it("are the merchant's own that are still valid, each with its last day", async () => {
    await harness.aCard();
    await harness.aCard({ month: 10, year: 2026 });
    await harness.aCard({ month: 11, year: 2026, merchantId: "mer_2" });
    const ending = await harness.aCard({ month: 12, year: 2026 });
    expect(await harness.payments.listExpiringCards(testContext(harness.db))).toEqual([
      { id: ending, last_four: expect.stringMatching(/^\d{4}$/), expires_on: "2026-12-31" },
    ]);
  });
});

describe("a card that something needs", () => {
  it("is not removed while it is the only one; the refusal names what needs it", async () => {
    const card = await harness.aCard({ isDefault: true });
    harness.needs.push("running_campaign", "subscription");
    const { status, envelope } = await remove(card);
    expect(status).toBe(409);
    expect(envelope.messages[0]).toContain(
      "a campaign of yours is running and your subscription renews with it",
    );
    expect((await listed())[0]?.needs).toEqual(["running_campaign", "subscription"]);
  });

  it("is not removed while the only other one is expired", async () => {
    const card = await harness.aCard({ isDefault: true });
    await harness.aCard({ month: 10, year: 2026 });
    harness.needs.push("top_up");
    expect((await remove(card)).status).toBe(409);
  });

  it("is removed when another can take over, which whoever used it is notified of", async () => {
    const card = await harness.aCard({ isDefault: true });
    const other = await harness.aCard();
    harness.needs.push("top_up");
    expect((await remove(card)).status).toBe(200);
    expect(await harness.published("payments.card_replaced")).toMatchObject([
      { card_id: card, replaced_by: other },
    ]);
  });
});

describe("a replaced card", () => {
  it("gives its uses and its place to the other, and is removed at the gateway too", async () => {
    const old = await harness.aCard({ isDefault: true });
    await harness.aCard();
    const next = await harness.aCard();
    const { data } = await call(`POST Clients/Wallet/cards/${old}/replace`, { card_id: next });
    expect(data).toMatchObject({ id: next, is_default: true });
    await harness.settle();
    expect(harness.gateway.deletedTokens).toEqual([`token_${old}`]);
    expect((await listed()).map(({ id }) => id)).not.toContain(old);
    expect(await harness.published("payments.card_removed")).toMatchObject([{ card_id: old }]);
  });

  it("is not replaced by itself or by an expired card; the field is marked", async () => {
    const card = await harness.aCard();
    const expired = await harness.aCard({ month: 10, year: 2026 });
    for (const card_id of [card, expired]) {
      const { status, envelope } = await call(`POST Clients/Wallet/cards/${card}/replace`, { card_id });
      expect(status).toBe(409);
      expect(envelope).toMatchObject({ fields: { card_id: [expect.any(String)] } });
    }
  });
});

describe("a card that ends", () => {
  const notify = () => harness.run("payments.notify-expiring-cards");
  const notices = () => harness.published("payments.card_expiring");

  it("is announced from a month before, once a month, and not after it ended", async () => {
    const card = await harness.aCard({ month: 12, year: 2026 });
    await harness.aCard({ month: 1, year: 2027 });
    await harness.aCard({ month: 10, year: 2026 });
    await notify();
    await notify();
    expect(await notices()).toMatchObject([{ card_id: card, expires_on: "2026-12-31" }]);
    harness.systemClock.set("2026-12-05T09:00:00Z");
    await notify();
    expect(await notices()).toHaveLength(3);
    // Already January in Riyadh.
    harness.systemClock.set("2026-12-31T21:00:00Z");
    await notify();
    expect((await notices()).map(({ expires_on }) => expires_on)).toEqual([
      "2026-12-31",
      "2026-12-31",
      "2027-01-31",
      "2027-01-31",
    ]);
  });
});
