import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recordAudit } from "#base/server/audit.ts";
import { type ReadContext, transact } from "#base/server/context.ts";
import { type Sql, sql } from "#base/server/db/db.ts";
import { baseData } from "#base/server/personal-data/base.personal-data.ts";
import { actOnMerchant } from "#base/server/staff-context.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { messagesData } from "#modules/messages/server/messages.personal-data.ts";
import { openPrivacyHarness } from "../testing/privacy-harness.ts";
import { deletePastRetention } from "./delete-old.ts";
import { findErasure, listSteps } from "./erasures.store.ts";
import { beginRun, findNewestExport } from "./exports.store.ts";
import { changeConsent, showConsentLog, showConsents } from "./keep-consents.ts";
import { makeExport } from "./make-export.ts";
import { doRound } from "./privacy.jobs.ts";
import { cancelErasure, listBlockers, requestErasure } from "./request-erasure.ts";
import { openExport, requestExport } from "./request-export.ts";
import { runErasure } from "./run-erasure.ts";
import { showLooks } from "./show-looks.ts";

const signal = new AbortController().signal;
const dayMs = 86_400_000;
const caller = { sessionId: "ses_1", address: "192.0.2.1", userAgent: "", language: "en" as const };

let db: TestDb;
let harness: Awaited<ReturnType<typeof openPrivacyHarness>>;

beforeAll(async () => {
  db = await testDb();
});
beforeEach(async () => {
  await db.reset();
  harness = await openPrivacyHarness(db);
});
afterAll(() => db.close());

const unsubscribe = (merchantId: string, count: number) =>
  db.run(sql`
    insert into messages.unsubscriptions (merchant_id, topic, subject_id, unsubscribed_at)
    select ${merchantId}, 'report', 'rep_' || number, now() from generate_series(1, ${count}::int) number`);
const countUnsubscriptions = async (merchantId: string) =>
  (
    await db.one<{ n: number }>(
      sql`select count(*)::int as n from messages.unsubscriptions where merchant_id = ${merchantId}`,
    )
  ).n;

async function begin(ctx: ReadContext = harness.own()) {
  await requestExport(harness.deps)(ctx);
  return { merchant_id: "mer_1", export_id: (await findNewestExport(ctx))?.id ?? "" };
}

describe("an export", () => {
  it("reads a table of many rows page by page, all of them once and nobody else's", async () => {
    harness.registry.data = [messagesData];
    await unsubscribe("mer_1", 5_001);
    await unsubscribe("mer_2", 3);
    const job = await begin();
    let most = 0;
    const counting = {
      ...db,
      async many<Row>(query: Sql) {
        const rows = await db.many<Row>(query);
        most = Math.max(most, rows.length);
        return rows;
      },
    };
    await makeExport({ ...harness.deps, db: counting })(job, signal);
    expect(most).toBe(2_000);
    expect(await findNewestExport(harness.own())).toMatchObject({ status: "ready", rows_done: 5_001 });
  });

  it("is made once at a time, again after a day, and ends after seven", async () => {
    const job = await begin();
    await expect(begin()).rejects.toThrow("privacy.export_under_way");
    await makeExport(harness.deps)(job, signal);
    await expect(begin()).rejects.toThrow("privacy.export_just_made");
    const open = (merchantId?: string) => openExport(harness.deps)(harness.own(merchantId), job.export_id);
    expect(await (await open()).open()).not.toBeNull();
    await expect(open("mer_2")).rejects.toThrow("base.not_found");
    harness.worldClock.advance(8 * dayMs);
    await expect(open()).rejects.toThrow("privacy.export_gone");
    const key = (await findNewestExport(harness.own()))?.storage_key ?? "";
    await doRound(harness.deps);
    expect(await harness.deps.storage.stat(key)).toBeNull();
    expect(await findNewestExport(harness.own())).toMatchObject({ status: "expired", storage_key: null });
    await begin();
  });

  it("that was killed is begun again, and only the newest run finishes", async () => {
    const job = await begin();
    const takeOver = (run: string) =>
      transact(harness.own(), (ctx) =>
        beginRun(ctx, { exportId: job.export_id, run, total: 1, systemNow: harness.systemClock.now() }),
      );
    await takeOver("run_killed");
    const kept: string[] = [];
    const storage = {
      ...harness.deps.storage,
      async put(key: string, file: string) {
        kept.push(key);
        await harness.deps.storage.put(key, file);
        if (kept.length === 1) await takeOver("run_faster");
      },
    };
    await makeExport({ ...harness.deps, storage })(job, signal);
    expect(await findNewestExport(harness.own())).toMatchObject({ status: "running", run: "run_faster" });
    expect(await storage.stat(kept[0] ?? "")).toBeNull();
    await makeExport({ ...harness.deps, storage })(job, signal);
    expect(await findNewestExport(harness.own())).toMatchObject({ status: "ready", storage_key: kept[1] });
  });

  it("that keeps failing says so, and can be asked for again", async () => {
    const job = await begin();
    const put = async () => {
      throw new Error("the disk is full");
    };
    const make = makeExport({ ...harness.deps, storage: { ...harness.deps.storage, put } });
    for (let attempt = 0; attempt < 4; attempt += 1)
      await expect(make(job, signal)).rejects.toThrow("the disk is full");
    expect(await findNewestExport(harness.own())).toMatchObject({ status: "failed" });
    await begin();
  });
});

describe("an erasure", () => {
  const ask = () => requestErasure(harness.deps)(harness.own(), { code: "123456", caller });
  const run = () => runErasure(harness.deps)({ merchant_id: "mer_1" });

  it("is refused while money is left, and says what is in the way", async () => {
    Object.assign(harness.balance, { available_halalas: 5_000, reserved_halalas: 700 });
    expect(await listBlockers(harness.deps)(harness.own())).toEqual([
      { kind: "balance", amount_halalas: 5_000 },
      { kind: "reserved", amount_halalas: 700 },
    ]);
    await expect(ask()).rejects.toThrow("privacy.erasure_blocked");
    Object.assign(harness.balance, { available_halalas: 99, reserved_halalas: 0 });
    await ask();
  });

  it("stops at once what spends, again before it begins, and is taken back until then", async () => {
    const stops: string[] = [];
    harness.registry.acts = [
      {
        module: "campaigns",
        needs: [],
        stopForErasure: async ({ actor }) => void stops.push(actor.merchantId),
      },
    ];
    await ask();
    await expect(ask()).rejects.toThrow("privacy.erasure_requested");
    await run();
    expect(await findErasure(harness.own())).toMatchObject({ state: "requested" });
    await cancelErasure(harness.deps)(harness.own());
    harness.worldClock.advance(31 * dayMs);
    await run();
    expect(await findErasure(harness.own())).toMatchObject({ state: "cancelled" });
    await ask();
    expect(stops).toEqual(["mer_1", "mer_1"]);
    const again = new Date(harness.worldClock.now().getTime() + 30 * dayMs);
    expect(harness.dues).toEqual([new Date("2026-12-21T09:00:00Z"), null, again]);
    harness.worldClock.advance(30 * dayMs);
    await run();
    await expect(cancelErasure(harness.deps)(harness.own())).rejects.toThrow("privacy.erasure_not_requested");
    expect(stops).toHaveLength(3);
  });

  it("goes on without a vendor that is down, and tries it again until it answers", async () => {
    const calls: string[] = [];
    let isDown = true;
    harness.registry.data = [messagesData];
    harness.registry.acts = [
      { module: "messages", needs: [] },
      {
        module: "stores",
        needs: ["messages"],
        beforeErasure: [
          {
            name: "disconnect",
            async run() {
              calls.push("disconnect");
              if (isDown) throw new Error("the platform is down");
              return true;
            },
          },
        ],
      },
    ];
    await unsubscribe("mer_1", 5_001);
    await unsubscribe("mer_2", 2);
    await ask();
    harness.worldClock.advance(30 * dayMs);
    await run();
    expect([await countUnsubscriptions("mer_1"), await countUnsubscriptions("mer_2")]).toEqual([0, 2]);
    expect((await listSteps(harness.own())).find(({ step }) => step === "stores:disconnect")).toMatchObject({
      is_done: false,
      fault: "the platform is down",
    });
    isDown = false;
    await run();
    expect(calls).toHaveLength(1);
    harness.systemClock.advance(3 * 60_000);
    await run();
    expect(calls).toHaveLength(2);
    // An event that was under way writes a row again: it is deleted ten minutes later.
    await unsubscribe("mer_1", 1);
    harness.systemClock.advance(11 * 60_000);
    await run();
    expect(await findErasure(harness.own())).toMatchObject({ state: "erased" });
    expect(await countUnsubscriptions("mer_1")).toBe(0);
    await run();
    expect(calls).toHaveLength(2);
  });
});

describe("a consent", () => {
  it("to our offers is off until it is given, and withdrawn as easily; every word is kept", async () => {
    const change = (isGiven: boolean) =>
      changeConsent(harness.deps)(harness.own(), { purpose: "marketing", isGiven });
    const isGiven = async () =>
      (await showConsents(harness.deps)(harness.own())).find(({ purpose }) => purpose === "marketing")
        ?.is_given;
    expect(await isGiven()).toBe(false);
    await change(true);
    await change(true);
    expect(await isGiven()).toBe(true);
    await change(false);
    expect(await isGiven()).toBe(false);
    const first = await showConsentLog(harness.own(), { size: 1 });
    expect(first.items).toMatchObject([{ is_given: false, channel: "web", text_version: "2026-11" }]);
    const second = await showConsentLog(harness.own(), { size: 1, before: first.next ?? undefined });
    expect(second).toMatchObject({ items: [{ is_given: true }], next: null });
    expect((await showConsentLog(harness.own("mer_2"), { size: 5 })).items).toEqual([]);
  });

  it("that another module asks for is withdrawn by that module, and given there alone", async () => {
    let isGiven = true;
    harness.registry.acts = [
      {
        module: "conversions",
        needs: [],
        consents: [
          {
            purpose: "conversion_contacts",
            isGiven: async () => isGiven,
            withdraw: async () => {
              isGiven = false;
            },
          },
        ],
      },
    ];
    const change = changeConsent(harness.deps);
    await change(harness.own(), { purpose: "conversion_contacts", isGiven: false });
    expect(isGiven).toBe(false);
    for (const purpose of ["conversion_contacts", "terms"] as const)
      await expect(change(harness.own(), { purpose, isGiven: true })).rejects.toThrow(
        "privacy.consent_given_elsewhere",
      );
  });
});

it("what is past its retention is deleted, and nothing else", async () => {
  const now = harness.systemClock.now();
  await db.run(sql`
    insert into base.dead_letters (subscription, event_name, details, reason, created_at)
    select 'a', 'b', '{}'::jsonb, 'c', ${now}::timestamptz - make_interval(days => days)
    from unnest(array[1, 179, 181, 400]) days`);
  await deletePastRetention(db, [baseData], now);
  const { n } = await db.one<{ n: number }>(sql`select count(*)::int as n from base.dead_letters`);
  expect(n).toBe(2);
});

it("a merchant reads who of our staff looked at what, newest first, and nobody else's looks", async () => {
  const look = (merchantId: string, action: string) =>
    db.transaction((tx) => {
      const by = { kind: "staff" as const, id: "stf_1" };
      const own = actOnMerchant(
        { db: tx, tx, by, now: harness.worldClock.now(), requestId: null },
        merchantId,
      );
      return recordAudit(own, { module: "finance", action, subject: merchantId });
    });
  await look("mer_1", "finance.profile_viewed");
  await look("mer_1", "finance.money_viewed");
  await look("mer_1", "finance.credit_given");
  await look("mer_2", "finance.money_viewed");
  const looks = showLooks({ staff: { loadNames: async () => new Map([["stf_1", "هند"]]) } });
  const first = await looks(harness.own(), { size: 2 });
  expect(first.items).toMatchObject([
    { kind: "act", area: "finance", by: "هند" },
    { kind: "look", area: "finance", by: "هند" },
  ]);
  const second = await looks(harness.own(), { size: 2, before: first.next ?? undefined });
  expect(second).toMatchObject({ items: [{ kind: "look", area: "merchants" }], next: null });
});
