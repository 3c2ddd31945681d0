import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import { RescheduleJob } from "#base/server/jobs.ts";
import { makeLog } from "#base/server/log.ts";
import { loadMessages } from "#base/server/messages.ts";
import { makeVault } from "#base/server/secrets.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { testDb } from "#base/testing/db.ts";
import { testServer } from "#base/testing/http.ts";
import { mountNotifications } from "./notifications.routes.ts";
import { notificationsSubscriptions } from "./notifications.subscriptions.ts";
import { toDeviceId } from "./push-devices.ts";
import type { PushMessage, PushSender, VapidKeys } from "./push-sender.port.ts";
import { sendPushJob } from "./send-push.job.ts";
import { sendPush } from "./send-push.ts";

const everything = [{ subject: "all", action: "manage" }];
const team = [{ personId: "mer_1", abilities: everything }];
const now = new Date("2026-11-21T10:00:00Z");
const clock = frozenClock(now.toISOString());
const db = await testDb();
let keysMade = 0;
let sent: { endpoint: string; message: PushMessage; keys: VapidKeys }[] = [];
let answer: () => Promise<"sent" | "gone"> = async () => "sent";
const pushSender: PushSender = {
  createKeys() {
    keysMade += 1;
    return { publicKey: `${keysMade}`.repeat(87), privateKey: `private-${keysMade}` };
  },
  accepts: (endpoint) => endpoint.startsWith("https://push.example/"),
  async send({ endpoint }, message, keys) {
    const outcome = await answer();
    if (outcome === "sent") sent.push({ endpoint, message, keys });
    return outcome;
  },
};
const deps = {
  db,
  log: makeLog("silent"),
  vault: makeVault([{ id: "test", key: Buffer.alloc(32, 7) }]),
  pushSender,
  vapidKeys: null as VapidKeys | null,
  systemClock: clock,
  worldClock: clock,
  sources: {
    campaigns: { findCampaigns: async () => [] },
    stores: { listStoreNames: async () => [] },
    merchants: { loadPeopleNames: async () => new Map() },
  },
  messages: await loadMessages(join(import.meta.dirname, "../../..")),
  publicUrl: "https://rawaj.example",
  merchants: {
    loadLanguage: async () => "ar" as const,
    loadMobile: async () => "+966500000001",
    findSessionDevice: async () => "Chrome · Android",
    findContact: async () => ({ name: "متجر سارة", mobile: "" }),
    listTeam: async () => team,
  },
  campaigns: { sumRunningBudgets: async () => ({ campaigns: 0, daily_budget_halalas: 0 }) },
  billing: { queueCountedText: async () => "queued" as const },
  outbox: {
    queueText: async () => "queued" as const,
    findTexts: async () => [],
    findProvenEmail: async () => null,
    subscribeAgain: async () => {},
    queueEmail: async () => "queued" as const,
  },
};
const server = await testServer(db, (app, http) => mountNotifications(app, http, deps), clock);
const [tell, , sessionsEnded] = notificationsSubscriptions(deps);
beforeEach(async () => {
  await db.reset();
  sent = [];
  answer = async () => "sent";
  deps.vapidKeys = null;
  clock.set(now);
});
afterAll(() => db.close());

type Settings = { push_key: string; devices: { id: string; name: string }[] };
const settings = async (as = "mer_1") =>
  (await server.call("GET Clients/Notifications/settings", { as })).data as Settings;
async function allow(name: string, as = "mer_1", change: object = {}) {
  const body = {
    endpoint: `https://push.example/${name}`,
    p256dh: "p".repeat(87),
    auth: "a".repeat(22),
    application_server_key: (await settings(as)).push_key,
    ...change,
  };
  return server.call("POST Clients/Notifications/devices", { as, body });
}
const happen = (position: number, name = "wallet.ran_out", details: object = {}) =>
  db.transaction(async (tx) =>
    tell?.handle(
      tx,
      { name, merchant_id: "mer_1", position, published_at: clock.now(), ...details },
      clock.now(),
    ),
  );
const jobs = async () =>
  (
    await db.many<{ details: { job: string; input: object; afterSeconds?: number } }>(
      sql`select details from base.events where name like 'job.enqueued%' order by position`,
    )
  ).map(({ details }) => details);
/** Runs what was enqueued, as the queue would. */
async function runJobs() {
  for (const { input } of await jobs()) await sendPush(deps)(db, sendPushJob.input.parse(input));
}

describe("a browser that is allowed to show notifications", () => {
  it("is sent what must be done now, with the page of its act, and nothing else by default", async () => {
    expect((await allow("one")).status).toBe(200);
    await allow("two");
    await happen(1);
    await happen(2, "billing.trial_ending", { subscription_id: "sub_1", day: 13, used: {} });
    await runJobs();
    expect(sent.map(({ endpoint }) => endpoint).sort()).toEqual([
      "https://push.example/one",
      "https://push.example/two",
    ]);
    const payload = JSON.parse(sent[0]?.message.payload ?? "") as Record<string, string>;
    expect(payload).toMatchObject({ path: "/financial-transaction/wallet", language: "ar" });
    expect(sent[0]?.message).toMatchObject({ isUrgent: true, ttlSeconds: 86_400, topic: payload.topic });
    expect(sent[0]?.message.topic).toMatch(/^[\w-]{32}$/);
  });

  it("is known by the hash of its endpoint, and belongs to who allowed it last", async () => {
    await allow("one");
    await allow("one");
    const id = toDeviceId("https://push.example/one");
    expect((await settings()).devices).toMatchObject([{ id, name: "Chrome · Android" }]);
    await allow("one", "mer_2");
    expect([(await settings()).devices, (await settings("mer_2")).devices.length]).toEqual([[], 1]);
    const remove = (as: string) => server.call(`DELETE Clients/Notifications/devices/${id}`, { as });
    expect([(await remove("mer_1")).status, (await remove("mer_2")).status]).toEqual([404, 200]);
  });

  it("is refused at a service that is not known, with another key, and beyond ten", async () => {
    const unknown = await allow("x", "mer_1", { endpoint: "https://169.254.169.254/x" });
    expect([unknown.status, unknown.envelope]).toMatchObject([
      400,
      { fields: { endpoint: [expect.any(String)] } },
    ]);
    expect((await allow("x", "mer_1", { application_server_key: "C".repeat(87) })).status).toBe(409);
    for (let n = 0; n < 10; n += 1) expect((await allow(`${n}`)).status).toBe(200);
    expect((await allow("eleven")).status).toBe(409);
    expect((await allow("9")).status).toBe(200);
  });

  it("is shown nothing more once its session is signed out", async () => {
    await allow("one");
    const [{ session_id = "" } = {}] = await db.many<{ session_id: string }>(
      sql`select session_id from notifications.push_devices`,
    );
    const end = (session_ids: string[]) =>
      db.transaction(async (tx) =>
        sessionsEnded?.handle(
          tx,
          {
            name: "merchant.sessions_ended",
            merchant_id: "mer_1",
            position: 1,
            published_at: now,
            session_ids,
          },
          now,
        ),
      );
    await end(["ses_other"]);
    expect((await settings()).devices).toHaveLength(1);
    await end([session_id]);
    expect((await settings()).devices).toEqual([]);
  });

  it("is removed once its subscription has ended, or our keys are others", async () => {
    await allow("one");
    await happen(1);
    answer = async () => "gone";
    await runJobs();
    expect((await settings()).devices).toEqual([]);
    await allow("two");
    deps.vapidKeys = { publicKey: "N".repeat(87), privateKey: "n" };
    answer = async () => "sent";
    await happen(2, "wallet.top_up_stopped", { reason: "card_refused" });
    await runJobs();
    expect([(await settings()).devices, sent]).toEqual([[], []]);
  });

  it("is tried again where its service is down, and not after its day", async () => {
    await allow("one");
    await happen(1);
    answer = async () => {
      throw new AdapterFault("later", { reason: "503", retryAfterSeconds: 7 });
    };
    await expect(runJobs()).rejects.toMatchObject({ seconds: 7 });
    await expect(runJobs()).rejects.toBeInstanceOf(RescheduleJob);
    clock.advance(86_400_000);
    await runJobs();
    expect((await settings()).devices).toHaveLength(1);
  });

  it("what can wait comes in the morning, and no kind sends more than twenty in six hours", async () => {
    await allow("one");
    await server.call("PUT Clients/Notifications/settings/trial_ending", {
      as: "mer_1",
      body: { channel: "push", is_on: true },
    });
    clock.set("2026-11-21T20:30:00Z");
    await happen(1, "billing.trial_ending", { subscription_id: "sub_1", day: 13, used: {} });
    expect(await jobs()).toMatchObject([{ afterSeconds: 8.5 * 3_600 }]);
    for (let n = 2; n < 30; n += 1) await happen(n, "campaign.sync_failed", { campaign_id: `cmp_${n}` });
    expect(await jobs()).toHaveLength(21);
  });
});

it("the keys are made once for all processes, and kept sealed", async () => {
  const before = keysMade;
  const [one, two] = await Promise.all([settings(), settings("mer_2")]);
  expect(one.push_key).toBe(two.push_key);
  expect((await settings()).push_key).toBe(one.push_key);
  expect(keysMade - before).toBeLessThanOrEqual(2);
  const row = await db.one<{ sealed_private_key: string }>(sql`select * from notifications.vapid_keys`);
  expect(row.sealed_private_key).toMatch(/^v1\.test\./);
});
