import type { ReadContext } from "#base/server/context.ts";
import { addDays, type RiyadhDay, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { findMinimumBudget } from "../contract/check-campaign.ts";
import { budgetMax } from "../contract/enums.ts";
import { type BudgetMove, type MoveCandidate, proposeBudgetMove } from "../domain/budget-move.ts";
import type { CampaignsDeps } from "./deps.ts";
import type { CampaignRecord } from "./records.ts";

type Deps = Pick<CampaignsDeps, "figures" | "adAccounts">;
type Proposal = BudgetMove & { from: RiyadhDay; to: RiyadhDay };

/** Platforms and stores still change today and yesterday: the two weeks before them are looked at. */
const unsettledDays = 2;
const daysLookedAt = 14;

/** Where the plan's budget would do more, by the figures of the last two settled weeks; null without a clear answer. */
export const proposeMove =
  ({ figures, adAccounts }: Deps) =>
  async (ctx: ReadContext, campaigns: readonly CampaignRecord[]): Promise<Proposal | null> => {
    if (campaigns.filter(({ status }) => status === "active").length < 2) return null;
    const to = addDays(toRiyadhDay(ctx.now), -unsettledDays);
    const from = addDays(to, 1 - daysLookedAt);
    const days = await figures.query(ctx, {
      measures: ["spend_halalas", "orders_placed", "sales_placed_halalas"],
      by: ["campaign", "day"],
      filter: { from, to, campaignIds: campaigns.map(({ id }) => id) },
    });
    const minimums = await loadMinimums(adAccounts)(ctx, campaigns);
    const candidates = campaigns.map((campaign): MoveCandidate => {
      const own = days.filter(
        ({ campaign_id, spend_halalas }) => campaign_id === campaign.id && spend_halalas > 0,
      );
      return {
        campaignId: campaign.id,
        isRunning: campaign.status === "active" && campaign.drift_daily_budget_halalas === null,
        dailyBudget: campaign.daily_budget_halalas,
        minimumBudget: minimums.get(campaign.id) ?? campaign.daily_budget_halalas,
        maximumBudget: budgetMax,
        days: own.length,
        spend: sum(own, "spend_halalas"),
        orders: sum(own, "orders_placed"),
        sales: sum(own, "sales_placed_halalas"),
      };
    });
    const move = proposeBudgetMove(candidates);
    return move && { ...move, from, to };
  };

/** The smallest daily budget of each campaign, at its platform and in its ad account's currency. */
const loadMinimums =
  (adAccounts: Deps["adAccounts"]) =>
  async (ctx: ReadContext, campaigns: readonly CampaignRecord[]): Promise<ReadonlyMap<string, number>> => {
    const minimums = new Map<string, number>();
    for (const { id, platform, placements, ad_account_id } of campaigns) {
      const limits = adAccounts.getCapabilities(platform, placements);
      const account = await adAccounts.findLinkedAdAccount(ctx, ad_account_id);
      if (limits) minimums.set(id, findMinimumBudget(limits, account?.currency));
    }
    return minimums;
  };

const sum = <Name extends string>(rows: readonly Record<Name, number>[], name: Name): number =>
  rows.reduce((total, row) => total + row[name], 0);
