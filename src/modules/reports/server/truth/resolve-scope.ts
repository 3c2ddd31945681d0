import type { ReadContext } from "#base/server/context.ts";
import type { Period } from "#base/shared/period.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { OrdersFilter } from "#modules/figures/server/figures.facade.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import { type PeriodDeps, resolvePeriods } from "../tables/resolve-period.ts";

export type ScopeDeps = PeriodDeps & { campaigns: Pick<CampaignsFacade, "listCampaignIds"> };

export type ResolvedScope = {
  days: Period;
  compared: Period | null;
  /** Which orders, without their days. */
  orders: Omit<OrdersFilter, "from" | "to">;
  /** Which campaigns' claims and spend, without their days. */
  claims: { campaignIds?: readonly string[]; platforms?: readonly NonNullable<ReportScope["platform"]>[] };
  /** Whether claims can be narrowed like the orders: platforms do not name a sale's city. */
  hasClaims: boolean;
};

/** What a scope narrows orders and claims to. A store's claims are those of the campaigns that advertise it. */
export async function resolveScope(
  deps: ScopeDeps,
  ctx: ReadContext,
  scope: ReportScope,
): Promise<ResolvedScope> {
  const { campaign_ids: ids, status, objective, platform, store_id: storeId, city } = scope;
  const { campaigns } = deps;
  const { period, compared } = await resolvePeriods(deps, ctx, scope);
  const days = pickDays(period);
  const named = ids || status || objective;
  const campaignIds = named
    ? await campaigns.listCampaignIds(ctx, { ids, status, objective, platform })
    : undefined;
  const claimIds = storeId
    ? await campaigns.listCampaignIds(ctx, { ids, status, objective, platform, storeId })
    : campaignIds;
  return {
    days,
    compared: compared && pickDays(compared),
    orders: {
      ...(storeId ? { storeId } : {}),
      ...(platform ? { platform } : {}),
      ...(campaignIds ? { campaignIds } : {}),
      ...(city === undefined ? {} : { cityKey: city }),
    },
    claims: {
      ...(claimIds ? { campaignIds: claimIds } : {}),
      ...(platform ? { platforms: [platform] } : {}),
    },
    hasClaims: city === undefined,
  };
}

const pickDays = ({ from, to }: Period): Period => ({ from, to });
