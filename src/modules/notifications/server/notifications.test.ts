import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeVault } from "#base/server/secrets.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
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
};
type Queued = Parameters<SendDeps["outbox"]["queueEmail"]>[1];
type QueuedText = Parameters<SendDeps["outbox"]["queueText"]>[1];
let queued: Queued[] = [];
let texts: QueuedText[] = [];
let dayIsFull = false;
let proven: string | null = null;
const deps = {
  sources,
  systemClock,
  messages: await loadMessages(join(import.meta.dirname, "../../..")),
  publicUrl: "https://rawaj.example",
  merchants: {
    loadLanguage: async () => "ar" as const,
    loadMobile: async () => "+966500000001",
    findSessionDevice: async () => "",
  },
  vault: makeVault([{ id: "test", key: Buffer.alloc(32, 7) }]),
  vapidKeys: { publicKey: "B".repeat(87), privateKey: "b".repeat(43) },
  pushSender: {
    createKeys: () => ({ publicKey: "", privateKey: "" }),
    accepts: () => true,
    send: async () => "sent" as const,
  },
  campaigns: { sumRunningBudgets: async () => ({ campaigns: 2, daily_budget_halalas: 340_00 }) },
  outbox: {
    queueText: async (_ctx: unknown, text: QueuedText) => {
      if (dayIsFull && !text.isExempt) return "over_limit" as const;
      texts.push(text);
      return "queued" as const;
    },
    findProvenEmail: async () => proven,
    subscribeAgain: async () => {},
    queueEmail: async (_ctx: unknown, email: Queued) => {
      queued.push(email);
      return "queued" as const;
    },
  },
};
const server = await testServer(db, (app, http) => mountNotifications(app, http, deps), systemClock);
const [subscription, , unsubscribed] = notificationsSubscriptions(deps);
beforeEach(async () => {
  await db.reset();
  queued = [];
  texts = [];
  dayIsFull = false;
  systemClock.set(now);
  proven = null;
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
  expect((await list()).items).toMatchObject([{ kind: "campaign_paused" }]);
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
    expect(texts.map(({ notBefore }) => notBefore)).toEqual([new Date("2026-11-22T05:00:00Z"), undefined]);
  });

  it("what must be done now also comes on a day whose texts are all sent; of the rest its row says that it did not", async () => {
    dayIsFull = true;
    await switchOn("trial_ending", "sms");
    await switchOn("ad_account_lost", "sms");
    await lost(1);
    await tell(2, "billing.trial_ending", { subscription_id: "sub_1", day: 13, used: {} });
    expect(texts).toHaveLength(1);
    expect((await list()).items).toMatchObject([
      { kind: "trial_ending", text_outcome: "over_limit" },
      { kind: "ad_account_lost", text_outcome: "queued" },
    ]);
  });

  it("no kind alone writes to a phone without end: its eleventh text in six hours counts to the day", async () => {
    dayIsFull = true;
    await switchOn("ad_account_lost", "sms");
    for (let n = 1; n <= 11; n += 1) await lost(n, `acc_${n}`);
    expect(texts).toHaveLength(10);
    expect((await list()).items[0]).toMatchObject({ subject: "acc_11", text_outcome: "over_limit" });
  });
});
