import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { CampaignFields, NewCampaign } from "../contract/shapes.ts";
import { toTargets } from "../domain/edit.ts";
import { addAdTo } from "./add-ad.ts";
import { addAdGroupTo } from "./add-ad-group.ts";
import { auditChange } from "./campaigns.audit.ts";
import { insertCampaign, type NewCampaign as NewRow } from "./campaigns.store.ts";
import { takeDraft } from "./delete-draft.ts";
import type { CampaignsDeps } from "./deps.ts";
import { findNewCampaignProblems } from "./find-problems.ts";
import { insertPlan, joinPlan } from "./plans.store.ts";
import { refuseProblems } from "./refuse-problems.ts";

type Deps = Pick<CampaignsDeps, "adAccounts" | "stores" | "tracking" | "media">;

/** More than any merchant can manage; keeps one merchant from filling the table. */
const campaignsMax = 200_000;

/**
 * Creates a campaign with its plan, and with its first ad group and ad when given; all or nothing. The draft it was
 * written in is deleted. Nothing is sent to the platform before the start.
 */
export const createCampaign =
  (deps: Deps) =>
  (
    ctx: ReadContext,
    { body, draftId }: { body: NewCampaign; draftId: string | null },
  ): Promise<{ id: string }> =>
    transact(ctx, async (ctx) => {
      const { ad_group, ...fields } = body;
      refuseProblems(await findNewCampaignProblems(deps)(ctx, body));
      const row = await addCampaign(ctx, fields, await openPlan(ctx, fields, draftId));
      if (ad_group) {
        const { ad, ...group } = ad_group;
        const adGroupId = await addAdGroupTo(ctx, { campaign: row, fields: group });
        if (ad) await addAdTo(deps)(ctx, { campaign: row, adGroupId, fields: ad });
      }
      await ctx.tx.publish({
        name: "campaign.created",
        merchant_id: ctx.actor.merchantId,
        campaign_id: row.id,
      });
      return { id: row.id };
    });

/** The same with fields that were checked, without ad groups, in a plan that has room for it. */
export async function addCampaign(ctx: Context, fields: CampaignFields, planId: string): Promise<NewRow> {
  await refuseTooMany(ctx);
  const row = {
    ...fields,
    ...toTargets(fields),
    id: newId("cmp"),
    plan_id: planId,
    starts_at: fields.starts_at === null ? ctx.now : new Date(fields.starts_at),
    starts_at_once: fields.starts_at === null,
    ends_at: fields.ends_at === null ? null : new Date(fields.ends_at),
  };
  await insertCampaign(ctx, row);
  await auditChange(ctx, "campaign.created", row.id, { after: row });
  return row;
}

/** The plan of a new campaign: the one its draft extends, or a new one. Deletes the draft. */
async function openPlan(ctx: Context, fields: CampaignFields, draftId: string | null): Promise<string> {
  const draft = draftId === null ? null : await takeDraft(ctx, draftId, "draft_id");
  if (!draft?.plan_id) return insertPlan(ctx, fields);
  await joinPlan(ctx, draft.plan_id, fields);
  return draft.plan_id;
}

async function refuseTooMany({ tx, actor }: Context): Promise<void> {
  const { all } = await tx.one<{ all: number }>(sql`
    select coalesce(sum(campaigns), 0)::int as all from campaigns.counts where merchant_id = ${actor.merchantId}`);
  if (all >= campaignsMax) campaignsRefusals.refuse("campaigns.too_many", { max: campaignsMax });
}
