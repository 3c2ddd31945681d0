import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type AuditEntry, listAudit } from "#base/server/audit.ts";
import { systemContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { halalas } from "#base/shared/money.ts";
import type { CampaignDetails } from "../contract/shapes.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { settleCampaign } from "../testing/settle.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { archiveEnded } from "./archive-ended.ts";
import { pickChanges } from "./campaigns.audit.ts";
import { pollStatus } from "./poll-status.ts";
import { pauseForMoney } from "./stop-campaign.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

const merchant = { actor_kind: "member", actor_id: "mer_1" };
const product = { actor_kind: "system", actor_id: null };
const does = (id: string, action: string) => testApp.act(`POST Clients/Campaigns/${id}/${action}`);
const asProduct = () => systemContext(testApp.db, "mer_1", testApp.worldClock.now());

/** The entries of one campaign, ad group or ad, oldest first. */
const entries = async (subject: string): Promise<AuditEntry[]> =>
  (await listAudit(testApp.ctx(), { module: "campaigns", subject })).reverse();
const actions = async (subject: string) => (await entries(subject)).map(({ action }) => action);

async function started(): Promise<CampaignDetails> {
  const campaign = await testApp.aCampaign();
  await does(campaign.id, "start");
  return campaign;
}

/** A poll after the time in which the platform may still report the old state. */
async function pollLater(id: string) {
  testApp.systemClock.advance(60_000);
  await pollStatus(testApp.deps)(asProduct(), { campaignIds: [id] });
}

describe("the audit log", () => {
  it("has what a new campaign, its ad group and its ad began with", async () => {
    const { id, ad_groups } = await testApp.aCampaign();
    const [group] = ad_groups;
    expect(await entries(id)).toMatchObject([
      { action: "campaign.created", ...merchant, before: null, after: { daily_budget_halalas: 100_00 } },
    ]);
    expect(await entries(group?.id ?? "")).toMatchObject([
      { action: "ad_group.created", before: null, after: { campaign_id: id, gender: "female" } },
    ]);
    expect(await entries(group?.ads[0]?.id ?? "")).toMatchObject([
      { action: "ad.created", before: null, after: { ad_group_id: group?.id, headline: "عجوة المدينة" } },
    ]);
  });

  it("has only the fields that an edit changed, before and after", async () => {
    const { id, ad_groups } = await testApp.aCampaign();
    const [group] = ad_groups;
    const { ad_account_id: _a, platform: _p, store_id: _s, ...fields } = campaignBody();
    await testApp.act(`PUT Clients/Campaigns/${id}`, { ...fields, daily_budget_halalas: 150_00 });
    await testApp.act(`PUT Clients/AdGroups/${group?.id}`, adGroupBody({ gender: "all" }));
    await testApp.act(`PUT Clients/Ads/${group?.ads[0]?.id}`, adBody({ text: "تمر المدينة" }));

    const [, campaignEdit] = await entries(id);
    expect(campaignEdit).toMatchObject({ action: "campaign.edited", ...merchant });
    expect(campaignEdit?.before).toEqual({ daily_budget_halalas: 100_00 });
    expect(campaignEdit?.after).toEqual({ daily_budget_halalas: 150_00 });
    const [, groupEdit] = await entries(group?.id ?? "");
    expect(groupEdit).toMatchObject({ action: "ad_group.edited", before: { gender: "female" } });
    expect(groupEdit?.after).toEqual({ gender: "all" });
    const [, adEdit] = await entries(group?.ads[0]?.id ?? "");
    expect(adEdit).toMatchObject({ action: "ad.edited", before: { text: "" } });
    expect(adEdit?.after).toEqual({ text: "تمر المدينة" });
  });

  it("has every change of a campaign's status, and none for an action that changed nothing", async () => {
    const { id } = await started();
    for (const action of ["pause", "pause", "relaunch", "archive"]) await does(id, action);
    await testApp.act(`DELETE Clients/Campaigns/${id}`);
    const [, start, pause, ...rest] = await entries(id);
    expect(start).toMatchObject({
      action: "campaign.started",
      ...merchant,
      before: { status: "created", reserve_halalas: 0 },
      after: { status: "active", reserve_halalas: 250_00 },
    });
    expect(pause).toMatchObject({
      action: "campaign.paused",
      ...merchant,
      before: { status: "active", status_reason: null },
      after: { status: "paused", status_reason: "merchant" },
    });
    expect(rest.map(({ action }) => action)).toEqual([
      "campaign.relaunched",
      "campaign.archived",
      "campaign.deleted",
    ]);
  });

  it("names the product where it pauses because money ended, and where it archives what is over", async () => {
    const { id } = await testApp.aCampaign({ ends_at: "2026-11-25T09:00:00Z" });
    await does(id, "start");
    await transact(asProduct(), pauseForMoney(testApp.deps));
    await archiveEnded(testApp.deps)(testApp.db, { now: new Date("2026-11-25T09:00:00Z") });
    expect((await entries(id)).slice(2)).toMatchObject([
      { action: "campaign.paused", ...product, after: { status: "paused", status_reason: "money" } },
      { action: "campaign.archived", ...product, after: { status: "archived", status_reason: "ended" } },
    ]);
  });

  it("has changes of an ad group's and an ad's status under their own ids", async () => {
    const { ad_groups } = await started();
    const [group] = ad_groups;
    const ad = group?.ads[0]?.id ?? "";
    await testApp.act(`POST Clients/AdGroups/${group?.id}/pause`);
    await testApp.act(`DELETE Clients/Ads/${ad}`);
    expect((await entries(group?.id ?? "")).at(-1)).toMatchObject({
      action: "ad_group.paused",
      before: { status: "active" },
      after: { status: "paused" },
    });
    expect(await actions(ad)).toEqual(["ad.created", "ad.deleted"]);
  });

  it("has the merchant's decisions about changes made on the platform", async () => {
    const { id } = await started();
    await settleCampaign(testApp, id);
    testApp.platform.setBudget(id, halalas(180_00));
    await pollLater(id);
    await does(id, "accept");
    expect((await entries(id)).at(-1)).toMatchObject({
      action: "campaign.drift_accepted",
      ...merchant,
      before: { daily_budget_halalas: 100_00, drift_daily_budget_halalas: 180_00 },
      after: { daily_budget_halalas: 180_00, drift_daily_budget_halalas: null },
    });

    const onPlatform = testApp.platform.byReference(id);
    if (onPlatform) onPlatform.status = "paused";
    await pollLater(id);
    await does(id, "retry");
    expect((await entries(id)).at(-1)).toMatchObject({
      action: "campaign.sync_retried",
      before: { faults: [{ id, drift_status: "paused" }] },
    });
  });

  it("names the product where it reverts a budget that the wallet cannot cover", async () => {
    const { id } = await started();
    await settleCampaign(testApp, id);
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    testApp.platform.setBudget(id, halalas(900_00));
    await pollLater(id);
    expect((await entries(id)).at(-1)).toMatchObject({
      action: "campaign.budget_reverted",
      ...product,
      before: { observed_daily_budget_halalas: 900_00 },
      after: { daily_budget_halalas: 100_00 },
    });
  });
});

describe("a campaign's events", () => {
  it("name the merchant for what the merchant did, and the product for the rest", async () => {
    const { id } = await started();
    await settleCampaign(testApp, id);
    await transact(asProduct(), pauseForMoney(testApp.deps));
    const events = await testApp.db.many(sql`
      select name, actor_kind, actor_id from base.events where name like 'campaign.%' order by id`);
    expect(events).toEqual([
      { name: "campaign.created", ...merchant },
      { name: "campaign.started", ...merchant },
      { name: "campaign.synced", ...product },
      { name: "campaign.paused", ...product },
    ]);
  });
});

describe("the fields that differ", () => {
  it("are found in dates and lists by their values", () => {
    const before = { at: new Date(1), list: ["a", "b"], name: "تمر" };
    expect(pickChanges(before, { at: new Date(1), list: ["b"], name: "تمر" })).toEqual({
      before: { list: ["a", "b"] },
      after: { list: ["b"] },
    });
  });
});
