import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { undoOperation } from "#base/server/operations/change-operation.ts";
import { toOperationKinds } from "#base/server/operations/define-operation.ts";
import { listItems, loadOperation } from "#base/server/operations/operations.store.ts";
import { runSlice } from "#base/server/operations/run-slice.ts";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import type { PlanDetails } from "../contract/plans.calls.ts";
import type { NewCampaign, NewPlan } from "../contract/shapes.ts";
import { aDraft } from "../testing/drafts.ts";
import { adBody, adGroupBody, campaignBody } from "../testing/payloads.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { planOperations } from "./launch-plan.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(async () => {
  await testApp.server.app.close();
  await testApp.db.close();
});

const onSnapchat: NewCampaign = {
  ...campaignBody({ name: "تمور · سناب شات" }),
  ad_groups: [
    { ...adGroupBody({ name: "الرياض" }), ads: [adBody({ name: "أ" }), adBody({ name: "ب" })] },
    { ...adGroupBody({ name: "جدة" }), ads: [adBody({ name: "ج" })] },
  ],
};
const onTiktok: NewCampaign = {
  ...campaignBody({ name: "تمور · تيك توك", platform: "tiktok", ad_account_id: "acc_tiktok" }),
  ad_groups: [{ ...adGroupBody({ locations: [] }), ads: [adBody()] }],
};
const planBody = (input: Partial<NewPlan> = {}): NewPlan => ({
  name: "تمور",
  objective: "sales",
  campaigns: [onSnapchat, onTiktok],
  ...input,
});
const create = (input: Partial<NewPlan> & { draft_id?: string } = {}) =>
  testApp.act("POST Clients/Plans/create", { ...planBody(), ...input });
async function aPlan(input: Partial<NewPlan> = {}): Promise<PlanDetails> {
  const answer = await create(input);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.envelope));
  return answer.data;
}
const count = async (table: "plans" | "campaigns" | "ads" | "drafts") => {
  const tables = {
    plans: sql`select count(*)::int as count from campaigns.plans`,
    campaigns: sql`select count(*)::int as count from campaigns.campaigns`,
    ads: sql`select count(*)::int as count from campaigns.ads`,
    drafts: sql`select count(*)::int as count from campaigns.drafts`,
  };
  return (await testApp.db.one<{ count: number }>(tables[table])).count;
};

describe("a plan over several platforms", () => {
  it("is created whole, with every ad group and ad, and its draft is gone", async () => {
    const draft = await aDraft(testApp);
    const plan: PlanDetails = (await create({ draft_id: draft.id })).data;
    expect(plan.campaigns.map(({ platform }) => platform)).toEqual(["snapchat", "tiktok"]);
    const groups = plan.campaigns[0]?.ad_groups.map(({ name, ads }) => [name, ads.length]);
    expect(groups).toEqual([
      ["الرياض", 2],
      ["جدة", 1],
    ]);
    expect([await count("plans"), await count("campaigns"), await count("ads")]).toEqual([1, 2, 4]);
    expect(await count("drafts")).toBe(0);
    const { data: shown } = await testApp.act(`GET Clients/Plans/${plan.id}`);
    expect(shown).toEqual(plan);
  });

  it("is refused with all problems of all its platforms, and nothing of it is kept", async () => {
    const answer = await create({
      campaigns: [
        { ...onSnapchat, daily_budget_halalas: 100 },
        {
          ...onTiktok,
          name: onSnapchat.name,
          ad_groups: onTiktok.ad_groups.map((group) => ({
            ...group,
            ads: group.ads.map((ad) => ({ ...ad, media_id: "med_of_somebody", headline: "" })),
          })),
        },
      ],
    });
    expect(answer.status).toBe(400);
    const { fields } = answer.envelope as unknown as { fields: Record<string, string[]> };
    expect(Object.keys(fields).sort()).toEqual([
      "campaigns.0.daily_budget_halalas",
      "campaigns.1.ad_groups.0.ads.0.headline",
      "campaigns.1.ad_groups.0.ads.0.media_id",
      "campaigns.1.name",
    ]);
    expect([await count("plans"), await count("campaigns")]).toEqual([0, 0]);
  });

  it("is made once by one key, however often it is sent", async () => {
    const request = { as: "mer_1", key: "one-plan-key", body: planBody() };
    const answers = await Promise.all(
      [1, 2, 3].map(() => testApp.server.call("POST Clients/Plans/create", request)),
    );
    expect(new Set(answers.map(({ data }) => (data as PlanDetails).id)).size).toBe(1);
    expect(await count("campaigns")).toBe(2);
  });

  it("of another merchant is not found", async () => {
    const { id } = await aPlan();
    for (const [method, path] of [
      ["GET", ""],
      ["POST", "/launch"],
      ["POST", "/stop"],
    ])
      expect((await testApp.act(`${method} Clients/Plans/${id}${path}`, undefined, "mer_2")).status).toBe(
        404,
      );
  });
});

const kinds = () => toOperationKinds(planOperations(testApp.deps));

/** Runs the operation as its job would, and answers with it and the reasons by campaign. */
async function finish({ id: operationId }: { id: string }) {
  const { db, systemClock, worldClock } = testApp;
  const run = runSlice({ db, log: makeLog("silent"), systemClock, worldClock, kinds: kinds() });
  await run({ merchantId: "mer_1", operationId });
  const items = await listItems(testApp.ctx(), { operationId, after: 0, limit: 10 });
  return {
    ...(await loadOperation(testApp.ctx(), { operationId })),
    reasons: items.map(({ refusal_code }) => refusal_code),
  };
}
async function act(id: string, action: "launch" | "stop") {
  const answer = await testApp.act(`POST Clients/Plans/${id}/${action}`);
  expect(answer.status, answer.envelope.messages[0]).toBe(200);
  return finish(answer.data as OperationRow);
}
async function loadStatuses(id: string) {
  const { data } = await testApp.act(`GET Clients/Plans/${id}`);
  return (data as PlanDetails).campaigns.map(({ status }) => status);
}

/** A campaign without an ad to show does not start. */
const archiveAds = (campaignId = "") =>
  testApp.db.run(sql`update campaigns.ads set status = 'archived' where campaign_id = ${campaignId}`);

describe("launching a plan", () => {
  it("starts every campaign, and a second launch changes nothing", async () => {
    const { id } = await aPlan();
    expect(await act(id, "launch")).toMatchObject({ status: "succeeded", done: 2 });
    expect(await loadStatuses(id)).toEqual(["active", "active"]);
    const held = new Map(testApp.wallet.held);
    expect(await act(id, "launch")).toMatchObject({ status: "succeeded", done: 2 });
    expect(testApp.wallet.held).toEqual(held);
  });

  it("does not begin when the wallet cannot cover all of it", async () => {
    const { id } = await aPlan();
    testApp.wallet.refuse("wallet.balance_not_enough", 402);
    expect((await testApp.act(`POST Clients/Plans/${id}/launch`)).status).toBe(402);
    expect(await loadStatuses(id)).toEqual(["created", "created"]);
  });

  it("that one platform refused names it, and is finished by another launch", async () => {
    const plan = await aPlan();
    const tiktok = plan.campaigns[1];
    await archiveAds(tiktok?.id);
    const half = await act(plan.id, "launch");
    expect(half).toMatchObject({ status: "partially_failed", done: 1, failed: 1 });
    expect(half.reasons).toEqual(expect.arrayContaining([null, "campaigns.ad_missing"]));
    expect(await loadStatuses(plan.id)).toEqual(["active", "created"]);

    const group = tiktok?.ad_groups[0];
    await testApp.act("POST Clients/Ads/create", { ...adBody(), ad_group_id: group?.id ?? "" });
    expect(await act(plan.id, "launch")).toMatchObject({ status: "succeeded" });
    expect(await loadStatuses(plan.id)).toEqual(["active", "active"]);
  });

  it("that is taken back pauses what runs, and leaves what never started", async () => {
    const plan = await aPlan();
    await archiveAds(plan.campaigns[1]?.id);
    await act(plan.id, "launch");
    expect(await act(plan.id, "stop")).toMatchObject({ status: "succeeded" });
    expect(await loadStatuses(plan.id)).toEqual(["paused", "created"]);
  });

  it("can be undone as an operation", async () => {
    const { id } = await aPlan();
    const launch = await act(id, "launch");
    const undo = await transact(testApp.ctx(), (ctx) =>
      undoOperation(kinds())(ctx, { operationId: launch.id }),
    );
    await finish(undo);
    expect(await loadStatuses(id)).toEqual(["paused", "paused"]);
  });

  it("sends again what a platform refused", async () => {
    const plan = await aPlan();
    await act(plan.id, "launch");
    const refused = plan.campaigns[0]?.id ?? "";
    await testApp.db.run(
      sql`update campaigns.campaign_sync set fault_key = 'fault_rejected' where id = ${refused}`,
    );
    await act(plan.id, "launch");
    const row = await testApp.db.one<{ fault_key: string | null }>(
      sql`select fault_key from campaigns.campaign_sync where id = ${refused}`,
    );
    expect(row.fault_key).toBeNull();
  });
});

describe("editing before the first start", () => {
  const { platform: _platform, ...fields } = campaignBody();
  const edit = (id: string, input: object) =>
    testApp.act(`PUT Clients/Campaigns/${id}`, { ...fields, ...input });

  it("may choose another ad account, and refuses one of another platform", async () => {
    const { id } = await testApp.aCampaign();
    for (const ad_account_id of ["acc_tiktok", "acc_of_nobody", ""])
      expect((await edit(id, { ad_account_id })).status).toBeGreaterThanOrEqual(400);
    expect((await edit(id, { ad_account_id: "acc_2" })).data).toMatchObject({ ad_account_id: "acc_2" });
  });

  it("after it, account and store stay", async () => {
    const { id } = await testApp.aCampaign();
    await testApp.act(`POST Clients/Campaigns/${id}/start`);
    const answer = await edit(id, { ad_account_id: "acc_2", store_id: "sto_2" });
    const { fields: refused } = answer.envelope as unknown as { fields: Record<string, string[]> };
    expect(Object.keys(refused).sort()).toEqual(["ad_account_id", "store_id"]);
  });

  it("the goal may change too; after it, the change is refused at its field, and nothing is sent again", async () => {
    const { id } = await testApp.aCampaign();
    expect((await edit(id, { objective: "traffic" })).data).toMatchObject({ objective: "traffic" });
    const { data: started } = await testApp.act(`POST Clients/Campaigns/${id}/start`);
    const { status, envelope } = await edit(id, { objective: "sales" });
    expect(status).toBe(400);
    expect(envelope).toMatchObject({
      code: "campaigns.objective_fixed",
      fields: { objective: [expect.any(String)] },
    });
    const { data: same } = await edit(id, { objective: "traffic", name: "New" });
    expect(same).toMatchObject({ objective: "traffic", name: "New" });
    expect(started).toMatchObject({ objective: "traffic" });
  });

  it("a change that names neither keeps both", async () => {
    const { id } = await testApp.aCampaign();
    const { ad_account_id: _account, store_id: _store, ...rest } = fields;
    const { data } = await testApp.act(`PUT Clients/Campaigns/${id}`, { ...rest, name: "New" });
    expect(data).toMatchObject({ ad_account_id: "acc_1", store_id: "sto_1", name: "New" });
  });
});
