import type { ReadContext } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type PeriodQuery, toPastPeriod } from "#base/shared/period.ts";
import type { Totals } from "#modules/figures/contract/metrics.ts";
import type { FiguresFacade } from "#modules/figures/server/figures.facade.ts";
import type { emptiness } from "../contract/reports.calls.ts";

export type FiguresDeps = { figures: FiguresFacade };
export type HomeDeps = FiguresDeps & {
  /** What the merchant has so far: the reason for an empty screen depends on it. */
  setupState(ctx: ReadContext): Promise<{ is_connected: boolean; has_campaigns: boolean }>;
};
export type CampaignDeps = FiguresDeps & {
  ownsCampaign(ctx: ReadContext, campaignId: string): Promise<boolean>;
};

export type LoadReportsDeps = HomeDeps & CampaignDeps;

/** One campaign's figures; refuses `base.not_found` for a campaign that is not the merchant's. */
export const loadCampaignReport =
  ({ figures: measured, ownsCampaign }: CampaignDeps) =>
  async (ctx: ReadContext, { campaignId, ...query }: PeriodQuery & { campaignId: string }) => {
    const figures = await measured.loadCampaignFigures(ctx, { campaignId, ...toPastPeriod(query, ctx.now) });
    // Figures are stored by merchant: with some, the campaign is theirs; only without any is that checked.
    const isTheirs = figures.as_of !== null || (await ownsCampaign(ctx, campaignId));
    if (!isTheirs) return baseRefusals.refuse("base.not_found");
    return { ...figures, emptiness: isEmpty(figures) ? await whyEmpty(measured, ctx, { campaignId }) : null };
  };

/** Sums of up to a hundred campaigns, named as in a list: `cmp_1,cmp_2`. */
export const loadCampaignsReport =
  ({ figures }: FiguresDeps) =>
  async (ctx: ReadContext, { ids, days }: { ids: string; days: number }) => {
    const campaignIds = ids.split(",").filter(Boolean).slice(0, 100);
    return {
      as_of: await figures.findCompleteUntil(ctx),
      items: await figures.loadCampaignSums(ctx, { campaignIds, days }),
    };
  };

export const isEmpty = ({ totals }: { totals: Totals }) =>
  totals.impressions === 0 && totals.orders_placed === 0 && totals.orders_unconfirmed === 0;

/** Why a merchant has no figures in a period. */
export const whyHomeIsEmpty =
  ({ figures, setupState }: HomeDeps) =>
  async (ctx: ReadContext): Promise<(typeof emptiness)[number]> => {
    const { is_connected, has_campaigns } = await setupState(ctx);
    if (!is_connected) return "not_connected";
    if (!has_campaigns) return "no_campaigns";
    return whyEmpty(figures, ctx);
  };

/** Right after a start the platform reports zeros: figures are pending, which is not a period without any. */
async function whyEmpty(
  figures: FiguresFacade,
  ctx: ReadContext,
  about: { campaignId?: string } = {},
): Promise<"not_read_yet" | "none"> {
  return (await figures.hasAnyFigures(ctx, about)) ? "none" : "not_read_yet";
}
