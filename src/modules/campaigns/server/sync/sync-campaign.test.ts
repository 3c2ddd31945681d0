import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { makeOutboxRelay } from "#base/server/outbox-relay.ts";
import type { CampaignWhole } from "../../contract/shapes.ts";
import { adGroupBody, campaignBody } from "../../testing/bodies.ts";
import type { Mishap } from "../../testing/fake-platform.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { settleCampaign, showOf } from "../../testing/settle.ts";
import { makeCampaignsFacade } from "../campaigns.facade.ts";
import { campaignsListeners } from "../campaigns.listeners.ts";
import { syncCampaign } from "./sync-campaign.ts";
import { wakeStalled } from "./wake-stalled.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse();
});
beforeEach(() => house.reset());
afterAll(() => house.db.close());

const run = (id: string) => syncCampaign(house.deps, id);
const settle = (id: string) => settleCampaign(house, id);
const show = (id: string) => showOf(house, id);
const does = (id: string, action: string) => house.act(`POST Clients/Campaigns/${id}/${action}`);

/** An event of the ad account acc_1, as the room hears it. */
async function events(name: string) {
  await house.db.transaction((tx) => tx.publish({ name, merchant_id: "mer_1", ad_account_id: "acc_1" }));
  const subscriptions = campaignsListeners(house.deps);
  await makeOutboxRelay({ db: house.db, log: makeLog("silent"), subscriptions }).settle();
}

async function started(): Promise<CampaignWhole> {
  const campaign = await house.aCampaign();
  await does(campaign.id, "start");
  return campaign;
}

describe("a started campaign", () => {
  it("stands on the platform with its ad group and ad, all running, and is synced", async () => {
    const { id } = await started();
    expect((await show(id)).sync).toBe("pending");
    const campaign = await settle(id);
    expect(campaign).toMatchObject({
      sync: "synced",
      confirmed_status: "active",
      confirmed_daily_budget_halalas: 100_00,
    });
    expect(campaign.ad_groups[0]).toMatchObject({ sync: "synced", confirmed_status: "active" });
    expect(campaign.ad_groups[0]?.ads[0]).toMatchObject({ sync: "synced", confirmed_status: "active" });
    expect(house.platform.sent).toEqual([
      "create campaign",
      "create ad_group",
      "create ad",
      "active ad",
      "active ad_group",
      "active campaign",
    ]);
  });

  it("leads its ad to the tracking link and tells the platform the ages as one range", async () => {
    const { id } = await started();
    const campaign = await settle(id);
    const [group] = campaign.ad_groups;
    expect(house.platform.byReference(group?.ads[0]?.id ?? "")?.order).toMatchObject({
      url: group?.ads[0]?.tracking_url,
      media: { reference: "med_1" },
    });
    expect(house.platform.byReference(group?.id ?? "")?.order).toMatchObject({ ageMin: 25, ageMax: 44 });
  });

  it("that was never started is not told to the platform", async () => {
    const campaign = await house.aCampaign();
    await run(campaign.id);
    expect(house.platform.sent).toEqual([]);
    expect((await show(campaign.id)).sync).toBe("local");
  });

  it("tells a changed budget to the platform, with its ad groups", async () => {
    const { id } = await started();
    await settle(id);
    const {
      ad_account_id: _a,
      platform: _p,
      store_id: _s,
      ...change
    } = campaignBody({ daily_budget_halalas: 150_00 });
    await house.act(`PUT Clients/Campaigns/${id}`, change);
    expect(await show(id)).toMatchObject({
      daily_budget_halalas: 150_00,
      confirmed_daily_budget_halalas: 100_00,
    });
    expect(await settle(id)).toMatchObject({ sync: "synced", confirmed_daily_budget_halalas: 150_00 });
    expect(house.platform.byReference(id)?.order).toMatchObject({ dailyBudget: 150_00 });
    expect(house.platform.sent.slice(6)).toEqual(["update campaign", "update ad_group"]);
  });
});

describe("stopping", () => {
  it("comes before creates that still wait", async () => {
    const { id } = await started();
    await settle(id);
    await house.act("POST Clients/AdGroups/create", { ...adGroupBody({ name: "جدة" }), campaign_id: id });
    await does(id, "pause");
    await settle(id);
    expect(house.platform.sent.slice(6)).toEqual(["paused campaign", "create ad_group"]);
  });

  it("is sent even while a start is in doubt, and wins when the start lands late", async () => {
    const { id } = await started();
    house.platform.plan(["none", "none", "none", "none", "none", "late"]);
    await run(id);
    await does(id, "pause");
    await run(id);
    expect(house.platform.sent.at(-1)).toBe("paused campaign");
    expect((await show(id)).sync).toBe("pending");
    house.systemClock.advance(40_000);
    const campaign = await settle(id);
    expect(campaign).toMatchObject({ status: "paused", sync: "synced", confirmed_status: "paused" });
    expect(house.platform.byReference(id)?.status).toBe("paused");
  });

  it("is tried again by itself when the platform refuses it, and the merchant sees that it still runs", async () => {
    const { id } = await started();
    await settle(id);
    house.platform.plan(["refused"]);
    await does(id, "pause");
    await run(id);
    expect(await show(id)).toMatchObject({ status: "paused", confirmed_status: "active", sync: "pending" });
    expect((await show(id)).fault).toMatch(/refused/);
    house.systemClock.advance(10_000);
    await run(id);
    expect(house.platform.byReference(id)?.status).toBe("paused");
  });

  it("wished while a call hangs does not inherit the long wait of earlier failures", async () => {
    const { id } = await started();
    await settle(id);
    await house.act("POST Clients/AdGroups/create", { ...adGroupBody({ name: "جدة" }), campaign_id: id });
    await house.db.run(sql`update campaigns.campaigns set failures = 9 where id = ${id}`);
    house.platform.hang(() => does(id, "pause"));
    house.platform.plan(["lost"]);
    await run(id);
    house.systemClock.advance(4_000);
    await run(id);
    expect(house.platform.byReference(id)?.status).toBe("paused");
  });

  it("by deleting removes the campaign from the platform", async () => {
    const { id } = await started();
    await settle(id);
    await house.act(`DELETE Clients/Campaigns/${id}`);
    await settle(id);
    expect(house.platform.living("campaign")).toEqual([]);
  });

  it("a campaign whose create got no answer waits, finds it, and removes it", async () => {
    const { id } = await started();
    house.platform.plan(["late"]);
    await run(id);
    await house.act(`DELETE Clients/Campaigns/${id}`);
    await settle(id);
    expect(house.platform.living("campaign")).toEqual([]);
    expect(house.platform.things).toHaveLength(1);
  });
});

describe("what lies in a campaign that has ended", () => {
  it.each([
    ["archived", (id: string) => does(id, "archive")],
    ["deleted", (id: string) => house.act(`DELETE Clients/Campaigns/${id}`)],
  ])("is %s with it, wherever it is asked for, and waits for nothing", async (status, end) => {
    const { id, ad_groups } = await started();
    await settle(id);
    await end(id);
    const { ad_groups: groups } = await settle(id);
    const its = { status, sync: "synced" };
    expect(groups).toMatchObject([{ ...its, ads: [its] }]);
    const [group] = ad_groups;
    expect((await house.act(`GET Clients/AdGroups/${group?.id}`)).data).toMatchObject({ ...its, ads: [its] });
    expect((await house.act(`GET Clients/Ads/${group?.ads[0]?.id}`)).data).toMatchObject(its);
  });

  it("an ad ends with its ad group, and one that never reached the platform stays with us", async () => {
    const { id, ad_groups } = await house.aCampaign();
    await house.act(`POST Clients/AdGroups/${ad_groups[0]?.id}/archive`);
    const ended = { status: "archived", sync: "local" };
    expect((await show(id)).ad_groups).toMatchObject([{ ...ended, ads: [ended] }]);
  });
});

describe("the four kinds of failure", () => {
  it("refused: the reason is shown, the rest goes on, and a retry by hand sends it again", async () => {
    const { id } = await started();
    house.platform.plan(["none", "none", "refused"]);
    const campaign = await settle(id);
    expect(campaign.sync).toBe("failed");
    expect(campaign.ad_groups[0]?.ads[0]).toMatchObject({ sync: "failed", fault_said: "Error code: E1008" });
    expect(house.platform.byReference(id)?.status).toBe("active");
    await does(id, "retry");
    expect((await settle(id)).sync).toBe("synced");
  });

  it("no permission: nothing more is sent until the account is linked again, and nothing is told as refused", async () => {
    const { id } = await started();
    house.platform.plan(["no_permission"]);
    const campaign = await settle(id);
    const waiting = { sync: "disconnected", fault: null };
    expect(campaign).toMatchObject({
      ...waiting,
      connection_lost: true,
      ad_groups: [{ ...waiting, ads: [waiting] }],
    });
    const { failed } = await makeCampaignsFacade(house.deps).standingOf(house.db, "mer_1");
    expect(failed).toEqual([]);
    await wakeStalled(house.deps);
    await does(id, "pause");
    expect((await settle(id)).sync).toBe("disconnected");
    expect(house.platform.sent).toEqual(["create campaign"]);
  });

  it("no permission: everything goes on by itself once the account is linked again", async () => {
    const { id } = await started();
    await settle(id);
    house.loseThePermission();
    await events("ad_account.connection_lost");
    const waiting = { sync: "disconnected" };
    expect(await show(id)).toMatchObject({ ...waiting, ad_groups: [{ ...waiting, ads: [waiting] }] });
    await does(id, "pause");
    house.relink();
    await events("ad_account.linked");
    expect(await settle(id)).toMatchObject({ sync: "synced", connection_lost: false });
    expect(house.platform.byReference(id)?.status).toBe("paused");
  });

  it("no permission: what was deleted meanwhile goes from the platform once the account is linked again", async () => {
    const { id } = await started();
    await settle(id);
    house.loseThePermission();
    await events("ad_account.connection_lost");
    await house.act(`DELETE Clients/Campaigns/${id}`);
    house.relink();
    await events("ad_account.linked");
    await settle(id);
    expect(house.platform.living("campaign")).toEqual([]);
  });

  it("no permission: a fault of the permission before is asked once more when the account is linked again already", async () => {
    const { id } = await started();
    house.platform.plan(["old_permission"]);
    await run(id);
    expect((await show(id)).connection_lost).toBe(false);
    expect((await settle(id)).sync).toBe("synced");
  });

  it("busy: not one call before the time the platform named, whatever the merchant clicks", async () => {
    const { id } = await started();
    house.platform.plan(["busy"]);
    await run(id);
    await does(id, "pause");
    house.systemClock.advance(39_000);
    await run(id);
    expect(house.platform.sent).toEqual(["create campaign"]);
    house.systemClock.advance(2_000);
    await run(id);
    expect(house.platform.sent.length).toBeGreaterThan(1);
  });

  it("no answer: the create is not repeated before the lost one can no longer land", async () => {
    const { id } = await started();
    house.platform.plan(["late"]);
    await run(id);
    house.systemClock.advance(15_000);
    await run(id);
    expect(house.platform.sent).toEqual(["create campaign"]);
    await settle(id);
    expect(house.platform.living("campaign")).toHaveLength(1);
  });
});

describe("two workers at once", () => {
  it("make one campaign: the second leaves at once", async () => {
    const { id } = await started();
    await Promise.all([run(id), run(id), run(id)]);
    await settle(id);
    expect(house.platform.living("campaign")).toHaveLength(1);
  });
});

describe("a worker that was killed", () => {
  it("is followed by another, which is found by the minute's round", async () => {
    const { id } = await started();
    house.platform.plan(["killed_after"]);
    await run(id).catch(() => {});
    house.revive();
    await wakeStalled(house.deps);
    const before = await house.db.many(sql`select 1 from base.events where name = 'job.enqueued'`);
    house.systemClock.advance(25_000);
    await wakeStalled(house.deps);
    const after = await house.db.many(sql`select 1 from base.events where name = 'job.enqueued'`);
    expect(after.length).toBe(before.length + 1);
    expect((await settle(id)).sync).toBe("synced");
    expect(house.platform.living("campaign")).toHaveLength(1);
  });
});

const bad: Mishap[] = [
  "none",
  "acts_without_answer",
  "lost",
  "late",
  "busy",
  "down",
  "killed_before",
  "killed_after",
];
const wishes = ["pause", "relaunch", "edit", "nothing"] as const;

describe("whatever goes wrong on the way", () => {
  it("one campaign, one ad group and one ad stand in the end, as last wished", async () => {
    const days = fc.array(
      fc.record({
        mishaps: fc.array(fc.constantFrom(...bad), { maxLength: 5 }),
        wish: fc.constantFrom(...wishes),
        passes: fc.integer({ min: 0, max: 20_000 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(days, async (rounds) => {
        await house.reset();
        const { id } = await started();
        let budget = 100_00;
        for (const { mishaps, wish, passes } of rounds) {
          house.platform.plan(mishaps);
          await run(id).catch(() => {});
          house.revive();
          house.systemClock.advance(passes);
          if (wish === "edit") {
            budget += 10_00;
            const {
              ad_account_id: _a,
              platform: _p,
              store_id: _s,
              ...change
            } = campaignBody({ daily_budget_halalas: budget });
            await house.act(`PUT Clients/Campaigns/${id}`, change);
          } else if (wish !== "nothing") await does(id, wish);
        }
        house.platform.plan([]);
        const campaign = await settle(id);
        expect(campaign.sync).toBe("synced");
        for (const level of ["campaign", "ad_group", "ad"] as const)
          expect(house.platform.things.filter((thing) => thing.level === level)).toHaveLength(1);
        expect(house.platform.byReference(id)?.status).toBe(campaign.status);
        expect(house.platform.byReference(id)?.order).toMatchObject({ dailyBudget: budget });
        const [group] = campaign.ad_groups;
        expect(house.platform.byReference(group?.id ?? "")?.status).toBe("active");
        expect(house.platform.byReference(group?.ads[0]?.id ?? "")?.status).toBe("active");
      }),
      { numRuns: 40 },
    );
  }, 120_000);
});
