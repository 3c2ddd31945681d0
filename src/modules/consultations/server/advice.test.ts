import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { aWallet } from "#modules/wallet/testing/builders.ts";
import type { Advice } from "../contract/advice.calls.ts";
import type { OrderDetails } from "../contract/order-shapes.ts";
import { type ConsultationsHarness, openConsultations } from "../testing/consultations-harness.ts";
import { measureAdvice } from "./measure-advice.ts";

let harness: ConsultationsHarness;
let id: string;
/** What was changed at the campaigns. */
let changes: { campaignId: string; from_halalas: number; to_halalas: number }[];

/** Headlines of drafts that were made, and of ads that were published. */
let drafts: string[];
let published: string[];

beforeAll(async () => {
  harness = await openConsultations();
  // Campaigns have their own tests: here are two of a merchant.
  harness.deps.campaigns = {
    findCampaigns: async ({ actor }: ReadContext, ids?: readonly string[]) =>
      ["cmp_1", "cmp_2"]
        .filter((one) => actor.merchantId === "mer_1" && (ids?.includes(one) ?? true))
        .map((one) => ({
          ...{ id: one, merchant_id: "mer_1", name: `حملة ${one}`, platform: "snapchat" as const },
          ...{ ad_account_id: "ada_1", status: "active" as const, sync: "synced" as const },
          ...{ starts_at: new Date(), ends_at: null, daily_budget_halalas: 10_000, updated_at: new Date() },
        })),
    listCampaignIds: async () => ["cmp_1", "cmp_2"],
    changeBudgetFrom: async (_ctx, change) => void changes.push(change),
    createWrittenDraft: async (_ctx, { headline }) => {
      drafts.push(headline);
      return { id: `dft_${drafts.length}` };
    },
    listCampaignsOfHeadline: async (_ctx, { headline }) => (published.includes(headline) ? ["cmp_2"] : []),
  };
});
afterAll(() => harness.close());
beforeEach(async () => {
  changes = [];
  drafts = [];
  published = [];
  await harness.reset();
  await aWallet(harness.db, "mer_1", 100_000);
  const consultation = await harness.addConsultation();
  ({ id } = (await harness.place(consultation.id)).data as OrderDetails);
  await harness.staffCall(`POST Staff/ConsultationOrders/${id}/accept`);
  await harness.staffCall(`POST Staff/ConsultationOrders/${id}/confirm`, {
    starts_at: "2026-11-22T10:00:00Z",
    meeting_url: "https://meet.example/one",
  });
  await measure("cmp_1", "2026-11-10", 10_000, 20_000);
  await measure("cmp_2", "2026-11-10", 10_000, 20_000);
});

/** A campaign's day as the figures roll it up. */
async function measure(campaignId: string, day: string, spend: number, sales: number) {
  await harness.db.run(sql`
    insert into figures.ad_days (merchant_id, campaign_id, day, ad_id, spend_halalas, sales_delivered_halalas)
    values ('mer_1', ${campaignId}, ${day}, ${`ad_${campaignId}`}, ${spend}, ${sales})`);
  await harness.db.run(sql`
    insert into figures.campaign_days (merchant_id, campaign_id, day, spend_halalas, sales_delivered_halalas)
    values ('mer_1', ${campaignId}, ${day}, ${spend}, ${sales})`);
}

const share = () => harness.call(`PUT Clients/ConsultationOrders/${id}/dossier`, { consents: true });
const propose = (campaign_id = "cmp_1", advised: object = { kind: "budget", to_halalas: 20_000 }) =>
  harness.staffCall(`POST Staff/ConsultationOrders/${id}/advice`, {
    ...{ campaign_id, note: "عائدها أعلى من غيرها", expected_roas: 3, ...advised },
  });
const aRule = {
  kind: "rule",
  rule: {
    ...{ name: "خفّض الخاسر", target: "roas", comparison: "less", value: 150 },
    ...{ action: "decrease_budget", change_percent: 20, window_days: 7 },
  },
};
const anAd = { kind: "ad", ad: { headline: "تمر المدينة", text: "يصلك طازجًا" } };
const list = async () =>
  ((await harness.call(`GET Clients/ConsultationOrders/${id}/advice`)).data as { items: Advice[] }).items;
const decide = (adviceId: string, how: "accept" | "decline", as = "mer_1") =>
  harness.call(`POST Clients/ConsultationOrders/${id}/advice/${adviceId}/${how}`, undefined, as);

async function accepted(advised?: object): Promise<Advice> {
  await share();
  await propose("cmp_1", advised);
  const [advice] = await list();
  await decide(advice?.id ?? "", "accept");
  return (await list())[0] as Advice;
}

describe("a consultant's proposal", () => {
  it("is of a campaign that the merchant shares", async () => {
    expect((await propose()).envelope).toMatchObject({ code: "consultations.advice_without_dossier" });
    await share();
    expect((await propose("cmp_3")).status).toBe(409);
    expect((await propose()).status).toBe(200);
    expect(await list()).toMatchObject([
      { campaign_name: "حملة cmp_1", state: "proposed", expected_roas: 3 },
    ]);
  });

  it("changes the budget once it is accepted, and once only", async () => {
    const advice = await accepted();
    expect(advice).toMatchObject({ state: "accepted", from_halalas: 10_000, accepted_on: "2026-11-21" });
    expect((await decide(advice.id, "accept")).envelope).toMatchObject({
      code: "consultations.advice_decided",
    });
    expect(changes).toEqual([{ campaignId: "cmp_1", from_halalas: 10_000, to_halalas: 20_000 }]);
  });

  it("that is declined changes nothing, and is not another merchant's to decide", async () => {
    await share();
    await propose();
    const [advice] = await list();
    expect((await decide(advice?.id ?? "", "accept", "mer_2")).status).toBe(404);
    await decide(advice?.id ?? "", "decline");
    expect(await list()).toMatchObject([{ state: "declined" }]);
    expect(changes).toEqual([]);
  });

  it("is measured after 14 days, against the merchant's other campaigns on the platform", async () => {
    await accepted();
    await measure("cmp_1", "2026-11-25", 10_000, 40_000);
    await measure("cmp_2", "2026-11-25", 10_000, 20_000);
    harness.clock.set("2026-12-05T09:00:00Z");
    await measureAdvice(harness.deps)();
    expect((await list())[0]?.outcome).toBeNull();
    harness.clock.set("2026-12-06T02:00:00Z");
    await measureAdvice(harness.deps)();
    expect(await list()).toMatchObject([
      { outcome: { before: 2, after: 4, similar_before: 2, similar_after: 2 }, is_kept: true },
    ]);
  });

  it("of a rule becomes one that is switched off, on what was delivered, for that campaign alone", async () => {
    const { made_id } = await accepted(aRule);
    const rules = await harness.db.many(sql`
      select id, status, stage, reach, campaign_ids, target, value::int as value, action, change_value::int as change_value
      from rules.control_rules`);
    expect(rules).toEqual([
      {
        ...{
          id: made_id,
          status: "inactive",
          stage: "delivered",
          reach: "campaigns",
          campaign_ids: ["cmp_1"],
        },
        ...{ target: "roas", value: 150, action: "decrease_budget", change_value: 20 },
      },
    ]);
    expect(changes).toEqual([]);
  });

  it("of a rule that changes a budget says by how much", async () => {
    await share();
    const rule = { ...aRule.rule, change_percent: null };
    expect((await propose("cmp_1", { kind: "rule", rule })).status).toBe(400);
  });

  it("of an ad becomes a draft with its texts, once", async () => {
    const { id: adviceId, made_id } = await accepted(anAd);
    await decide(adviceId, "accept");
    expect([made_id, drafts]).toEqual(["dft_1", ["تمر المدينة"]]);
  });

  const measureLater = async () => {
    await measure("cmp_1", "2026-11-25", 10_000, 40_000);
    await measure("cmp_2", "2026-11-25", 10_000, 20_000);
    harness.clock.set("2026-12-06T02:00:00Z");
    await measureAdvice(harness.deps)();
    return (await list())[0];
  };

  it("is not scored while the rule or the ad that it made is not in use", async () => {
    await accepted(aRule);
    expect(await measureLater()).toMatchObject({ outcome: { after: null }, is_kept: null });
  });

  it("of a live rule is scored by its campaign, and of a published ad by the campaigns that have it", async () => {
    await accepted(aRule);
    await harness.db.run(
      sql`update rules.control_rules set status = 'active', mode = 'live', next_run_at = now()`,
    );
    await propose("cmp_1", anAd);
    await decide((await list())[1]?.id ?? "", "accept");
    published.push("تمر المدينة");
    await measureLater();
    expect(await list()).toMatchObject([
      { outcome: { after: 4 }, is_kept: true },
      { outcome: { after: 2 }, is_kept: false },
    ]);
  });
});

describe("the promises of a consultant", () => {
  const insertMeasured = (many: number, kept: number, by: string) =>
    harness.db.run(sql`
      insert into consultations.advice (merchant_id, id, order_id, campaign_id, campaign_name, kind, from_halalas,
        to_halalas, note, expected_roas, state, proposed_by, created_at, decided_at, accepted_on, outcome, is_kept, measured_at)
      select 'mer_1', 'csa_' || ${by}::text || n, ${id}, 'cmp_1', 'حملة', 'budget', 1, 2, '', 2, 'accepted', ${by}, now(), now(),
        '2026-11-01', '{}', n <= ${kept}::int, now() from generate_series(1, ${many}::int) as n`);

  it("stand beside what they offer, ranked once there are enough of them", async () => {
    const load = async () =>
      (
        (await harness.call("GET Clients/Consultations/index")).data as {
          items: { consultant_promises: object }[];
        }
      ).items[0]?.consultant_promises;
    expect(await load()).toEqual({ kept: 0, measured: 0, rank: null, ranked_of: null });
    await insertMeasured(4, 3, "stf_noura");
    expect(await load()).toEqual({ kept: 3, measured: 4, rank: null, ranked_of: null });
    await insertMeasured(6, 6, "stf_saad");
    await insertMeasured(10, 9, "stf_huda");
    await harness.db.run(sql`delete from consultations.advice where proposed_by = 'stf_noura'`);
    await insertMeasured(5, 3, "stf_noura");
    expect(await load()).toEqual({ kept: 3, measured: 5, rank: 3, ranked_of: 3 });
    const { consultants } = (await harness.staffCall("GET Staff/Consultations/index")).data as {
      consultants: { id: string; promises: { rank: number | null } }[];
    };
    expect(consultants.find((one) => one.id === "stf_noura")?.promises.rank).toBe(3);
  });
});
