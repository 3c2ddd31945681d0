import type { ReadContext } from "#base/server/context.ts";
import type { CampaignsFacade } from "#modules/campaigns/server/campaigns.facade.ts";

/** Campaigns that a filter offers: the newest. */
const campaignsMax = 500;

/** What the reports can be narrowed to. */
export const listReportFilters =
  ({ campaigns }: { campaigns: Pick<CampaignsFacade, "findCampaigns"> }) =>
  async (ctx: ReadContext) => {
    const found = await campaigns.findCampaigns(ctx);
    return {
      campaigns: found
        .slice(-campaignsMax)
        .reverse()
        .map(({ id, name, platform }) => ({ id, name, platform })),
      cities: [],
    };
  };
