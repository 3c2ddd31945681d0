import type { Context } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { toStoredHours } from "#modules/ad-accounts/contract/hour-plan.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { NewCampaign } from "../contract/shapes.ts";
import { toTargets } from "../domain/edit.ts";
import { addAdTo } from "./add-ad.ts";
import { addAdGroupTo } from "./add-ad-group.ts";
import { auditChange } from "./campaigns.audit.ts";
import { insertCampaign } from "./campaigns.store.ts";
import type { CampaignsDeps } from "./deps.ts";

/** More than any merchant can manage; keeps one merchant from filling the table. */
const campaignsMax = 200_000;

type Input = { planId: string; body: NewCampaign };

/**
 * Adds a campaign with its ad groups and ads, all of them checked, to a plan that has room for it. Answers with its id.
 * Nothing is sent to the platform before the start.
 */
export const addCampaign =
  (deps: Pick<CampaignsDeps, "tracking" | "media">) =>
  async (ctx: Context, { planId, body: { ad_groups: groups, ...fields } }: Input): Promise<string> => {
    await refuseTooMany(ctx);
    const id = newId("cmp");
    const row = {
      ...fields,
      ...toTargets(fields),
      id,
      plan_id: planId,
      starts_at: fields.starts_at === null ? ctx.now : new Date(fields.starts_at),
      starts_at_once: fields.starts_at === null,
      ends_at: fields.ends_at === null ? null : new Date(fields.ends_at),
      hours: toStoredHours(fields.hours),
    };
    await insertCampaign(ctx, row);
    await auditChange(ctx, "campaign.created", id, { after: row });
    for (const { ads, ...group } of groups) {
      const adGroupId = await addAdGroupTo(ctx, { campaign: row, fields: group });
      for (const ad of ads) await addAdTo(deps)(ctx, { campaign: row, adGroupId, fields: ad });
    }
    await ctx.tx.publish({ name: "campaign.created", merchant_id: ctx.actor.merchantId, campaign_id: id });
    return id;
  };

/** Refuses when the merchant has as many campaigns as a merchant may have. */
async function refuseTooMany({ tx, actor }: Context): Promise<void> {
  const { all } = await tx.one<{ all: number }>(sql`
    select coalesce(sum(campaigns), 0)::int as all from campaigns.counts where merchant_id = ${actor.merchantId}`);
  if (all >= campaignsMax) campaignsRefusals.refuse("campaigns.too_many", { max: campaignsMax });
}
