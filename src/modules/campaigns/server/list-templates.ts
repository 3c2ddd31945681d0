import type { ReadContext } from "#base/server/context.ts";
import { addDays, toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { Template } from "../contract/plans.calls.ts";
import { rankTemplates } from "../domain/rank-templates.ts";
import type { CampaignsDeps } from "./deps.ts";
import { listRecentCampaigns } from "./plans.store.ts";

const days = 90;
/** So many of the newest campaigns are looked at, however many a merchant has. */
const campaignsMax = 500;

/** The merchant's best plans by the figures of the last 90 Riyadh days, to start a new one from. */
export const listTemplates =
  ({ figures }: Pick<CampaignsDeps, "figures">) =>
  async (ctx: ReadContext): Promise<{ items: Template[] }> => {
    const campaigns = await listRecentCampaigns(ctx, campaignsMax);
    if (campaigns.length === 0) return { items: [] };
    const today = toRiyadhDay(ctx.now);
    const rows = await figures.query(ctx, {
      measures: ["spend_halalas", "orders_delivered", "sales_delivered_halalas"],
      by: ["campaign"],
      filter: { from: addDays(today, 1 - days), to: today, campaignIds: campaigns.map(({ id }) => id) },
    });
    return { items: rankTemplates(campaigns, rows) };
  };
