import { type ReadContext, transact } from "#base/server/context.ts";
import { recordCampaign } from "../server/figures.facade.ts";
import type { MeasuredCampaign } from "../server/measured.store.ts";

/** A campaign that never ran. */
export const aMeasuredCampaign: MeasuredCampaign = {
  campaign_id: "cmp_1",
  platform: "snapchat",
  ad_account_id: "aac_1",
  platform_id: null,
  name: "تمور",
  status: "created",
  starts_at: new Date("2026-11-01T00:00:00Z"),
  may_spend_since: null,
  updated_at: new Date("2026-11-01T00:00:00Z"),
};

/** Records the campaign as one of the context's merchant. */
export const measure = (ctx: ReadContext, campaign = aMeasuredCampaign): Promise<void> =>
  transact(ctx, (ctx) => recordCampaign(ctx, campaign));
