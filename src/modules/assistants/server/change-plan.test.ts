import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { aSubscription } from "#modules/billing/testing/stock-builders.ts";
import type { Plan, PlanChange } from "../contract/plan-shapes.ts";
import { anAccount, aStore, listDrafts, now, openAssistants } from "../testing/assistants-harness.ts";

const harness = await openAssistants();
const { db, accounts, web } = harness;
beforeEach(async () => {
  await db.reset();
  web.read.length = 0;
  accounts.splice(0, accounts.length, ...(["snapchat", "meta", "tiktok"] as const).map(anAccount));
  await aStore(harness);
  await db.run(sql`update stores.products set image_url = 'https://cdn.example/1.jpg'`);
  await aSubscription(db, "mer_1", now);
});
afterAll(() => harness.close());

const call = (id: string, act: string, body?: object, as = "mer_1") =>
  harness.call(`POST Clients/CampaignPlanner/plans/${id}/${act}`, { as, ...(body ? { body } : {}) });
async function change({ id, revision }: Plan, wanted: PlanChange) {
  const { status, data, envelope } = await call(id, "change", { revision, change: wanted });
  return { status, plan: data as Plan, code: (envelope as { code?: string }).code };
}
async function make(more: object = {}): Promise<Plan> {
  return (await harness.plan(more)).plan;
}
const available = async () => (await harness.countWords()).available;

describe("one choice of a plan", () => {
  it("is changed alone in the plan and its draft, costs nothing, and is taken back", async () => {
    const first = await make();
    const before = await available();
    const { plan } = await change(first, { kind: "sentence", text: "رجال الدمام" });
    expect(plan.result).toMatchObject({
      choices: { audience: { gender: "male" }, places: { cities: [{ key: "dammam" }] } },
      texts: first.result?.texts,
    });
    expect(plan.result?.choices.budget).toEqual(first.result?.choices.budget);
    const [draft, ...others] = await listDrafts(db);
    expect(others).toEqual([]);
    expect(draft?.content.ad_groups[0]).toMatchObject({ gender: "male", locations: [{ city: "dammam" }] });
    expect(await available()).toBe(before);

    const { data } = await call(plan.id, "undo", { revision: plan.revision });
    expect((data as Plan).result).toEqual(first.result);
    expect((await listDrafts(db))[0]?.content.ad_groups[0]?.gender).toBe("female");
  });

  it("that is cheaper changes the draft's budget", async () => {
    const { plan } = await change(await make(), { kind: "budget", direction: "lower" });
    expect(plan.result?.choices.budget).toMatchObject({ daily_halalas: 35_000, days: 7 });
    expect((await listDrafts(db))[0]?.content.campaign.daily_budget_halalas).toBe(35_000);
  });

  it("that is cheaper than the platforms accept is refused, and stays", async () => {
    let plan = await make({ platforms: ["snapchat"], description: "عباية 80 ريال يوميًا" });
    let code: string | undefined;
    for (let tries = 0; tries < 5 && !code; tries += 1) {
      const changed = await change(plan, { kind: "budget", direction: "lower" });
      code = changed.code;
      if (!code) plan = changed.plan;
    }
    expect(code).toBe("assistants.budget_is_least");
    expect((await listDrafts(db))[0]?.content.campaign.daily_budget_halalas).toBe(
      plan.result?.choices.budget.daily_halalas,
    );
  });

  it("may be other platforms, of which each must be linked", async () => {
    const first = await make({ platforms: ["snapchat", "meta"] });
    const { plan } = await change(first, { kind: "platforms", platforms: ["snapchat", "tiktok"] });
    expect(Object.keys((await listDrafts(db))[0]?.content.platforms ?? {}).sort()).toEqual([
      "snapchat",
      "tiktok",
    ]);
    const refused = await change(plan, { kind: "platforms", platforms: ["x"] });
    expect(refused.code).toBe("assistants.platform_not_linked");
  });

  it("may be other texts, whose words are paid once", async () => {
    const first = await make();
    const before = await available();
    const { plan } = await change(first, { kind: "texts" });
    expect(plan.result?.texts).not.toEqual(first.result?.texts);
    expect(plan.result?.choices).toEqual(first.result?.choices);
    expect(before - (await available())).toBe(plan.words - first.words);
    // The same request again is one of an older plan.
    expect((await change(first, { kind: "texts" })).code).toBe("assistants.plan_changed");
    expect(before - (await available())).toBe(plan.words - first.words);
  });

  it("is left alone where a sentence says nothing of any", async () => {
    const refused = await change(await make(), { kind: "sentence", text: "شيء أجمل" });
    expect([refused.status, refused.code]).toEqual([400, "assistants.change_not_understood"]);
  });

  it("is not changed once the draft was changed in the form, nor in another merchant's plan", async () => {
    const first = await make();
    await db.run(sql`update campaigns.drafts set revision = revision + 1`);
    const refused = await change(first, { kind: "budget", direction: "lower" });
    expect([refused.status, refused.code]).toEqual([409, "assistants.draft_edited"]);
    const { data } = await harness.call("GET Clients/CampaignPlanner/plans/latest", { as: "mer_1" });
    expect((data as { plan: Plan }).plan).toMatchObject({ is_edited: true, can_undo: false });
    expect((await call(first.id, "undo", { revision: 1 }, "mer_2")).status).toBe(404);
  });
});

describe("a plan's pictures", () => {
  it("are taken when the draft is opened, for each platform and ad, and stay with later changes", async () => {
    const first = await make();
    expect(web.read).toEqual([]);
    const { data } = await call(first.id, "pictures");
    expect(data).toEqual({ draft_id: first.result?.draft_id, missing: null });
    const listMedia = async () =>
      (await listDrafts(db))[0]?.content.ad_groups.flatMap(({ ads }) => ads.map(({ media_id }) => media_id));
    expect(await listMedia()).toEqual([expect.any(String), expect.any(String), expect.any(String)]);
    const { data: latest } = await harness.call("GET Clients/CampaignPlanner/plans/latest", { as: "mer_1" });
    const { plan } = latest as { plan: Plan };
    expect(plan.result?.left).toEqual([]);
    const before = await listMedia();
    await change(plan, { kind: "audience", gender: "all" });
    expect(await listMedia()).toEqual(before);

    web.read.length = 0;
    await call(first.id, "pictures");
    expect(web.read).toEqual([]);
  });

  it("are said to be none where the product has none", async () => {
    await db.run(sql`update stores.products set image_url = null`);
    const { id, result } = await make();
    expect((await call(id, "pictures")).data).toEqual({ draft_id: result?.draft_id, missing: "none" });
  });
});

describe("a number to order by", () => {
  it("ends Meta's texts whole, and no other platform's", async () => {
    await make({ phone: "050 123 4567" });
    const [draft] = await listDrafts(db);
    const texts = Object.values(draft?.content.platforms.meta?.differs.ads ?? {}).map(({ text }) => text);
    expect(texts).toHaveLength(3);
    for (const text of texts) expect(text).toMatch(/للطلب: 050 123 4567$/);
    expect(JSON.stringify(draft?.content.ad_groups)).not.toContain("050 123 4567");
    expect(draft?.content.platforms.snapchat?.differs.ads).toEqual({});
  });
});
