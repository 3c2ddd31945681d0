import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import type { DomainEvent } from "#base/shared/events.ts";
import type { CampaignDetails } from "../../contract/shapes.ts";
import type { FailureMode } from "../../testing/fake-platform.ts";
import { adGroupBody, campaignBody } from "../../testing/payloads.ts";
import { getCampaign, runSync, settleCampaign } from "../../testing/settle.ts";
import { openTestApp, type TestApp } from "../../testing/test-app.ts";
import { makeCampaignsFacade } from "../campaigns.facade.ts";
import { campaignsSubscriptions } from "../campaigns.subscriptions.ts";
import { wakeStalled } from "./wake-stalled.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const run = (id: string) => runSync(testApp, id);
const settle = (id: string) => settleCampaign(testApp, id);
const show = (id: string) => getCampaign(testApp, id);
const act = (id: string, action: string) => testApp.act(`POST Clients/Campaigns/${id}/${action}`);

const account = { merchant_id: "mer_1", ad_account_id: "acc_1" };
const linked: DomainEvent = { name: "ad_account.linked", ...account };
const connectionLost: DomainEvent = {
  name: "ad_account.connection_lost",
  ...account,
  reason: "access_revoked",
};

/** An event of the ad account acc_1, handled by this module's subscriptions. */
async function deliverEvent(event: DomainEvent) {
  await testApp.db.transaction((tx) => tx.publish(event));
  const { db, worldClock, deps } = testApp;
  const subscriptions = campaignsSubscriptions(deps);
  await makeOutboxRelay({ db, worldClock, log: makeLog("silent"), subscriptions }).settle();
}

async function started(): Promise<CampaignDetails> {
  const campaign = await testApp.aCampaign();
  await act(campaign.id, "start");
  return campaign;
}

describe("a started campaign", () => {
  it("leaves out the list of those who bought, which an ad group gets with its next change", async () => {
    const { id } = await started();
    const before = await settle(id);
    const groupId = before.ad_groups[0]?.id ?? "";
    expect(testApp.platform.byReference(groupId)?.spec).toMatchObject({ excludedListIds: [] });
    testApp.excludedLists.push("list-7");
    await testApp.act(`PATCH Clients/AdGroups/${groupId}`, { name: "اسم آخر" });
    await settle(id);
    testApp.excludedLists.length = 0;
    expect(testApp.platform.byReference(groupId)?.spec).toMatchObject({ excludedListIds: ["list-7"] });
  });

  it("exists on the platform with its ad group and ad, all running, and is synced", async () => {
    const { id } = await started();
    expect((await show(id)).sync).toBe("pending");
    const campaign = await settle(id);
    expect(campaign).toMatchObject({
      sync: "synced",
      observed_status: "active",
      observed_daily_budget_halalas: 100_00,
    });
    expect(campaign.ad_groups[0]).toMatchObject({ sync: "synced", observed_status: "active" });
    expect(campaign.ad_groups[0]?.ads[0]).toMatchObject({ sync: "synced", observed_status: "active" });
    expect(testApp.platform.sent).toEqual([
      "create campaign",
      "create ad_group",
      "create ad",
      "active ad",
      "active ad_group",
      "active campaign",
    ]);
  });

  it("sends the tracking link as the ad's destination, and the ages as one range", async () => {
    const { id } = await started();
    const campaign = await settle(id);
    const [group] = campaign.ad_groups;
    expect(testApp.platform.byReference(group?.ads[0]?.id ?? "")?.spec).toMatchObject({
      url: group?.ads[0]?.tracking_url,
      media: { reference: "med_1" },
    });
    expect(testApp.platform.byReference(group?.id ?? "")?.spec).toMatchObject({ ageMin: 25, ageMax: 44 });
  });

  it("that was never started is not sent to the platform", async () => {
    const campaign = await testApp.aCampaign();
    await run(campaign.id);
    expect(testApp.platform.sent).toEqual([]);
    expect((await show(campaign.id)).sync).toBe("local");
  });

  it("sends a changed budget to the platform, with its ad groups", async () => {
    const { id } = await started();
    await settle(id);
    const {
      ad_account_id: _a,
      platform: _p,
      store_id: _s,
      ...change
    } = campaignBody({ daily_budget_halalas: 150_00 });
    await testApp.act(`PUT Clients/Campaigns/${id}`, change);
    expect(await show(id)).toMatchObject({
      daily_budget_halalas: 150_00,
      observed_daily_budget_halalas: 100_00,
    });
    expect(await settle(id)).toMatchObject({ sync: "synced", observed_daily_budget_halalas: 150_00 });
    expect(testApp.platform.byReference(id)?.spec).toMatchObject({ dailyBudget: 150_00 });
    expect(testApp.platform.sent.slice(6)).toEqual(["update campaign", "update ad_group"]);
  });
});

describe("stopping", () => {
  it("comes before creates that still wait", async () => {
    const { id } = await started();
    await settle(id);
    await testApp.act("POST Clients/AdGroups/create", { ...adGroupBody({ name: "جدة" }), campaign_id: id });
    await act(id, "pause");
    await settle(id);
    expect(testApp.platform.sent.slice(6)).toEqual(["paused campaign", "create ad_group"]);
  });

  it("is sent even while the outcome of a start is unknown, and wins when the start takes effect late", async () => {
    const { id } = await started();
    testApp.platform.plan(["none", "none", "none", "none", "none", "late"]);
    await run(id);
    await act(id, "pause");
    await run(id);
    expect(testApp.platform.sent.at(-1)).toBe("paused campaign");
    expect((await show(id)).sync).toBe("pending");
    testApp.systemClock.advance(40_000);
    const campaign = await settle(id);
    expect(campaign).toMatchObject({ status: "paused", sync: "synced", observed_status: "paused" });
    expect(testApp.platform.byReference(id)?.status).toBe("paused");
  });

  it("is retried automatically when the platform refuses it, and the merchant sees that it still runs", async () => {
    const { id } = await started();
    await settle(id);
    testApp.platform.plan(["refused"]);
    await act(id, "pause");
    await run(id);
    expect(await show(id)).toMatchObject({ status: "paused", observed_status: "active", sync: "pending" });
    expect((await show(id)).fault).toMatch(/refused/);
    testApp.systemClock.advance(10_000);
    await run(id);
    expect(testApp.platform.byReference(id)?.status).toBe("paused");
  });

  it("requested while a call hangs does not get the long backoff of earlier failures", async () => {
    const { id } = await started();
    await settle(id);
    await testApp.act("POST Clients/AdGroups/create", { ...adGroupBody({ name: "جدة" }), campaign_id: id });
    await testApp.db.run(sql`update campaigns.campaign_sync set failures = 9 where id = ${id}`);
    testApp.platform.hang(() => act(id, "pause"));
    testApp.platform.plan(["lost"]);
    await run(id);
    testApp.systemClock.advance(4_000);
    await run(id);
    expect(testApp.platform.byReference(id)?.status).toBe("paused");
  });

  it("by deleting removes the campaign from the platform", async () => {
    const { id } = await started();
    await settle(id);
    await testApp.act(`DELETE Clients/Campaigns/${id}`);
    await settle(id);
    expect(testApp.platform.living("campaign")).toEqual([]);
  });

  it("a campaign whose create got no response waits, is found, and is removed", async () => {
    const { id } = await started();
    testApp.platform.plan(["late"]);
    await run(id);
    await testApp.act(`DELETE Clients/Campaigns/${id}`);
    await settle(id);
    expect(testApp.platform.living("campaign")).toEqual([]);
    expect(testApp.platform.objects).toHaveLength(1);
  });
});

describe("ad groups and ads in a campaign that has ended", () => {
  it.each([
    ["archived", (id: string) => act(id, "archive")],
    ["deleted", (id: string) => testApp.act(`DELETE Clients/Campaigns/${id}`)],
  ])("are shown as %s by every call, and never stay pending", async (status, end) => {
    const { id, ad_groups } = await started();
    await settle(id);
    await end(id);
    const { ad_groups: groups } = await settle(id);
    const its = { status, sync: "synced" };
    expect(groups).toMatchObject([{ ...its, ads: [its] }]);
    const [group] = ad_groups;
    expect((await testApp.act(`GET Clients/AdGroups/${group?.id}`)).data).toMatchObject({
      ...its,
      ads: [its],
    });
    expect((await testApp.act(`GET Clients/Ads/${group?.ads[0]?.id}`)).data).toMatchObject(its);
  });

  it("an ad ends with its ad group, and one that never reached the platform stays local", async () => {
    const { id, ad_groups } = await testApp.aCampaign();
    await testApp.act(`POST Clients/AdGroups/${ad_groups[0]?.id}/archive`);
    const ended = { status: "archived", sync: "local" };
    expect((await show(id)).ad_groups).toMatchObject([{ ...ended, ads: [ended] }]);
  });
});

describe("the four kinds of failure", () => {
  it("rejected: the reason is shown, the rest goes on, and a retry by the merchant sends it again", async () => {
    const { id } = await started();
    testApp.platform.plan(["none", "none", "refused"]);
    const campaign = await settle(id);
    expect(campaign.sync).toBe("failed");
    expect(campaign.ad_groups[0]?.ads[0]).toMatchObject({ sync: "failed", fault_text: "Error code: E1008" });
    expect(testApp.platform.byReference(id)?.status).toBe("active");
    await act(id, "retry");
    expect((await settle(id)).sync).toBe("synced");
  });

  it("reconnect: nothing more is sent until the account is linked again, and nothing is shown as refused", async () => {
    const { id } = await started();
    testApp.platform.plan(["access_revoked"]);
    const campaign = await settle(id);
    const waiting = { sync: "disconnected", fault: null };
    expect(campaign).toMatchObject({
      ...waiting,
      connection_lost: true,
      ad_groups: [{ ...waiting, ads: [waiting] }],
    });
    const { failed } = await makeCampaignsFacade(testApp.deps).loadCampaignsOverview(testApp.ctx());
    expect(failed).toEqual([]);
    await wakeStalled(testApp.deps)(testApp.db);
    await act(id, "pause");
    expect((await settle(id)).sync).toBe("disconnected");
    expect(testApp.platform.sent).toEqual(["create campaign"]);
  });

  it("reconnect: everything continues automatically once the account is linked again", async () => {
    const { id } = await started();
    await settle(id);
    testApp.revokeAccess();
    await deliverEvent(connectionLost);
    const waiting = { sync: "disconnected" };
    expect(await show(id)).toMatchObject({ ...waiting, ad_groups: [{ ...waiting, ads: [waiting] }] });
    await act(id, "pause");
    testApp.relink();
    await deliverEvent(linked);
    expect(await settle(id)).toMatchObject({ sync: "synced", connection_lost: false });
    expect(testApp.platform.byReference(id)?.status).toBe("paused");
  });

  it("reconnect: what was deleted meanwhile is removed there once the account is linked again", async () => {
    const { id } = await started();
    await settle(id);
    testApp.revokeAccess();
    await deliverEvent(connectionLost);
    await testApp.act(`DELETE Clients/Campaigns/${id}`);
    testApp.relink();
    await deliverEvent(linked);
    await settle(id);
    expect(testApp.platform.living("campaign")).toEqual([]);
  });

  it("reconnect: a fault of the old access is retried when the account is already linked again", async () => {
    const { id } = await started();
    testApp.platform.plan(["stale_access"]);
    await run(id);
    expect((await show(id)).connection_lost).toBe(false);
    expect((await settle(id)).sync).toBe("synced");
  });

  it("later: not one call before the time the platform imposed, whatever the merchant does", async () => {
    const { id } = await started();
    testApp.platform.plan(["busy"]);
    await run(id);
    await act(id, "pause");
    testApp.systemClock.advance(39_000);
    await run(id);
    expect(testApp.platform.sent).toEqual(["create campaign"]);
    testApp.systemClock.advance(2_000);
    await run(id);
    expect(testApp.platform.sent.length).toBeGreaterThan(1);
  });

  it("later: says when it is tried again, and one call of the merchant's tries it at once", async () => {
    const { id } = await started();
    testApp.platform.plan(["down", "down"]);
    await run(id);
    const { retry } = await show(id);
    expect(retry).toMatchObject({ can_try_now: true });
    expect(retry?.in_seconds).toBeGreaterThan(0);
    await run(id);
    expect(testApp.platform.sent).toEqual(["create campaign"]);

    expect(await act(id, "retry")).toMatchObject({ status: 200, data: { retry: null } });
    await run(id);
    expect(testApp.platform.sent).toEqual(["create campaign", "create campaign"]);
    expect(await settle(id)).toMatchObject({ sync: "synced", retry: null });
    expect(testApp.platform.living("campaign")).toHaveLength(1);
    expect(await act(id, "retry")).toMatchObject({ status: 409 });
  });

  it("later: a campaign that is paused meanwhile never runs", async () => {
    const { id } = await started();
    testApp.platform.plan(["down"]);
    await run(id);
    await act(id, "pause");
    expect(await settle(id)).toMatchObject({ status: "paused", sync: "synced", retry: null });
    expect(testApp.platform.sent).not.toContain("active campaign");
  });

  it("later: a wait that the platform imposed is said, and cannot be hurried", async () => {
    const { id } = await started();
    testApp.platform.plan(["busy"]);
    await run(id);
    expect((await show(id)).retry).toEqual({ in_seconds: 40, can_try_now: false, reason: null });
  });

  it("later: what the platform waits for is told in the reader's language, until it is sent", async () => {
    const { id } = await started();
    testApp.platform.plan(["preparing"]);
    await run(id);
    const { retry } = await show(id);
    expect(retry).toMatchObject({ in_seconds: 20, can_try_now: false });
    expect(retry?.reason).toMatch(/تجهّز ملفك|preparing your file/);
    expect(await settle(id)).toMatchObject({ sync: "synced", retry: null });
  });

  it("outcome_unknown: the create is not repeated before the lost one can no longer take effect", async () => {
    const { id } = await started();
    testApp.platform.plan(["late"]);
    await run(id);
    testApp.systemClock.advance(15_000);
    await run(id);
    expect(testApp.platform.sent).toEqual(["create campaign"]);
    await settle(id);
    expect(testApp.platform.living("campaign")).toHaveLength(1);
  });
});

describe("two workers at once", () => {
  it("create one campaign: the second returns at once", async () => {
    const { id } = await started();
    await Promise.all([run(id), run(id), run(id)]);
    await settle(id);
    expect(testApp.platform.living("campaign")).toHaveLength(1);
  });
});

describe("a worker that was killed", () => {
  it("is replaced by another, enqueued by the scheduled job", async () => {
    const { id } = await started();
    testApp.platform.plan(["killed_after"]);
    await run(id).catch(() => {});
    testApp.revive();
    await wakeStalled(testApp.deps)(testApp.db);
    const before = await testApp.db.many(sql`select 1 from base.events where name = 'job.enqueued'`);
    testApp.systemClock.advance(25_000);
    await wakeStalled(testApp.deps)(testApp.db);
    const after = await testApp.db.many(sql`select 1 from base.events where name = 'job.enqueued'`);
    expect(after.length).toBe(before.length + 1);
    expect((await settle(id)).sync).toBe("synced");
    expect(testApp.platform.living("campaign")).toHaveLength(1);
  });
});

const bad: FailureMode[] = [
  "none",
  "acts_without_answer",
  "lost",
  "late",
  "busy",
  "down",
  "killed_before",
  "killed_after",
];
const actions = ["pause", "relaunch", "edit", "nothing"] as const;

describe("with any sequence of failures", () => {
  it("one campaign, one ad group and one ad exist in the end, in the last desired state", async () => {
    const days = fc.array(
      fc.record({
        mishaps: fc.array(fc.constantFrom(...bad), { maxLength: 5 }),
        action: fc.constantFrom(...actions),
        passes: fc.integer({ min: 0, max: 20_000 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(days, async (rounds) => {
        await testApp.reset();
        const { id } = await started();
        let budget = 100_00;
        for (const { mishaps, action, passes } of rounds) {
          testApp.platform.plan(mishaps);
          await run(id).catch(() => {});
          testApp.revive();
          testApp.systemClock.advance(passes);
          if (action === "edit") {
            budget += 10_00;
            const {
              ad_account_id: _a,
              platform: _p,
              store_id: _s,
              ...change
            } = campaignBody({ daily_budget_halalas: budget });
            await testApp.act(`PUT Clients/Campaigns/${id}`, change);
          } else if (action !== "nothing") await act(id, action);
        }
        testApp.platform.plan([]);
        const campaign = await settle(id);
        expect(campaign.sync).toBe("synced");
        for (const level of ["campaign", "ad_group", "ad"] as const)
          expect(testApp.platform.objects.filter((thing) => thing.level === level)).toHaveLength(1);
        expect(testApp.platform.byReference(id)?.status).toBe(campaign.status);
        expect(testApp.platform.byReference(id)?.spec).toMatchObject({ dailyBudget: budget });
        const [group] = campaign.ad_groups;
        expect(testApp.platform.byReference(group?.id ?? "")?.status).toBe("active");
        expect(testApp.platform.byReference(group?.ads[0]?.id ?? "")?.status).toBe("active");
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});
