import { afterAll, beforeEach, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { deleteOldNotifications } from "./notifications.jobs.ts";
import { mountNotifications } from "./notifications.routes.ts";
import { notificationsSubscriptions } from "./notifications.subscriptions.ts";

const now = new Date("2026-11-21T10:00:00Z");
const systemClock = frozenClock(now.toISOString());
const db = await testDb();
const named = (ids: readonly string[]) =>
  Promise.resolve(ids.filter((id) => id !== "cmp_gone").map((id) => ({ id, name: `Name of ${id}` })));
const sources = {
  campaigns: { findCampaigns: (_: unknown, ids: readonly string[]) => named(ids) },
  stores: { listStoreNames: (_: unknown, ids: readonly string[]) => named(ids) },
};
const server = await testServer(db, (app, http) => mountNotifications(app, http, sources), systemClock);
const [subscription] = notificationsSubscriptions({ systemClock });
beforeEach(() => db.reset());
afterAll(() => db.close());

type Item = { id: string; kind: string; times: number; is_read: boolean; day: string | null };

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
  await call(path, { is_muted: true });
  await lost(1);
  expect((await list()).items).toEqual([]);
  const settings = await call<{ items: object[] }>("GET Clients/Notifications/settings");
  expect(settings.data.items).toContainEqual({ kind: "ad_account_lost", level: "act_now", is_muted: true });
  await call(path, { is_muted: false });
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
