import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAudit } from "#base/server/audit.ts";
import { sql } from "#base/server/db/db.ts";
import type { CampaignDetails, CampaignFields, FromDraft } from "../contract/shapes.ts";
import { aDraft, draftBody } from "../testing/drafts.ts";
import { campaignBody } from "../testing/payloads.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => testApp.reset());
afterAll(() => testApp.db.close());

type Input = Partial<CampaignFields> & Partial<FromDraft>;
const toBody = (input: Input) => ({ ...campaignBody(), ...input, ad_groups: [] });
const create = (input: Input = {}) => testApp.act("POST Clients/Campaigns/create", toBody(input));
const created = async (input: Input = {}): Promise<CampaignDetails> => (await create(input)).data;
const onTikTok = { platform: "tiktok", ad_account_id: "acc_tiktok" } as const;
const countDrafts = async () =>
  (await testApp.db.one<{ count: number }>(sql`select count(*)::int as count from campaigns.drafts`)).count;
const listPlans = () =>
  testApp.db.many<{ id: string; name: string; objective: string }>(
    sql`select id, name, objective from campaigns.plans order by id`,
  );

describe("a campaign", () => {
  it("belongs to a plan of its own, with its name and objective", async () => {
    const { plan_id } = await created({ name: "Ajwa", objective: "traffic" });
    expect(plan_id).toMatch(/^pln_/);
    expect(await listPlans()).toEqual([{ id: plan_id, name: "Ajwa", objective: "traffic" }]);
    const [entry] = await listAudit(testApp.ctx(), { subject: plan_id });
    expect(entry).toMatchObject({ action: "plan.created", after: { name: "Ajwa", objective: "traffic" } });
  });

  it("that is refused leaves no plan behind", async () => {
    await create({ daily_budget_halalas: 1 });
    expect(await listPlans()).toEqual([]);
  });
});

describe("creating from a draft", () => {
  it("deletes the draft", async () => {
    const draft = await aDraft(testApp);
    const campaign = await created({ draft_id: draft.id });
    expect(await countDrafts()).toBe(0);
    expect(await listPlans()).toMatchObject([{ id: campaign.plan_id }]);
  });

  it("keeps the draft when the campaign is refused", async () => {
    const draft = await aDraft(testApp);
    expect((await create({ draft_id: draft.id, daily_budget_halalas: 1 })).status).toBe(400);
    expect(await countDrafts()).toBe(1);
  });

  it("with the same key again creates and deletes nothing more", async () => {
    const draft = await aDraft(testApp);
    const request = { as: "mer_1", key: "launch-key", body: toBody({ draft_id: draft.id }) };
    const answers = await Promise.all(
      [1, 2, 3].map(() => testApp.server.call("POST Clients/Campaigns/create", request)),
    );
    expect(new Set(answers.map(({ data }) => (data as CampaignDetails).id)).size).toBe(1);
    expect(await listPlans()).toHaveLength(1);
  });

  it("by two devices at once launches it once: for the other it is gone", async () => {
    const draft = await aDraft(testApp);
    const answers = await Promise.all(
      ["phone", "computer"].map((name) => create({ name, draft_id: draft.id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
    const refused = answers.find(({ status }) => status === 404);
    expect(refused?.envelope).toMatchObject({ fields: { draft_id: [expect.any(String)] } });
    expect(await listPlans()).toHaveLength(1);
  });

  it("that another device has saved since is refused at the draft, which stays as it is there", async () => {
    const { id, content, step } = await aDraft(testApp);
    const seen = { revision: 1, device: "device-of-noura" };
    await testApp.act(`PUT Clients/Drafts/${id}`, { content, step, device: "another-device", revision: 1 });
    const answer = await create({ draft_id: id, draft_seen: seen });
    expect(answer).toMatchObject({
      status: 409,
      envelope: { code: "campaigns.draft_changed", fields: { draft_id: [expect.any(String)] } },
    });
    expect(await countDrafts()).toBe(1);
    expect(await listPlans()).toEqual([]);
    expect((await create({ draft_id: id, draft_seen: { ...seen, revision: 2 } })).status).toBe(200);
  });

  it("that the same device saved, but never learnt of it, is created", async () => {
    const { id, content, step, device } = await aDraft(testApp);
    await testApp.act(`PUT Clients/Drafts/${id}`, { content, step, device, revision: 1 });
    expect((await create({ draft_id: id, draft_seen: { revision: 1, device } })).status).toBe(200);
    expect(await countDrafts()).toBe(0);
  });

  it("of another merchant finds no draft, and leaves it there", async () => {
    const draft = await aDraft(testApp, { as: "mer_2" });
    expect((await create({ draft_id: draft.id })).envelope).toMatchObject({ code: "base.not_found" });
    expect(await countDrafts()).toBe(1);
    expect(await listPlans()).toEqual([]);
  });
});

describe("a draft of a plan that exists", () => {
  it("adds a campaign on another platform to the plan", async () => {
    const { plan_id } = await created();
    const draft = await aDraft(testApp, { plan_id });
    expect(draft.plan_id).toBe(plan_id);
    const added = await created({ ...onTikTok, name: "Ajwa on TikTok", draft_id: draft.id });
    expect(added.plan_id).toBe(plan_id);
    expect(await listPlans()).toHaveLength(1);
  });

  it("never puts two campaigns of one platform into it, also when both come at once", async () => {
    const { id, plan_id } = await created();
    const drafts = await Promise.all([aDraft(testApp, { plan_id }), aDraft(testApp, { plan_id })]);
    const answers = await Promise.all(
      drafts.map((draft, index) => create({ ...onTikTok, name: `Ajwa ${index}`, draft_id: draft.id })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    expect(refused?.envelope).toMatchObject({ code: "campaigns.plan_platform_used" });
    expect(refused?.envelope.messages[0]).toBe("This plan already has a campaign on TikTok.");
    expect(await countDrafts()).toBe(1);

    const again = await aDraft(testApp, { plan_id });
    expect((await create({ name: "Ajwa again", draft_id: again.id })).status).toBe(409);
    await testApp.act(`DELETE Clients/Campaigns/${id}`);
    expect((await created({ name: "Ajwa again", draft_id: again.id })).plan_id).toBe(plan_id);
  });

  it("of another merchant is not found", async () => {
    const { plan_id } = await created();
    const answer = await testApp.act("POST Clients/Drafts/create", { ...draftBody(), plan_id }, "mer_2");
    expect(answer.envelope).toMatchObject({ error: true, code: "base.not_found" });
  });

  it("the database itself refuses a second campaign of a platform, and one without a plan", async () => {
    const { id } = await testApp.aCampaign();
    await created({ ...onTikTok, name: "Ajwa on TikTok" });
    const put = (change: ReturnType<typeof sql>) =>
      testApp.db.run(sql`update campaigns.campaigns set ${change} where id <> ${id}`);
    await expect(
      put(sql`platform = 'snapchat', plan_id = (select plan_id from campaigns.campaigns where id = ${id})`),
    ).rejects.toThrow(/campaigns_plan_platform/);
    await expect(put(sql`plan_id = 'pln_unknown'`)).rejects.toThrow(/campaigns_plan/);
    await expect(put(sql`plan_id = null`)).rejects.toThrow(/null value/);
  });
});
