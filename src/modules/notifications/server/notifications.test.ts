import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeVault } from "#base/server/secrets.ts";
import type { HeldAbility } from "#base/shared/abilities.ts";
import { testContext } from "#base/testing/context.ts";
import { testDb } from "#base/testing/db.ts";
import { type CallOptions, testServer } from "#base/testing/http.ts";
import { roleAbilities } from "#modules/merchants/contract/roles.ts";
import { makeNotificationsFacade } from "./notifications.facade.ts";
import { deleteOldNotifications } from "./notifications.jobs.ts";
import { mountNotifications } from "./notifications.routes.ts";
import { notificationsSubscriptions } from "./notifications.subscriptions.ts";
import type { SendDeps } from "./send-notification.ts";

const now = new Date("2026-11-21T10:00:00Z");
const systemClock = frozenClock(now.toISOString());
const db = await testDb();
const named = (ids: readonly string[]) =>
  Promise.resolve(ids.filter((id) => id !== "cmp_gone").map((id) => ({ id, name: `Name of ${id}` })));
const sources = {
  campaigns: { findCampaigns: (_: unknown, ids: readonly string[]) => named(ids) },
  stores: { listStoreNames: (_: unknown, ids: readonly string[]) => named(ids) },
  merchants: {
    loadPeopleNames: async (_: unknown, ids: readonly string[]) =>
      new Map(ids.map((id) => [id, `Name of ${id}`])),
  },
};
type Queued = Parameters<SendDeps["outbox"]["queueEmail"]>[1];
type QueuedText = Parameters<SendDeps["outbox"]["queueText"]>[1];
let queued: Queued[] = [];
let texts: QueuedText[] = [];
let dayIsFull = false;
let counted: QueuedText[] = [];
let hasStock = true;
let proven: string | null = null;
const everything = [{ subject: "all", action: "manage" }];
let members: { personId: string; abilities: readonly HeldAbility[] }[] = [];
const deps = {
  sources,
  systemClock,
  messages: await loadMessages(join(import.meta.dirname, "../../..")),
  publicUrl: "https://rawaj.example",
  merchants: {
    loadLanguage: async () => "ar" as const,
    loadMobile: async () => "+966500000001",
    findSessionDevice: async () => "",
    findContact: async () => ({ name: "متجر سارة", mobile: "" }),
    listTeam: async ({ actor }: { actor: { merchantId: string } }) => [
      { personId: actor.merchantId, abilities: everything },
      ...members,
    ],
  },
  vault: makeVault([{ id: "test", key: Buffer.alloc(32, 7) }]),
  vapidKeys: { publicKey: "B".repeat(87), privateKey: "b".repeat(43) },
  pushSender: {
    createKeys: () => ({ publicKey: "", privateKey: "" }),
    accepts: () => true,
    send: async () => "sent" as const,
  },
  campaigns: { sumRunningBudgets: async () => ({ campaigns: 2, daily_budget_halalas: 340_00 }) },
  billing: {
    queueCountedText: async (_ctx: unknown, text: QueuedText) => {
      if (!hasStock) return "no_stock" as const;
      counted.push(text);
      return "queued" as const;
    },
  },
  outbox: {
    queueText: async (_ctx: unknown, text: QueuedText) => {
      if (dayIsFull && !text.isExempt) return "over_limit" as const;
      texts.push(text);
      return "queued" as const;
    },
    findTexts: async (_ctx: unknown, keys: readonly string[]) =>
      keys.map((key) => ({ key, channel: "sms" as const, state: "delivered" as const, failure: null })),
    findProvenEmail: async () => proven,
    subscribeAgain: async () => {},
    queueEmail: async (_ctx: unknown, email: Queued) => {
      queued.push(email);
      return "queued" as const;
    },
  },
};
const server = await testServer(db, (app, http) => mountNotifications(app, http, deps), systemClock);
const [subscription, memberLeft, , unsubscribed] = notificationsSubscriptions(deps);
beforeEach(async () => {
  await db.reset();
  queued = [];
  texts = [];
  counted = [];
  hasStock = true;
  dayIsFull = false;
  systemClock.set(now);
  proven = null;
  members = [];
});
afterAll(() => db.close());

type Item = {
  subject: string;
  id: string;
  kind: string;
  times: number;
  is_read: boolean;
  day: string | null;
};

const tell = (position: number, name: string, details: object, merchant_id = "mer_1", published_at = now) =>
  db.transaction(async (tx) =>
    subscription?.handle(tx, { name, merchant_id, position, published_at, ...details }, now),
  );
const lost = (position: number, account = "acc_1", merchant = "mer_1") =>
  tell(
    position,
    "ad_account.connection_lost",
    { ad_account_id: account, reason: "access_revoked" },
    merchant,
  );
const call = async <Data>(name: string, body?: object, as = "mer_1") => {
  const { status, data } = await server.call(name, { as, ...(body ? { body } : {}) });
  return { status, data: data as Data };
};
const list = async (query = "", as = "mer_1") =>
  (
    await call<{ items: Item[]; next: string | null }>(
      `GET Clients/Notifications/index${query}`,
      undefined,
      as,
    )
  ).data;
const unread = async () => (await call<{ count: number }>("GET Clients/Notifications/unread")).data.count;

it("tells an event once, and counts the same kind and subject together while unread", async () => {
  await lost(1);
  await lost(1);
  expect((await list()).items).toMatchObject([{ kind: "ad_account_lost", times: 1, is_read: false }]);
  await lost(2);
  await lost(3, "acc_2");
  expect((await list()).items).toMatchObject([{ times: 1 }, { times: 2 }]);
  expect(await unread()).toBe(2);
  expect((await list("", "mer_2")).items).toEqual([]);
});

it("says the day on which the money ends", async () => {
  await tell(1, "wallet.ran_low", { ends_on: "2026-11-23" });
  expect((await list()).items).toMatchObject([{ kind: "money_low", day: "2026-11-23" }]);
});

it("does not tell merchants what they did themselves", async () => {
  await tell(1, "campaign.paused", { campaign_id: "cmp_1", reason: "merchant" });
  await tell(2, "campaign.paused", { campaign_id: "cmp_1", reason: "money" });
  await tell(3, "campaign.paused", { campaign_id: "cmp_1", reason: "store" });
  expect((await list()).items).toMatchObject([
    { kind: "campaign_store_closed" },
    { kind: "campaign_paused" },
  ]);
});

it("says who joined and who left, and not whom the owner removed themselves", async () => {
  await tell(1, "merchant.member_joined", { person_id: "mer_7" });
  await tell(2, "merchant.member_left", { person_id: "mer_7", reason: "removed" });
  await tell(3, "merchant.member_left", { person_id: "mer_7", reason: "left" });
  await tell(4, "merchant.member_left", { person_id: null, reason: "declined" });
  expect((await list()).items).toMatchObject([
    { kind: "invitation_declined" },
    { kind: "member_left", subject_name: "Name of mer_7" },
    { kind: "member_joined", subject_name: "Name of mer_7" },
  ]);
});

it("says of ads whose licence ends soon its last day, and of a campaign that was paused for it which one", async () => {
  await tell(1, "campaign.licence_ends_soon", { licence_id: "lic_1", ends_on: "2026-11-25" });
  await tell(2, "campaign.paused", { campaign_id: "cmp_1", reason: "licence" });
  expect((await list()).items).toMatchObject([
    { kind: "campaign_unlicensed", subject_name: "Name of cmp_1" },
    { kind: "licence_ends", subject: "lic_1", day: "2026-11-25" },
  ]);
});

it("names the campaign or the store it is about, while it is there", async () => {
  await tell(1, "campaign.sync_failed", { campaign_id: "cmp_1" });
  await tell(2, "campaign.sync_failed", { campaign_id: "cmp_gone" });
  await tell(3, "store.connection_lost", { store_id: "sto_1", reason: "access_revoked" });
  await tell(4, "wallet.ran_out", {});
  expect((await list()).items).toMatchObject([
    { subject_name: null },
    { subject_name: "Name of sto_1" },
    { subject_name: null },
    { subject_name: "Name of cmp_1" },
  ]);
});

it("gives pages from a cursor, by level and unread", async () => {
  for (const position of [1, 2, 3]) await lost(position, `acc_${position}`);
  await tell(4, "billing.trial_ending", { subscription_id: "sub_1", day: 13, used: {} });
  const first = await list("?size=3");
  expect(first.items).toHaveLength(3);
  const second = await list(`?size=3&after=${first.next}`);
  expect(second).toMatchObject({ items: [{ kind: "ad_account_lost" }], next: null });
  expect((await list("?level=today")).items).toMatchObject([{ kind: "trial_ending" }]);
  await call(`POST Clients/Notifications/${first.items[0]?.id}/read`);
  expect((await list("?unread=true")).items).toHaveLength(3);
});

it("marks one and all as read, and none of another merchant", async () => {
  await lost(1);
  await lost(2, "acc_2");
  const [item] = (await list()).items;
  const path = `POST Clients/Notifications/${item?.id}/read`;
  expect((await call(path, undefined, "mer_2")).status).toBe(404);
  expect((await call(path)).status).toBe(200);
  expect(await unread()).toBe(1);
  await call("POST Clients/Notifications/read-all");
  expect(await unread()).toBe(0);
});

it("leaves out a muted kind until it is let speak again", async () => {
  const path = "PUT Clients/Notifications/settings/ad_account_lost";
  await call(path, { channel: "app", is_on: false });
  await lost(1);
  expect((await list()).items).toEqual([]);
  const settings = await call<{ items: object[] }>("GET Clients/Notifications/settings");
  expect(settings.data.items).toContainEqual({
    kind: "ad_account_lost",
    level: "act_now",
    channels: { app: false, email: true, push: true, whatsapp: false, sms: false },
  });
  await call(path, { channel: "app", is_on: true });
  await lost(2);
  expect((await list()).items).toHaveLength(1);
});

it("keeps notifications for 180 days and tells nothing older", async () => {
  const details = { ends_on: null };
  await tell(1, "wallet.ran_low", details, "mer_1", new Date("2026-05-24T10:00:00Z"));
  await tell(2, "wallet.ran_low", details, "mer_1", new Date("2026-05-26T10:00:00Z"));
  expect((await list()).items).toMatchObject([{ times: 1 }]);
  await deleteOldNotifications(db, new Date("2026-11-24T10:00:00Z"));
  expect((await list()).items).toEqual([]);
});

it("counts nothing with what all-read made read: a new one stands beside it", async () => {
  await lost(1);
  await lost(2);
  await call("POST Clients/Notifications/read-all");
  await lost(3);
  expect((await list()).items).toMatchObject([
    { times: 1, is_read: false },
    { times: 2, is_read: true },
  ]);
  expect((await list("?unread=true")).items).toHaveLength(1);
  expect(await unread()).toBe(1);
});

it("tells what is older than the installation's notifications as read, and sends none of it", async () => {
  await db.run(sql`insert into notifications.start (position) values (5)`);
  proven = "owner@example.sa";
  await lost(5);
  expect((await list()).items).toMatchObject([{ is_read: true }]);
  expect([await unread(), queued]).toEqual([0, []]);
  await lost(6);
  expect(await unread()).toBe(1);
});

it("stands at the business's time, however far that is from the machine's", async () => {
  const anHourAgo = new Date(now.getTime() - 3_600_000);
  const event = { name: "wallet.ran_out", merchant_id: "mer_1", position: 1, published_at: anHourAgo };
  const aWeekOn = new Date("2026-11-28T10:00:00Z");
  await db.transaction(async (tx) => subscription?.handle(tx, event, aWeekOn));
  expect((await list()).items).toMatchObject([{ happened_at: "2026-11-28T09:00:00.000Z" }]);
});

it("says how many campaigns a lost account keeps running, and for how much a day", async () => {
  await lost(1);
  expect((await list()).items).toMatchObject([{ campaigns: 2, amount_halalas: 340_00 }]);
});

describe("by e-mail", () => {
  beforeEach(() => {
    proven = "owner@example.sa";
  });

  it("comes what must be done now, with what it means and its act", async () => {
    await tell(1, "campaign.sync_failed", { campaign_id: "cmp_1" });
    await tell(2, "campaign.paused", { campaign_id: "cmp_2", reason: "ended" });
    expect(queued).toMatchObject([
      {
        topic: "notification",
        subjectId: "campaign_differs",
        key: "notification:1",
        to: "owner@example.sa",
        content: { button: { url: "https://rawaj.example/campaigns/cmp_1" } },
      },
    ]);
    expect(queued[0]?.content.heading).toContain("Name of cmp_1");
  });

  it("nothing goes to an address that is not proven", async () => {
    proven = null;
    await lost(1);
    expect(queued).toEqual([]);
  });

  it("the same does not come twice in six hours, whatever is read meanwhile", async () => {
    await lost(1);
    await call("POST Clients/Notifications/read-all");
    await lost(2);
    expect(queued).toHaveLength(1);
    await db.run(sql`update notifications.sendings set sent_at = sent_at - interval '6 hours'`);
    await lost(3);
    await lost(4, "acc_2");
    expect(queued).toHaveLength(3);
  });

  it("nothing comes that happened more than a day ago", async () => {
    await tell(1, "wallet.ran_out", {}, "mer_1", new Date("2026-11-20T09:59:00Z"));
    expect(queued).toEqual([]);
    expect(await unread()).toBe(1);
  });

  it("ends for a kind where its reader unsubscribes", async () => {
    const details = { topic: "notification", subject_id: "ad_account_lost" };
    const event = { name: "messages.unsubscribed", merchant_id: "mer_1", position: 1, published_at: now };
    await db.transaction(async (tx) => unsubscribed?.handle(tx, { ...event, ...details }, now));
    await lost(2);
    expect(queued).toEqual([]);
    expect(await unread()).toBe(1);
  });
});

describe("to the phone", () => {
  const switchOn = (kind: string, channel: string) =>
    call(`PUT Clients/Notifications/settings/${kind}`, { channel, is_on: true });

  it("comes what was switched on, once though both channels are, and nothing else", async () => {
    await switchOn("ad_account_lost", "whatsapp");
    await switchOn("ad_account_lost", "sms");
    await lost(1);
    await tell(2, "wallet.ran_out", {});
    expect(texts).toMatchObject([
      {
        channel: "whatsapp",
        to: "+966500000001",
        template: "notification",
        linkPath: "link-ad-accounts/connect-platform",
      },
    ]);
    expect(texts[0]?.params).toMatchObject({ meaning: expect.stringContaining("340") });
    expect(texts[0]).not.toHaveProperty("notBefore");
  });

  it("waits for the morning where it can", async () => {
    systemClock.set("2026-11-21T20:30:00Z");
    await switchOn("campaign_ended", "sms");
    await switchOn("ad_account_lost", "sms");
    const at = systemClock.now();
    await tell(1, "campaign.paused", { campaign_id: "cmp_1", reason: "ended" }, "mer_1", at);
    await lost(2);
    expect(counted.map(({ notBefore }) => notBefore)).toEqual([new Date("2026-11-22T05:00:00Z")]);
    expect(texts.map(({ notBefore }) => notBefore)).toEqual([undefined]);
  });

  it("waits for the end of the hours that the merchant chose, or for none", async () => {
    systemClock.set("2026-11-21T20:30:00Z");
    await switchOn("campaign_ended", "sms");
    const choose = (quiet_hours: object | null) =>
      call("PUT Clients/Notifications/quiet-hours", { quiet_hours });
    const end = (position: number) =>
      tell(
        position,
        "campaign.paused",
        { campaign_id: `cmp_${position}`, reason: "ended" },
        "mer_1",
        systemClock.now(),
      );
    await choose({ from_hour: 21, to_hour: 2 });
    await end(1);
    await choose(null);
    await end(2);
    expect(counted.map(({ notBefore }) => notBefore)).toEqual([new Date("2026-11-21T23:00:00Z"), undefined]);
    expect((await call<object>("GET Clients/Notifications/settings")).data).toMatchObject({
      quiet_hours: null,
    });
    expect((await choose({ from_hour: 8, to_hour: 8 })).status).toBe(400);
  });

  it("what must be done now also comes without stock and on a day whose texts are all sent; of the rest its row says that it did not", async () => {
    dayIsFull = true;
    hasStock = false;
    await switchOn("trial_ending", "sms");
    await switchOn("ad_account_lost", "sms");
    await lost(1);
    await tell(2, "billing.trial_ending", { subscription_id: "sub_1", day: 13, used: {} });
    expect(texts).toHaveLength(1);
    expect((await list()).items).toMatchObject([
      { kind: "trial_ending", text_outcome: "no_stock" },
      {
        kind: "ad_account_lost",
        text_outcome: "queued",
        text: { channel: "sms", state: "delivered" },
      },
    ]);
  });

  it("an empty stock is itself what must be done now, and costs nothing to say", async () => {
    hasStock = false;
    await switchOn("texts_used_up", "whatsapp");
    await tell(1, "billing.texts_not_covered", { service: "sms" });
    expect(texts).toMatchObject([{ linkPath: "financial-transaction/services-stock" }]);
    expect((await list()).items).toMatchObject([{ kind: "texts_used_up", text_outcome: "queued" }]);
  });

  it("no kind alone writes to a phone without end: its eleventh text in six hours counts to the day", async () => {
    dayIsFull = true;
    await switchOn("ad_account_lost", "sms");
    for (let n = 1; n <= 11; n += 1) await lost(n, `acc_${n}`);
    expect(texts).toHaveLength(10);
    expect((await list()).items[0]).toMatchObject({ subject: "acc_11", text_outcome: "over_limit" });
  });
});

describe("in a team", () => {
  const buyer = { personId: "mer_buyer", abilities: roleAbilities.buyer };
  const accountant = { personId: "mer_books", abilities: roleAbilities.accountant };
  const viewer = { personId: "mer_viewer", abilities: roleAbilities.viewer };
  const as = async <Data>(who: (typeof members)[number], name: string, more: CallOptions = {}) =>
    (await server.call(name, { as: "mer_1", person: who.personId, abilities: who.abilities, ...more }))
      .data as Data;
  const listFor = async (who: (typeof members)[number], query = "") =>
    (await as<{ items: Item[] }>(who, `GET Clients/Notifications/index${query}`)).items.map(
      ({ kind, is_read }) => `${kind}${is_read ? " (read)" : ""}`,
    );
  const countFor = async (who: (typeof members)[number]) =>
    (await as<{ count: number }>(who, "GET Clients/Notifications/unread")).count;
  beforeEach(() => {
    members = [buyer, accountant, viewer];
  });

  it("everybody gets what their role can do something about, and the owner all of it", async () => {
    await tell(1, "campaign.paused", { campaign_id: "cmp_1", reason: "money" });
    await tell(2, "wallet.ran_out", {});
    await tell(3, "merchant.member_joined", { person_id: "mer_viewer" });
    expect((await list()).items.map(({ kind }) => kind)).toEqual([
      "member_joined",
      "money_out",
      "campaign_paused",
    ]);
    expect(await listFor(buyer)).toEqual(["campaign_paused"]);
    expect(await listFor(accountant)).toEqual(["money_out"]);
    expect(await listFor(viewer)).toEqual([]);
  });

  it("a viewer gets what they switch on and may see; what they may not see is not offered", async () => {
    const settings = await as<{ items: { kind: string }[] }>(viewer, "GET Clients/Notifications/settings");
    const kinds = settings.items.map(({ kind }) => kind);
    expect(kinds).toContain("campaign_paused");
    expect(kinds).not.toContain("data_copy_ready");
    await as(viewer, "PUT Clients/Notifications/settings/campaign_paused", {
      body: { channel: "app", is_on: true },
    });
    await tell(1, "campaign.paused", { campaign_id: "cmp_1", reason: "money" });
    await tell(2, "privacy.export_ready", { export_id: "exp_1" });
    expect(await listFor(viewer)).toEqual(["campaign_paused"]);
    expect((await list()).items).toHaveLength(2);
  });

  it("what one has read, all at once or singly, is unread for the others", async () => {
    await tell(1, "campaign.paused", { campaign_id: "cmp_1", reason: "money" });
    await tell(2, "campaign.sync_failed", { campaign_id: "cmp_1" });
    await as(buyer, "POST Clients/Notifications/read-all");
    expect([await listFor(buyer), await countFor(buyer), await unread()]).toEqual([
      ["campaign_differs (read)", "campaign_paused (read)"],
      0,
      2,
    ]);
    const [item] = (await list()).items;
    const theirs = await server.call(`POST Clients/Notifications/${item?.id}/read`, {
      as: "mer_1",
      person: "mer_buyer",
    });
    expect(theirs.status).toBe(404);
    await tell(3, "campaign.sync_failed", { campaign_id: "cmp_1" });
    expect((await list()).items).toMatchObject([{ times: 2 }, { times: 1 }]);
    expect(await listFor(buyer, "?unread=true")).toEqual(["campaign_differs"]);
  });

  it("mutes for oneself alone", async () => {
    await as(buyer, "PUT Clients/Notifications/settings/campaign_paused", {
      body: { channel: "app", is_on: false },
    });
    await tell(1, "campaign.paused", { campaign_id: "cmp_1", reason: "money" });
    expect([await listFor(buyer), (await list()).items.length]).toEqual([[], 1]);
  });

  it("hides what a smaller role may no longer see, from the list and from the count", async () => {
    await tell(1, "campaign.paused", { campaign_id: "cmp_1", reason: "money" });
    await tell(2, "wallet.ran_out", {});
    const abilities = roleAbilities.viewer.filter(({ subject }) => subject !== "campaign");
    const smaller = { personId: "mer_1", abilities };
    expect([await listFor(smaller), await countFor(smaller)]).toEqual([["money_out"], 1]);
  });

  it("is worded for each reader, with the page of its act, of the kinds that they may see", async () => {
    await tell(1, "campaign.paused", { campaign_id: "cmp_1", reason: "money" });
    await tell(2, "wallet.ran_out", {});
    const facade = makeNotificationsFacade(deps);
    const listWorded = (who: (typeof members)[number], language: "ar" | "en") =>
      facade.listWorded(testContext(db, "mer_1"), who, { language, size: 10 });
    const [paused, ...rest] = await listWorded(buyer, "ar");
    expect(rest).toEqual([]);
    expect(paused).toMatchObject({ path: "/campaigns/cmp_1", day: "2026-11-21" });
    expect(paused?.heading).toContain("Name of cmp_1");
    expect(paused?.meaning).toMatch(/[\u0621-\u064a]/);
    const owner = { personId: "mer_1", abilities: everything };
    const inEnglish = await listWorded(owner, "en");
    expect(inEnglish.map(({ path }) => path)).toEqual(["/financial-transaction/wallet", "/campaigns/cmp_1"]);
    expect(inEnglish.map(({ heading }) => heading).join()).not.toMatch(/[\u0621-\u064a]/);
  });

  it("goes out to each one's own address, once, with the name of the merchant for a member, and is unsubscribed from by them alone", async () => {
    proven = "them@example.com";
    await lost(1);
    await lost(1);
    expect(
      queued.map((email) => ({ key: email.key, subjectId: "subjectId" in email && email.subjectId })),
    ).toEqual([
      { key: "notification:1", subjectId: "ad_account_lost" },
      { key: "notification:1:mer_buyer", subjectId: "ad_account_lost:mer_1" },
    ]);
    expect(queued.map(({ content }) => content.heading.includes("متجر سارة"))).toEqual([false, true]);
    await db.transaction(async (tx) =>
      unsubscribed?.handle(
        tx,
        {
          name: "messages.unsubscribed",
          merchant_id: "mer_buyer",
          position: 2,
          published_at: now,
          topic: "notification",
          subject_id: "ad_account_lost:mer_1",
        },
        now,
      ),
    );
    await lost(3, "acc_2");
    expect(queued.map(({ key }) => key).slice(2)).toEqual(["notification:3"]);
  });

  it("keeps each one's own quiet hours, wherever they work", async () => {
    const quiet_hours = { from_hour: 12, to_hour: 15 };
    await as(buyer, "PUT Clients/Notifications/quiet-hours", { body: { quiet_hours } });
    const read = async (merchant: string, person: string) =>
      (await server.call("GET Clients/Notifications/settings", { as: merchant, person })).data as {
        quiet_hours: object;
      };
    expect((await read("mer_buyer", "mer_buyer")).quiet_hours).toEqual(quiet_hours);
    expect((await read("mer_1", "mer_1")).quiet_hours).toEqual({ from_hour: 23, to_hour: 8 });
  });

  it("a report that somebody is sent is theirs alone", async () => {
    await tell(1, "reports.delivered", {
      report_id: "rep_1",
      schedule_id: "sch_1",
      member_id: "mer_viewer",
      outcome: "queued",
    });
    expect([await listFor(viewer), (await list()).items]).toEqual([["report_ready"], []]);
  });

  it("nothing is left of who is no member any more", async () => {
    await tell(1, "campaign.paused", { campaign_id: "cmp_1", reason: "money" });
    await as(buyer, "POST Clients/Notifications/read-all");
    await as(buyer, "PUT Clients/Notifications/settings/campaign_paused", {
      body: { channel: "app", is_on: false },
    });
    const leave = (person_id: string | null) =>
      db.transaction(async (tx) =>
        memberLeft?.handle(
          tx,
          {
            name: "merchant.member_left",
            merchant_id: "mer_1",
            position: 9,
            published_at: now,
            person_id,
            reason: "left",
          },
          now,
        ),
      );
    await leave("mer_buyer");
    expect(await listFor(buyer)).toHaveLength(1);
    members = [accountant];
    await leave("mer_buyer");
    await leave(null);
    expect(await listFor(buyer)).toEqual([]);
    members = [buyer];
    await tell(10, "campaign.paused", { campaign_id: "cmp_1", reason: "money" });
    expect(await listFor(buyer)).toEqual(["campaign_paused"]);
    expect((await list()).items).toHaveLength(1);
  });
});
