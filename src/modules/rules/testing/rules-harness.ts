import { join } from "node:path";
import { frozenClock } from "#base/server/clock.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { loadMessages } from "#base/server/messages.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { testServer } from "#base/testing/http.ts";
import { makeCampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import { openTestApp } from "#modules/campaigns/testing/test-app.ts";
import { listKnownChanges } from "#modules/figures/server/list-known-changes.ts";
import { makeSeasonsFacade } from "#modules/seasons/server/seasons.facade.ts";
import { makeStoresFacade } from "#modules/stores/server/stores.facade.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import type { RulesDeps } from "../server/deps.ts";
import { evaluateMerchant } from "../server/evaluate-merchant.ts";
import { mountQuestions } from "../server/question.routes.ts";
import { makeQuestionLinks } from "../server/question-links.ts";
import { mountRules } from "../server/rules.routes.ts";
import { aRuleBody } from "./rule-body.ts";

type Seen = {
  impressions: number;
  clicks: number;
  spend_halalas: number;
  sales_placed_halalas: number;
  sales_delivered_halalas: number;
};

type SentText = { key: string; channel: string; params: Record<string, string>; linkPath: string };
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
  const texts: SentText[] = [];
  const systemClock = frozenClock("2026-11-21T10:00:00Z");
  const messages = await loadMessages(join(import.meta.dirname, "../../.."));
  const deps: RulesDeps = {
    db,
    worldClock,
    systemClock,
    publicUrl: "https://rawaj.example",
    messages,
    texts: {
      queueText: async (_ctx, text) => {
        texts.push(text as SentText);
        return "queued";
      },
      findTexts: async () => [],
      findProvenNumbers: async () => [],
      hasWhatsApp: true,
    },
    billing: {
      queueCountedText: async () => "queued",
      loadStock: async () => ({ items: [], as_of: systemClock.now().toISOString() }),
    },
    merchants: { loadMobile: async () => "+966500000001", loadLanguage: async () => "ar" },
    questionLinks: makeQuestionLinks([Buffer.alloc(32, 5)]),
    campaigns: makeCampaignsFacade(campaignsApp.deps),
    stores: makeStoresFacade(),
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
  const server = await testServer(
    db,
    (app, context) => {
      mountRules(app, context, deps);
      mountQuestions(app, deps);
    },
    worldClock,
  );
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
    http: server.app,
    systemClock,
    texts,
    call,
    /** A running campaign with a daily budget of 100 riyals. */
    async aRunningCampaign(name = "تمور") {
      const { id } = await campaignsApp.aCampaign({ name, daily_budget_halalas: 100_00 });
      await campaignsApp.act(`POST Clients/Campaigns/${id}/start`);
      return id;
    },
    aProduct: (id: string, url: string | null) =>
      db.transaction(async (tx) => {
        await tx.run(sql`
          insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status,
            connected_at)
          values ('sto_rules', 'mer_1', 'salla', 'rules', 'نخلة', 'https://nakhla.example', 'nakhla.example', 'SAR',
            'connected', now())
          on conflict do nothing`);
        await tx.run(sql`
          insert into stores.products (id, store_id, merchant_id, external_id, name, search_text, url, price_halalas,
            regular_price_halalas, currency, status, read_at)
          values (${id}, 'sto_rules', 'mer_1', ${id}, 'عجوة', 'عجوه', ${url}, 5000, 5000, 'SAR', 'on_sale', now())`);
      }),
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
      texts.length = 0;
      systemClock.set("2026-11-21T10:00:00Z");
      seen.clear();
      seenBefore.clear();
      readAt = null;
    },
  };
}
