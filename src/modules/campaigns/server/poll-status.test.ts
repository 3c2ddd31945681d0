import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import { campaignBody } from "../testing/payloads.ts";
import { getCampaign, settleCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { enqueueDuePolls, pollAccountStatus, pollStatus } from "./poll-status.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const settle = (id: string) => settleCampaign(testApp, id);
const show = (id: string) => getCampaign(testApp, id);
const does = (id: string, action: string) => testApp.act(`POST Clients/Campaigns/${id}/${action}`);

const poll = (id: string) =>
  pollStatus(testApp.deps)(systemContext(testApp.deps.db, "mer_1", testApp.worldClock.now()), {
    campaignIds: [id],
  });

/** A poll after the time in which the platform may still report the old state. */
async function lookBack(id: string) {
  testApp.systemClock.advance(60_000);
  await poll(id);
}

async function started(): Promise<{ id: string }> {
  const campaign = await testApp.aCampaign();
  await does(campaign.id, "start");
  return campaign;
}

describe("what is changed on the platform itself", () => {
  it("is shown, and started again when the merchant says so", async () => {
    const { id } = await started();
    await settle(id);
    const thing = testApp.platform.byReference(id);
    if (thing) thing.status = "paused";
    await lookBack(id);
    const drifted = await settle(id);
    expect(drifted).toMatchObject({
      sync: "failed",
      status: "active",
      observed_status: "paused",
      drift_status: "paused",
    });
    await does(id, "retry");
    expect((await settle(id)).observed_status).toBe("active");
  });

  it("becomes ours when the merchant accepts it", async () => {
    const { id } = await started();
    await settle(id);
    const thing = testApp.platform.byReference(id);
    if (thing) thing.status = "paused";
    await lookBack(id);
    await settle(id);
    expect((await does(id, "accept")).data).toMatchObject({ status: "paused", drift_status: null });
    expect((await settle(id)).sync).toBe("synced");
  });

  it("on an ad group alone becomes ours too, and the campaign runs on", async () => {
    const { id } = await started();
    const [group] = (await settle(id)).ad_groups;
    const thing = testApp.platform.byReference(group?.id ?? "");
    if (thing) thing.status = "paused";
    await lookBack(id);
    expect((await settle(id)).ad_groups[0]).toMatchObject({ status: "active", drift_status: "paused" });
    expect((await does(id, "accept")).data).toMatchObject({
      status: "active",
      ad_groups: [{ status: "paused", drift_status: null }],
    });
    expect((await settle(id)).sync).toBe("synced");
  });

  it("and runs against the merchant's status is stopped again automatically", async () => {
    const { id } = await started();
    await settle(id);
    await does(id, "pause");
    await settle(id);
    const thing = testApp.platform.byReference(id);
    if (thing) thing.status = "active";
    await lookBack(id);
    await settle(id);
    expect(testApp.platform.byReference(id)?.status).toBe("paused");
  });

  it("by deleting is created again when the merchant says so", async () => {
    const { id } = await started();
    await settle(id);
    for (const thing of testApp.platform.objects) thing.status = "deleted";
    await lookBack(id);
    expect((await settle(id)).drift_status).toBe("deleted");
    await does(id, "retry");
    expect(await settle(id)).toMatchObject({ sync: "synced", observed_status: "active" });
    expect(testApp.platform.living("campaign")).toHaveLength(1);
  });

  it("stores an ad's review", async () => {
    const { id } = await started();
    await settle(id);
    expect((await show(id)).ad_groups[0]?.ads[0]?.review.outcome).toBe("pending");
    await lookBack(id);
    expect((await show(id)).ad_groups[0]?.ads[0]?.review.outcome).toBe("approved");
  });
});

describe("a daily budget that is changed on the platform itself", () => {
  async function running() {
    const { id } = await started();
    await settle(id);
    return id;
  }

  it("is shown beside ours, with the time since when, and the maximum cost today follows it", async () => {
    const id = await running();
    testApp.platform.setBudget(id, halalas(180_00));
    await lookBack(id);
    expect(await settle(id)).toMatchObject({
      sync: "failed",
      daily_budget_halalas: 100_00,
      observed_daily_budget_halalas: 180_00,
      drift_daily_budget_halalas: 180_00,
      drift_since: "2026-11-21T09:00:00.000Z",
      observed_status: "active",
      max_cost_today_halalas: 225_00,
    });
    expect(testApp.wallet.held.get(id)).toBe(450_00);
    testApp.worldClock.set("2026-11-21T10:00:00Z");
    await lookBack(id);
    expect((await show(id)).drift_since).toBe("2026-11-21T09:00:00.000Z");
  });

  it("is replaced by ours again when the merchant says so", async () => {
    const id = await running();
    testApp.platform.setBudget(id, halalas(180_00));
    await lookBack(id);
    await does(id, "retry");
    const campaign = await settle(id);
    expect(campaign).toMatchObject({
      sync: "synced",
      observed_daily_budget_halalas: 100_00,
      drift_since: null,
    });
    expect(testApp.platform.byReference(id)?.spec).toMatchObject({ dailyBudget: 100_00 });
    await lookBack(id);
    expect((await settle(id)).sync).toBe("synced");
  });

  it("becomes ours when the merchant accepts it, and nothing is sent for it", async () => {
    const id = await running();
    testApp.platform.setBudget(id, halalas(180_00));
    await lookBack(id);
    await settle(id);
    const sent = testApp.platform.sent.length;
    const { data } = await does(id, "accept");
    expect(data).toMatchObject({
      daily_budget_halalas: 180_00,
      drift_daily_budget_halalas: null,
      drift_since: null,
    });
    expect((await settle(id)).sync).toBe("synced");
    expect(testApp.platform.sent).toHaveLength(sent);
    expect((await does(id, "accept")).envelope).toMatchObject({ code: "campaigns.nothing_to_accept" });
  });

  it("to more than the wallet can cover is reverted at once", async () => {
    const id = await running();
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    testApp.platform.setBudget(id, halalas(900_00));
    await lookBack(id);
    expect(await settle(id)).toMatchObject({
      sync: "synced",
      daily_budget_halalas: 100_00,
      drift_since: null,
      reverted: { daily_budget_halalas: 900_00, at: "2026-11-21T09:00:00.000Z" },
    });
    expect((await does(id, "pause")).data).toMatchObject({ reverted: null });
    expect(testApp.platform.byReference(id)?.spec).toMatchObject({ dailyBudget: 100_00 });
    const events = await testApp.db.many(
      sql`select 1 from base.events where name = 'campaign.budget_reverted'`,
    );
    expect(events).toHaveLength(1);
  });

  it("to less does not release money when accepted: the reserve stays until its days are settled", async () => {
    const id = await running();
    testApp.platform.setBudget(id, halalas(40_00));
    await lookBack(id);
    await does(id, "accept");
    expect((await settle(id)).reserve_halalas).toBe(250_00);
  });

  it("is not recorded as drift while a change of ours is in progress", async () => {
    const id = await running();
    const {
      ad_account_id: _a,
      platform: _p,
      store_id: _s,
      ...change
    } = campaignBody({ daily_budget_halalas: 150_00 });
    await testApp.act(`PUT Clients/Campaigns/${id}`, change);
    await lookBack(id);
    expect((await show(id)).drift_since).toBeNull();
    await settle(id);
    await poll(id); // at once: the platform may still report the old one
    expect(await show(id)).toMatchObject({ drift_since: null, observed_daily_budget_halalas: 150_00 });
  });

  it("and changed back there is cleared", async () => {
    const id = await running();
    testApp.platform.setBudget(id, halalas(180_00));
    await lookBack(id);
    testApp.platform.setBudget(id, halalas(100_00));
    await lookBack(id);
    expect(await settle(id)).toMatchObject({ sync: "synced", drift_since: null });
  });

  it("while it is paused is replaced by ours before it runs", async () => {
    const id = await running();
    await does(id, "pause");
    await settle(id);
    testApp.platform.setBudget(id, halalas(500_00));
    await does(id, "relaunch");
    await settle(id);
    expect(testApp.platform.byReference(id)?.spec).toMatchObject({ dailyBudget: 100_00 });
    expect(testApp.platform.sent.slice(-2)).toEqual(["update campaign", "active campaign"]);
  });
});

describe("polling an ad account", () => {
  const dueAt = (id: string) =>
    testApp.db.one<{ seconds: number }>(sql`
      select extract(epoch from next_poll_at - ${testApp.systemClock.now()})::int as seconds
      from campaigns.campaign_sync where id = ${id}`);

  it("asks for all its campaigns at once, level by level", async () => {
    const ids: string[] = [];
    for (const name of ["أ", "ب", "ج"]) {
      const { id } = await testApp.aCampaign({ name });
      await does(id, "start");
      await settle(id);
      ids.push(id);
    }
    testApp.systemClock.advance(60_000);
    const before = testApp.platform.stateCalls;
    await pollAccountStatus(testApp.deps)(testApp.db, {
      adAccountId: "acc_1",
      now: testApp.worldClock.now(),
    });
    expect(testApp.platform.stateCalls - before).toBe(3);
    for (const id of ids) expect((await show(id)).ad_groups[0]?.ads[0]?.review.outcome).toBe("approved");
  });

  it("happens soon after a write, then ever later during the review, then within every quarter of an hour", async () => {
    testApp.platform.reviews({ outcome: "pending", reasons: [] });
    const { id } = await started();
    await settle(id);
    expect((await dueAt(id)).seconds).toBe(5);
    const gaps: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      await lookBack(id);
      gaps.push((await dueAt(id)).seconds);
    }
    expect(gaps).toEqual([10, 20, 40]);
    testApp.platform.reviews({ outcome: "approved", reasons: [] });
    await lookBack(id);
    expect((await dueAt(id)).seconds).toBe(780);
  });

  it("ends with the campaign", async () => {
    const { id } = await started();
    await settle(id);
    await does(id, "archive");
    await settle(id);
    expect((await dueAt(id)).seconds).toBeNull();
  });

  it("is one job for each account, however many of its campaigns are due", async () => {
    for (const name of ["أ", "ب"]) {
      const { id } = await testApp.aCampaign({ name });
      await does(id, "start");
      await settle(id);
    }
    testApp.systemClock.advance(3_600_000);
    const queuedPolls = () =>
      testApp.db.many(sql`
      select 1 from base.events where name = 'job.enqueued' and details ->> 'job' = 'campaigns-poll-status-snapchat'
        and details ->> 'key' = 'acc_1'`);
    await enqueueDuePolls(testApp.deps)(testApp.db);
    expect(await queuedPolls()).toHaveLength(1);
  });

  it("is enqueued page by page however many are due, first where something has just changed or differs", async () => {
    const ids: string[] = [];
    for (let nth = 0; nth < 5; nth += 1) {
      const { id } = await testApp.aCampaign({ name: `تمور ${nth}` });
      await does(id, "start");
      await settle(id);
      ids.push(id);
      await testApp.db.run(
        sql`update campaigns.campaigns set ad_account_id = ${`acc_due_${nth}`} where id = ${id}`,
      );
    }
    const [, , drifted, changed] = ids;
    await testApp.db.run(sql`update campaigns.campaign_sync set poll_count = 20`);
    await testApp.db.run(
      sql`update campaigns.campaign_sync set drift_status = 'paused', drift_since = now() where id = ${drifted ?? ""}`,
    );
    await testApp.db.run(sql`update campaigns.campaign_sync set poll_count = 1 where id = ${changed ?? ""}`);
    testApp.systemClock.advance(3_600_000);
    await enqueueDuePolls({ ...testApp.deps, pageSize: 2 })(testApp.db);
    const queued = await testApp.db.many<{ key: string; needed: boolean }>(sql`
      select details ->> 'key' as key, (details ->> 'isNeeded')::boolean as needed from base.events
      where name = 'job.enqueued' and details ->> 'key' like 'acc_due_%' order by id`);
    expect(queued.map(({ key }) => key)).toEqual([
      "acc_due_2",
      "acc_due_3",
      "acc_due_0",
      "acc_due_1",
      "acc_due_4",
    ]);
    expect(queued.map(({ needed }) => needed)).toEqual([true, true, false, false, false]);
  });
});
