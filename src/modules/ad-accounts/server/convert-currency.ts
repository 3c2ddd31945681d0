import { type Halalas, halalas } from "#base/shared/money.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { accountMoney, toAccountMoney, toHalalas } from "../contract/currencies.ts";
import type {
  AdFigures,
  AdGroupSpec,
  AudienceFigures,
  CampaignSpec,
  PlatformState,
} from "./ad-platform.port.ts";

/** Converts a spec from riyals to the currency the ad account is billed in. */
export function convertCampaign(currency: string, spec: CampaignSpec<Halalas>): CampaignSpec {
  return {
    ...spec,
    dailyBudget: toAccountMoney(spec.dailyBudget, currency),
    targetCpa: spec.targetCpa === null ? null : toAccountMoney(spec.targetCpa, currency),
  };
}

export function convertAdGroup(currency: string, spec: AdGroupSpec<Halalas>): AdGroupSpec {
  return { ...spec, campaign: convertCampaign(currency, spec.campaign) };
}

export function stateInRiyals(currency: string, state: PlatformState): PlatformState<Halalas> {
  const { dailyBudget, ...rest } = state;
  return dailyBudget === undefined ? rest : { ...rest, dailyBudget: toHalalas(dailyBudget, currency) };
}

export const audienceInRiyals = (currency: string, figures: AudienceFigures): AudienceFigures<Halalas> => ({
  ...figures,
  spend: toHalalas(figures.spend, currency),
});

/**
 * Converts one read's figures into riyals, ad by ad in the order of time. Each figure is the growth of the Riyadh
 * day's running total, so a day in riyals is its total in the account's currency, rounded once.
 */
export function figuresInRiyals(currency: string): (page: readonly AdFigures[]) => AdFigures<Halalas>[] {
  type Amounts = { spend: number; platformReportedSales: number; platformReportedViewSales: number };
  type RunningTotal = Amounts & { day: string };
  const none: Amounts = { spend: 0, platformReportedSales: 0, platformReportedViewSales: 0 };
  const totals = new Map<string, RunningTotal>();
  const addAmount = (total: RunningTotal, key: keyof Amounts, amount: number): Halalas => {
    const before = toHalalas(accountMoney(total[key]), currency);
    total[key] += amount;
    return halalas(toHalalas(accountMoney(total[key]), currency) - before);
  };
  return (page) =>
    page.map((figures) => {
      const day = toRiyadhDay(figures.startsAt);
      const known = totals.get(figures.platformAdId);
      const total = known?.day === day ? known : { day, ...none };
      totals.set(figures.platformAdId, total);
      const { platformReportedViewSales: viewSales, ...rest } = figures;
      return {
        ...rest,
        spend: addAmount(total, "spend", figures.spend),
        platformReportedSales: addAmount(total, "platformReportedSales", figures.platformReportedSales),
        ...(viewSales === undefined
          ? {}
          : { platformReportedViewSales: addAmount(total, "platformReportedViewSales", viewSales) }),
      };
    });
}
