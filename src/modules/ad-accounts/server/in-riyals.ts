import { type Halalas, halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { accountMoney, toAccountMoney, toHalalas } from "../contract/currencies.ts";
import type { AdFigures, AdGroupOrder, CampaignOrder, PlatformState } from "./ad-platform.port.ts";

/** What is asked for in riyals, in the currency the ad account is billed in. */
export function campaignIn(currency: string, order: CampaignOrder<Halalas>): CampaignOrder {
  return {
    ...order,
    dailyBudget: toAccountMoney(order.dailyBudget, currency),
    targetCpa: order.targetCpa === null ? null : toAccountMoney(order.targetCpa, currency),
  };
}

export function adGroupIn(currency: string, order: AdGroupOrder<Halalas>): AdGroupOrder {
  return { ...order, campaign: campaignIn(currency, order.campaign) };
}

export function stateInRiyals(currency: string, state: PlatformState): PlatformState<Halalas> {
  const { dailyBudget, ...rest } = state;
  return dailyBudget === undefined ? rest : { ...rest, dailyBudget: toHalalas(dailyBudget, currency) };
}

/**
 * Turns one reading's figures into riyals, ad by ad in the order of time. Each figure is what the Riyadh day's running
 * total grew by, so a day in riyals is its total in the account's currency, rounded once.
 */
export function figuresInRiyals(currency: string): (page: readonly AdFigures[]) => AdFigures<Halalas>[] {
  type Run = { day: string; spend: number; platformReportedSales: number };
  const runs = new Map<string, Run>();
  const grow = (run: Run, key: "spend" | "platformReportedSales", amount: number): Halalas => {
    const before = toHalalas(accountMoney(run[key]), currency);
    run[key] += amount;
    return halalas(toHalalas(accountMoney(run[key]), currency) - before);
  };
  return (page) =>
    page.map((figures) => {
      const day = toRiyadhDay(figures.startsAt);
      const known = runs.get(figures.platformAdId);
      const run = known?.day === day ? known : { day, spend: 0, platformReportedSales: 0 };
      runs.set(figures.platformAdId, run);
      return {
        ...figures,
        spend: grow(run, "spend", figures.spend),
        platformReportedSales: grow(run, "platformReportedSales", figures.platformReportedSales),
      };
    });
}
