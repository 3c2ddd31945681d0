import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAuditOfSubjects } from "#base/server/audit.ts";
import { type Contact, hashContact } from "#base/server/hashed-contact.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { halalas } from "#base/shared/money.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import type { HealthAnswer } from "../contract/conversions.calls.ts";
import { type ConversionsHarness, openConversionsHarness } from "../testing/conversions-harness.ts";
import { makeConversionsFacade } from "./conversions.facade.ts";

let db: TestDb;
let harness: ConversionsHarness;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  harness = await openConversionsHarness(db);
  await harness.addStore();
});
afterEach(() => harness.close());
afterAll(() => db.close());

async function call<Data = HealthAnswer>(
  name: Parameters<ConversionsHarness["server"]["call"]>[0],
  options: object = {},
): Promise<Data> {
  const answer = await harness.server.call(name, { as: "mer_1", ...options });
  return answer.data as Data;
}
const index = () => call("GET Clients/Conversions/index");
const enable = (ad_account_id: string, is_enabled = true) =>
  call("POST Clients/Conversions/destination", { body: { ad_account_id, is_enabled } });
const set = (send_at: "order" | "delivery", shares_contacts: boolean) =>
  call("POST Clients/Conversions/settings", { body: { send_at, shares_contacts } });
const minutesLater = (minutes: number) => {
  for (const clock of [harness.worldClock, harness.systemClock])
    clock.set(new Date(clock.now().getTime() + minutes * 60_000).toISOString());
};
const eventIds = () => harness.sent.map(({ events }) => events.map(({ eventId }) => eventId));
const contact = { email: "noura@example.com", phone: "0501234567" };

describe("an order", () => {
  it("goes back once to the platform whose ad was clicked, with its click id and the order's own event id", async () => {
    harness.addAccount("acc_meta", "meta");
    harness.addAccount("acc_x", "x");
    await enable("acc_meta");
    await enable("acc_x");
    const clickId = await harness.click("meta", "fbclid=IwAR-1");
    await harness.order({ externalId: "9001", reference: "501", clickId, total: halalas(230_00) });
    await harness.settle();
    minutesLater(1);
    await harness.order({
      externalId: "9001",
      reference: "501",
      clickId,
      total: halalas(230_00),
      status: "delivered",
    });
    await harness.settle();
    expect(harness.sent).toHaveLength(1);
    expect(harness.sent[0]).toMatchObject({
      adAccountId: "acc_meta",
      events: [
        {
          eventId: "9001",
          orderReference: "501",
          value: 230_00,
          occurredAt: new Date("2026-11-21T09:00:00Z"),
          click: { ids: { fbclid: "IwAR-1" }, userAgent: expect.stringContaining("iPhone") },
          contact: null,
          pageUrl: "https://shop.example/ar/p/1",
        },
      ],
    });
    const health = await index();
    expect(health.days).toEqual([
      { day: "2026-11-21", platform: "meta", sent: 1, accepted: 1, refused: 0, restated: 0 },
    ]);
    expect(health.destinations.find(({ platform }) => platform === "meta")).toMatchObject({
      waiting: 0,
      failure: null,
      match_quality: 7.5,
    });
  });

  it("goes to every platform with a hashed contact once the merchant shares contacts, to Snapchat only then", async () => {
    harness.addAccount("acc_snap", "snapchat");
    harness.addAccount("acc_tiktok", "tiktok");
    await enable("acc_snap");
    await enable("acc_tiktok");
    const clickId = await harness.click("snapchat", "ScCid=86a1");
    await harness.order({ externalId: "1", clickId, contact });
    await harness.settle();
    expect(harness.sent).toEqual([]);
    await set("order", true);
    await harness.order({ externalId: "2", reference: "2", clickId, contact });
    await harness.settle();
    expect(harness.sent.map(({ adAccountId }) => adAccountId).sort()).toEqual(["acc_snap", "acc_tiktok"]);
    for (const { events } of harness.sent) expect(events[0]?.contact).toEqual(hashContact(contact));
    expect(harness.sent.find(({ adAccountId }) => adAccountId === "acc_tiktok")?.events[0]?.click).toBeNull();
  });

  it("goes only once it is delivered where the merchant chose so, and never when it was refused or cancelled", async () => {
    harness.addAccount("acc_google", "google");
    await enable("acc_google");
    await set("delivery", false);
    const clickId = await harness.click("google", "gclid=Cj0");
    await harness.order({ externalId: "1", clickId });
    await harness.order({ externalId: "2", reference: "2", clickId });
    await harness.settle();
    expect(harness.sent).toEqual([]);
    minutesLater(60);
    await harness.order({
      externalId: "1",
      clickId,
      status: "delivered",
      changedAt: harness.worldClock.now(),
    });
    await harness.order({ externalId: "2", reference: "2", clickId, status: "refused" });
    await harness.settle();
    expect(eventIds()).toEqual([["1"]]);
    expect(harness.sent[0]?.events[0]?.occurredAt).toEqual(harness.worldClock.now());
  });

  it("that is cancelled before it was sent is not sent; one from before the switch was turned on neither", async () => {
    harness.addAccount("acc_meta", "meta");
    const clickId = await harness.click("meta", "fbclid=a");
    const placedAt = harness.worldClock.now();
    await harness.order({ externalId: "1", clickId, placedAt });
    minutesLater(5);
    await enable("acc_meta");
    await harness.order({ externalId: "1", clickId, placedAt, status: "delivered" });
    await harness.order({ externalId: "2", reference: "2", clickId });
    harness.plan.answer = () => {
      throw new AdapterFault("later", { reason: "busy" });
    };
    await harness.settle();
    expect((await index()).destinations[0]).toMatchObject({ waiting: 1 });
    minutesLater(2);
    await harness.order({ externalId: "2", reference: "2", clickId, status: "cancelled" });
    harness.plan.answer = (events) => events.map(() => ({ outcome: "accepted" }));
    harness.sent.length = 0;
    await harness.settle();
    expect(harness.sent).toEqual([]);
    expect((await index()).destinations[0]).toMatchObject({ waiting: 0 });
  });

  it("that is refunded, then cancelled, after it was sent is corrected where the platform takes that, once each", async () => {
    harness.addAccount("acc_google", "google");
    harness.addAccount("acc_meta", "meta");
    await enable("acc_google");
    await enable("acc_meta");
    await set("order", true);
    const order = {
      externalId: "1",
      clickId: await harness.click("google", "gclid=Cj0"),
      contact,
      total: halalas(230_00),
      placedAt: harness.worldClock.now(),
    };
    const values = () =>
      harness.sent.map(({ adAccountId, events }) => [adAccountId, events.map(({ value }) => value)]);
    await harness.order(order);
    await harness.settle();
    expect(values().sort()).toEqual([
      ["acc_google", [230_00]],
      ["acc_meta", [230_00]],
    ]);
    const [
      {
        events: [first],
      } = { events: [] },
    ] = harness.sent.filter((one) => one.adAccountId === "acc_google");
    harness.sent.length = 0;
    minutesLater(60);
    await harness.order({ ...order, status: "delivered", refunded: halalas(30_00) });
    harness.plan.answer = () => {
      throw new AdapterFault("later", { reason: "busy" });
    };
    await harness.settle();
    harness.plan.answer = (events) => events.map(() => ({ outcome: "processing", requestId: "req-2" }));
    minutesLater(2);
    await harness.settle();
    await harness.settle();
    expect(values()).toEqual([
      ["acc_google", [200_00]],
      ["acc_google", [200_00]],
    ]);
    expect(harness.sent[1]?.events[0]).toEqual({ ...first, value: 200_00 });
    harness.sent.length = 0;
    harness.plan.answer = (events) => events.map(() => ({ outcome: "processing", requestId: "req-3" }));
    harness.plan.receipt = { status: "done", refused: [{ reason: "EVENT_TOO_OLD", count: 1 }] };
    minutesLater(60);
    await harness.order({ ...order, status: "cancelled" });
    await harness.settle();
    expect(values()).toEqual([["acc_google", [0]]]);
    minutesLater(10);
    await harness.settle();
    const health = await index();
    expect(health.days.find(({ platform }) => platform === "google")).toMatchObject({
      sent: 1,
      accepted: 1,
      refused: 0,
      restated: 2,
    });
    expect(health.reasons).toMatchObject([{ platform: "google", reason: "EVENT_TOO_OLD" }]);
    expect((await call<{ items: object[] }>("GET Clients/Conversions/refused")).items).toEqual([]);
  });

  it("is not corrected once it is older than the platform takes corrections", async () => {
    harness.addAccount("acc_google", "google");
    await enable("acc_google");
    const clickId = await harness.click("google", "gclid=Cj0");
    const order = { externalId: "1", clickId, placedAt: harness.worldClock.now() };
    await harness.order(order);
    await harness.settle();
    harness.sent.length = 0;
    minutesLater(56 * 24 * 60);
    await harness.order({ ...order, status: "cancelled" });
    await harness.settle();
    expect(harness.sent).toEqual([]);
  });

  it("of another merchant goes to no account of this one", async () => {
    harness.addAccount("acc_meta", "meta");
    await enable("acc_meta");
    await harness.addStore("mer_2");
    const clickId = await harness.click("meta", "fbclid=a", "mer_2");
    await harness.order({ externalId: "1", clickId }, "mer_2");
    await harness.settle();
    expect(harness.sent).toEqual([]);
    const refused = await harness.server.call("POST Clients/Conversions/destination", {
      as: "mer_2",
      body: { ad_account_id: "acc_meta", is_enabled: true },
    });
    expect(refused.status).toBe(404);
  });
});

describe("a platform", () => {
  async function oneWaiting(platform: "meta" | "google" = "meta", query = "fbclid=a") {
    harness.addAccount("acc_1", platform);
    await enable("acc_1");
    const clickId = await harness.click(platform, query);
    await harness.order({ externalId: "1", reference: "501", clickId });
    return clickId;
  }

  it("that is busy gets the same purchases later, when it said, and the panel says why", async () => {
    await oneWaiting();
    harness.plan.answer = () => {
      throw new AdapterFault("later", { reason: "429", retryAfterSeconds: 600 });
    };
    await harness.settle();
    await harness.settle();
    expect(harness.sent).toHaveLength(1);
    expect((await index()).destinations[0]?.failure).toMatchObject({ reason: "429", message: null });
    harness.plan.answer = (events) => events.map(() => ({ outcome: "accepted" }));
    minutesLater(11);
    await harness.settle();
    expect(eventIds()).toEqual([["1"], ["1"]]);
    expect((await index()).destinations[0]?.failure).toBeNull();
  });

  it("that did not answer gets them again under the same event id", async () => {
    await oneWaiting();
    harness.plan.answer = () => {
      throw new AdapterFault("outcome_unknown", { reason: "timeout" });
    };
    await harness.settle();
    minutesLater(2);
    harness.plan.answer = (events) => events.map(() => ({ outcome: "accepted" }));
    await harness.settle();
    expect(eventIds()).toEqual([["1"], ["1"]]);
    expect((await index()).days).toMatchObject([{ sent: 1, accepted: 1 }]);
  });

  it("that refuses one purchase is believed: it is kept with the reason, by pages, and the others count", async () => {
    const clickId = await oneWaiting();
    for (const id of ["2", "3"]) await harness.order({ externalId: id, reference: `50${id}`, clickId });
    harness.plan.answer = (events) =>
      events.map(({ eventId }) =>
        eventId === "2" ? { outcome: "accepted" } : { outcome: "refused", reason: "(#100) Event too old" },
      );
    await harness.settle();
    const health = await index();
    expect(health.days).toMatchObject([{ sent: 3, accepted: 1, refused: 2 }]);
    expect(health.reasons).toEqual([
      { platform: "meta", reason_code: "vendor", reason: "(#100) Event too old", count: 2 },
    ]);
    type Page = { items: { order_reference: string }[]; next_cursor: string | null };
    const first = await call<Page>("GET Clients/Conversions/refused", {
      query: { size: "1", platform: "meta" },
    });
    const second = await call<Page>("GET Clients/Conversions/refused", {
      query: { size: "1", cursor: first.next_cursor ?? "" },
    });
    expect([first, second].flatMap(({ items }) => items.map((one) => one.order_reference)).sort()).toEqual([
      "501",
      "503",
    ]);
    expect(second.next_cursor).toBeNull();
    await harness.settle();
    expect(harness.sent).toHaveLength(1);
  });

  it("that answers later is asked until it says, and a refusal of a part stands with its reason", async () => {
    const clickId = await oneWaiting("google", "gclid=a");
    await harness.order({ externalId: "2", reference: "502", clickId });
    harness.plan.answer = (events) => events.map(() => ({ outcome: "processing", requestId: "req-1" }));
    await harness.settle();
    expect((await index()).days).toMatchObject([{ sent: 2, accepted: 0, refused: 0 }]);
    minutesLater(3);
    await harness.settle();
    expect((await index()).days).toMatchObject([{ sent: 2, accepted: 0, refused: 0 }]);
    harness.plan.receipt = { status: "done", refused: [{ reason: "INVALID_GCLID", count: 1 }] };
    minutesLater(10);
    await harness.settle();
    const health = await index();
    expect(health.days).toMatchObject([{ sent: 2, accepted: 1, refused: 1 }]);
    expect(health.reasons).toMatchObject([{ platform: "google", reason: "INVALID_GCLID", count: 1 }]);
    minutesLater(60);
    await harness.settle();
    expect((await index()).days).toMatchObject([{ sent: 2, accepted: 1, refused: 1 }]);
  });

  it("that refused all of a request says so of each purchase", async () => {
    await oneWaiting("google", "gclid=a");
    harness.plan.answer = (events) => events.map(() => ({ outcome: "processing", requestId: "req-1" }));
    harness.plan.receipt = { status: "done", refused: [{ reason: "INVALID_GCLID", count: 1 }] };
    await harness.settle();
    minutesLater(3);
    await harness.settle();
    const page = await call<{ items: object[] }>("GET Clients/Conversions/refused");
    expect(page.items).toMatchObject([{ order_reference: "501", reason: "INVALID_GCLID" }]);
  });

  it("gets nothing that grew too old while it did not answer, and the panel says so", async () => {
    await oneWaiting();
    harness.plan.answer = () => {
      throw new AdapterFault("reconnect", { reason: "401", messageKey: "ad_accounts:lost_access_revoked" });
    };
    await harness.settle();
    expect((await index()).destinations[0]?.failure?.message).toBe("ad_accounts:lost_access_revoked");
    minutesLater(9 * 24 * 60);
    harness.plan.answer = (events) => events.map(() => ({ outcome: "accepted" }));
    harness.sent.length = 0;
    await harness.settle();
    expect(harness.sent).toEqual([]);
    expect((await index()).reasons).toMatchObject([{ reason_code: "too_old", count: 1 }]);
  });

  it("without a pixel cannot be switched on", async () => {
    harness.addAccount("acc_1", "tiktok", { has_pixel: false });
    const refused = await harness.server.call("POST Clients/Conversions/destination", {
      as: "mer_1",
      body: { ad_account_id: "acc_1", is_enabled: true },
    });
    expect(refused.status).toBe(409);
  });
});

describe("the merchant", () => {
  it("who stops sending sends nothing that waits", async () => {
    harness.addAccount("acc_1", "meta");
    await enable("acc_1");
    await harness.order({ externalId: "1", clickId: await harness.click("meta", "fbclid=a") });
    harness.plan.answer = () => {
      throw new AdapterFault("later", { reason: "busy" });
    };
    await harness.settle();
    await enable("acc_1", false);
    minutesLater(60);
    harness.sent.length = 0;
    await harness.settle();
    expect(harness.sent).toEqual([]);
    expect((await index()).destinations[0]).toMatchObject({ is_enabled: false, waiting: 0 });
  });

  it("who withdraws the consent sends no contact of orders that wait, and who did it is in the audit log", async () => {
    harness.addAccount("acc_1", "meta");
    await enable("acc_1");
    await set("order", true);
    await harness.order({ externalId: "1", clickId: await harness.click("meta", "fbclid=a"), contact });
    harness.plan.answer = () => {
      throw new AdapterFault("later", { reason: "busy" });
    };
    await harness.settle();
    await set("order", false);
    minutesLater(2);
    harness.plan.answer = (events) => events.map(() => ({ outcome: "accepted" }));
    await harness.settle();
    expect(harness.sent.map(({ events }) => events[0]?.contact !== null)).toEqual([true, false]);
    const entries = await listAuditOfSubjects(harness.makeContext(), {
      module: "conversions",
      subjects: ["mer_1"],
      size: 10,
    });
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ["conversions.settings_changed", { send_at: "order", shares_contacts: false }],
      ["conversions.settings_changed", { send_at: "order", shares_contacts: true }],
    ]);
  });

  it("erases a shopper by mobile or e-mail, who is then sent to nobody", async () => {
    harness.addAccount("acc_1", "tiktok");
    await enable("acc_1");
    await set("order", true);
    await harness.order({ externalId: "1", contact });
    const erased = await call<{ was_known: boolean }>("POST Clients/Conversions/erase", {
      body: { contact: "NOURA@example.com" },
    });
    expect(erased).toEqual({ was_known: true });
    await harness.order({ externalId: "2", reference: "2", contact });
    await harness.settle();
    expect(harness.sent).toEqual([]);
    const wrong = await harness.server.call("POST Clients/Conversions/erase", {
      as: "mer_1",
      body: { contact: "نورة" },
    });
    expect(wrong.status).toBe(422);
  });
});

describe("the list of buyers", () => {
  const exclude = (is_on: boolean, ad_account_id = "acc_1") =>
    call("POST Clients/Conversions/exclude-buyers", { body: { ad_account_id, is_on } });
  const onList = () => [...(harness.lists.values().next().value ?? [])].sort();
  const toMember = (given: Contact) => JSON.stringify(hashContact(given));
  const sara = { email: null, phone: "0557654321" };
  const buy = (externalId: string, given: Required<Contact>, status: "placed" | "refused" = "placed") =>
    harness.order({
      externalId,
      reference: externalId,
      contact: given,
      status,
      changedAt: harness.worldClock.now(),
    });
  beforeEach(() => harness.addAccount("acc_1", "tiktok"));

  it("is filled with everybody who bought, and follows them day by day", async () => {
    await set("order", true);
    await buy("1", contact);
    await exclude(true);
    await harness.settle();
    expect(onList()).toEqual([toMember(contact)]);
    expect((await index()).destinations[0]?.buyers_list).toMatchObject({ members: 1, failure: null });
    minutesLater(60);
    await buy("1", contact, "refused");
    await buy("2", sara);
    await harness.settle();
    expect(onList()).toEqual([toMember(contact)]);
    minutesLater(24 * 60);
    await harness.settle();
    expect(onList()).toEqual([toMember(sara)]);
  });

  it("loses a shopper who was erased within a minute, and never takes them again", async () => {
    await set("order", true);
    await buy("1", contact);
    await buy("2", sara);
    await exclude(true);
    await harness.settle();
    expect(onList()).toHaveLength(2);
    await call("POST Clients/Conversions/erase", { body: { contact: contact.email } });
    await buy("3", contact);
    minutesLater(1);
    await harness.settle();
    minutesLater(25 * 60);
    await harness.settle();
    expect(onList()).toEqual([toMember(sara)]);
  });

  it.each(["the list", "the sharing of contacts"])(
    "is deleted on the platform when %s is switched off",
    async (what) => {
      await set("order", true);
      await buy("1", contact);
      await exclude(true);
      await harness.settle();
      expect(harness.lists.size).toBe(1);
      await (what === "the list" ? exclude(false) : set("order", false));
      expect((await index()).destinations[0]?.buyers_list).toMatchObject({ is_ending: true });
      await harness.settle();
      expect(harness.lists.size).toBe(0);
      expect((await index()).destinations[0]?.buyers_list).toBeNull();
    },
  );

  it("needs shared contacts, and an ad account of the merchant's own", async () => {
    const ask = (ad_account_id: string, as = "mer_1") =>
      harness.server.call("POST Clients/Conversions/exclude-buyers", {
        as,
        body: { ad_account_id, is_on: true },
      });
    expect((await ask("acc_1")).status).toBe(409);
    await set("order", true);
    expect((await ask("acc_1", "mer_2")).status).toBe(404);
    expect((await ask("acc_1")).status).toBe(200);
  });

  it("leaves the platform before the account is erased, as soon as the platform answers", async () => {
    await set("order", true);
    await buy("1", contact);
    await exclude(true);
    await harness.settle();
    harness.plan.listCall = () => {
      throw new AdapterFault("later", { reason: "busy", retryAfterSeconds: 60 });
    };
    const withdraw = () => harness.withdrawLists.run(harness.makeContext());
    expect(await withdraw()).toBe(false);
    expect(harness.lists.size).toBe(1);
    harness.plan.listCall = () => {};
    minutesLater(5);
    expect(await withdraw()).toBe(true);
    expect(harness.lists.size).toBe(0);
    expect(await withdraw()).toBe(true);
  });

  it("says why it fails and is tried again", async () => {
    await set("order", true);
    await buy("1", contact);
    await exclude(true);
    harness.plan.listCall = () => {
      throw new AdapterFault("rejected", { reason: "terms not accepted" });
    };
    await harness.settle();
    expect((await index()).destinations[0]?.buyers_list?.failure).toMatchObject({
      reason: "terms not accepted",
    });
    harness.plan.listCall = () => {};
    minutesLater(2);
    await harness.settle();
    expect((await index()).destinations[0]?.buyers_list).toMatchObject({ members: 1, failure: null });
  });

  it("is left out by ad groups once it is large enough for the platform, on platforms where ad groups name it", async () => {
    const facade = makeConversionsFacade();
    const find = (platform: "meta" | "google", adAccountId = "acc_2") =>
      facade.findExcludedLists(harness.makeContext(), { adAccountId, platform });
    harness.addAccount("acc_2", "meta");
    await set("order", true);
    for (let person = 0; person < 99; person += 1)
      await buy(String(person), { email: null, phone: `05012345${String(person).padStart(2, "0")}` });
    await exclude(true, "acc_2");
    await harness.settle();
    expect(await find("meta")).toEqual([]);
    await buy("99", sara);
    minutesLater(25 * 60);
    await harness.settle();
    expect(await find("meta")).toEqual([...harness.lists.keys()]);
    expect(await find("google")).toEqual([]);
    await exclude(false, "acc_2");
    expect(await find("meta")).toEqual([]);
  });
});
