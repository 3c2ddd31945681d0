import { join } from "node:path";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { loadMessages } from "#base/server/messages.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { testServer } from "#base/testing/http.ts";
import { makeCampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { openTestApp } from "#modules/campaigns/testing/test-app.ts";
import { listKnownChanges } from "#modules/figures/server/list-known-changes.ts";
import { makeSeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import type { RulesDeps } from "../server/deps.ts";
import { evaluateMerchant } from "../server/evaluate-merchant.ts";
import { mountRules } from "../server/rules.routes.ts";
import { aRuleBody } from "./rule-body.ts";

type Seen = {
  impressions: number;
  clicks: number;
  spend_halalas: number;
  sales_placed_halalas: number;
  sales_delivered_halalas: number;
};

type SpendAndSales = { spend: number; sales: number };
const toSeen = ({ spend, sales }: SpendAndSales): Seen => ({
  impressions: 1_000,
  clicks: 50,
  spend_halalas: spend,
  sales_placed_halalas: sales,
  sales_delivered_halalas: sales,
});

export const stopTheLoser: ControlRuleFields = { ...aRuleBody, campaign_ids: [], more_conditions: [] };
export const raiseTheWinner: ControlRuleFields = {
  ...stopTheLoser,
  name: "زد الرابح",
  comparison: "greater",
  value: 300,
  action: "increase_budget",
  change_unit: "percent",
  change_value: 15,
};

/** The module over real campaigns, with figures that a test sets. */
export async function openRulesApp() {
  const campaignsApp = await openTestApp();
  const { db, worldClock } = campaignsApp;
  const seen = new Map<string, Seen>();
  const seenBefore = new Map<string, Seen>();
  let readAt: string | null = null;
  const messages = await loadMessages(join(import.meta.dirname, "../../.."));
  const deps: RulesDeps = {
    db,
    systemClock: worldClock,
    merchants: { loadMobile: async () => "+966501234567", loadLanguage: async () => "ar" },
    texts: {
      queueText: async () => "queued",
      findTexts: async () => [],
      findProvenNumbers: async () => [],
      hasWhatsApp: true,
    },
    worldClock,
    messages,
    campaigns: makeCampaignsFacade(campaignsApp.deps),
    seasons: makeSeasonsFacade(),
    figures: {
      // A question that ends before yesterday is about the week before.
      query: async (ctx, { filter }) => {
        const isBefore = (filter?.to ?? "") < addDays(toRiyadhDay(ctx.now), -1);
        return [...(isBefore ? seenBefore : seen)].map(([campaign_id, sums]) => ({
          campaign_id,
          ...sums,
        })) as never;
      },
      listAccountPolls: async () => ({
        items: ["acc_1", "acc_2"].map((ad_account_id) => ({
          ad_account_id,
          platform: "snapchat" as const,
          name: "",
          as_of: readAt,
          failing_since: null,
          is_disconnected: false,
          next_try_in_seconds: null,
          currency: "SAR",
          rate: null,
        })),
      }),
      listKnownChanges,
      findCompleteUntil: async () => readAt,
    },
  };
  const server = await testServer(db, (app, context) => mountRules(app, context, deps), worldClock);
  let keys = 0;
  const call = async <Data = { id: string }>(name: string, body?: object) => {
    keys += 1;
    const { status, envelope, data } = await server.call(name, {
      as: "mer_1",
      key: `rules-key-${keys}`,
      ...(body ? { body } : {}),
    });
    const fields = envelope.error ? (envelope.fields ?? {}) : {};
    return { status, messages: envelope.messages, fields, data: data as Data };
  };
  return {
    campaignsApp,
    db,
    deps,
    call,
    /** A running campaign with a daily budget of 100 riyals. */
    async aRunningCampaign(name = "تمور") {
      const { id } = await campaignsApp.aCampaign({ name, daily_budget_halalas: 100_00 });
      await campaignsApp.act(`POST Clients/Campaigns/${id}/start`);
      return id;
    },
    see: (id: string, figures: SpendAndSales) => {
      readAt = worldClock.now().toISOString();
      seen.set(id, toSeen(figures));
    },
    /** In the seven days before the window. */
    seeBefore: (id: string, figures: SpendAndSales) => void seenBefore.set(id, toSeen(figures)),
    readFiguresAt: (at: string | null) => {
      readAt = at;
    },
    /** A rule that is on, live unless said otherwise. */
    async aRule(fields: ControlRuleFields, mode: "live" | "shadow" = "live") {
      const created = await call("POST Clients/ControlRules/create", fields);
      const on = await call(`POST Clients/ControlRules/${created.data.id}/status`, {
        status: "active",
        mode,
      });
      if (on.status !== 200) throw new Error(on.messages[0]);
      return created.data.id;
    },
    async runAt(at: string) {
      worldClock.set(at);
      await evaluateMerchant(deps)(db, { merchantId: "mer_1", now: worldClock.now() });
    },
    acts: () => db.many<Row<"rules.acts">>(sql`select * from rules.acts order by acted_at, id`),
    evaluations: () =>
      db.many<Row<"rules.evaluations">>(sql`select * from rules.evaluations order by first_at, rule_id`),
    campaign: (id: string) =>
      db.one<{ status: string; status_reason: string | null; daily_budget_halalas: number }>(sql`
        select status, status_reason, daily_budget_halalas from campaigns.campaigns where id = ${id}`),
    async recordFact(
      campaignId: string,
      { day, knownAt, spend, sales }: { day: string; knownAt: string; spend: number; sales: number },
    ) {
      for (const source of ["platform", "orders"])
        await db.run(sql`
          insert into figures.ad_facts (merchant_id, campaign_id, ad_id, day, source, known_at, spend_halalas,
            sales_placed_halalas, sales_delivered_halalas)
          values ('mer_1', ${campaignId}, 'ad_1', ${day}, ${source}, ${new Date(knownAt)},
            ${source === "platform" ? spend : 0}, ${source === "orders" ? sales : 0}, ${source === "orders" ? sales : 0})`);
    },
    today: () => toRiyadhDay(worldClock.now()),
    yesterday: () => addDays(toRiyadhDay(worldClock.now()), -1),
    async reset() {
      await campaignsApp.reset();
      seen.clear();
      seenBefore.clear();
      readAt = null;
    },
  };
}
