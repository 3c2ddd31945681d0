import type { ReadContext } from "#base/server/context.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";
import type { AttributionWindow } from "#modules/tracking/contract/attribution.ts";
import type { TrackingFacade } from "#modules/tracking/server/tracking.facade.ts";
import type { ReportScope } from "../../contract/report-scope.ts";
import type { AttributionRows } from "../../contract/truth.calls.ts";
import { resolveScope, type ScopeDeps } from "./resolve-scope.ts";

export type AttributionDeps = ScopeDeps & {
  campaigns: Pick<CampaignsFacade, "findCampaigns">;
  tracking: Pick<TrackingFacade, "readAttribution">;
};

type Input = Omit<ReportScope, "city"> & { window_days: AttributionWindow; cursor?: string | undefined };

const pageSize = 25;

/** The orders of the scope's days as tracking attributes them, by campaign: under both models, in the chosen window. */
export const loadAttribution =
  (deps: AttributionDeps) =>
  async (ctx: ReadContext, { window_days, cursor, ...input }: Input): Promise<AttributionRows> => {
    const { days, orders } = await resolveScope(deps, ctx, input);
    const { platform, storeId } = orders;
    const campaignIds =
      orders.campaignIds ?? (platform && (await deps.campaigns.listCampaignIds(ctx, { platform })));
    const { items, next_cursor, total } = await deps.tracking.readAttribution(ctx, {
      ...days,
      window_days,
      store_id: storeId,
      campaign_ids: campaignIds,
      by: "campaign",
      cursor,
      size: pageSize,
    });
    const found = await deps.campaigns.findCampaigns(
      ctx,
      items.map(({ campaign_id }) => campaign_id),
    );
    const known = new Map(found.map((campaign) => [campaign.id, campaign]));
    return {
      items: items.map(({ campaign_id, first_click, last_click, witnesses }) => {
        const { name = null, platform = null } = known.get(campaign_id) ?? {};
        return { campaign_id, name, platform, first_click, last_click, witnesses };
      }),
      next: next_cursor,
      total,
    };
  };
