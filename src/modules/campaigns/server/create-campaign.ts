import { type Context, type ReadContext, transact } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { newId } from "#base/server/ids.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { CampaignFields, NewCampaign, NewPlanCampaign } from "../contract/shapes.ts";
import { toTargets } from "../domain/edit.ts";
import { addAdTo } from "./add-ad.ts";
import { addAdGroupTo } from "./add-ad-group.ts";
import { auditChange } from "./campaigns.audit.ts";
import { insertCampaign } from "./campaigns.store.ts";
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
      await refuseTooMany(ctx);

      const planId = await openPlan(ctx, { plan: fields, platforms: [fields.platform], draftId });
      const groups = ad_group ? [toGroup(ad_group)] : [];
      return { id: await insertCampaignTree(deps)(ctx, { planId, body: { ...fields, ad_groups: groups } }) };
    });

function toGroup({ ad, ...group }: NonNullable<NewCampaign["ad_group"]>) {
  return { ...group, ads: ad ? [ad] : [] };
}

/** A campaign with its ad groups and ads, all of them checked, in a plan that exists. Answers with its id. */
export const insertCampaignTree =
  (deps: Pick<Deps, "tracking">) =>
  async (
    ctx: Context,
    { planId, body: { ad_groups: groups, ...fields } }: { planId: string; body: NewPlanCampaign },
  ): Promise<string> => {
    const id = newId("cmp");
    const row = {
      ...fields,
      ...toTargets(fields),
      id,
      plan_id: planId,
      starts_at: fields.starts_at === null ? ctx.now : new Date(fields.starts_at),
      starts_at_once: fields.starts_at === null,
      ends_at: fields.ends_at === null ? null : new Date(fields.ends_at),
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

type PlanInput = {
  plan: Pick<CampaignFields, "name" | "objective">;
  platforms: readonly CampaignFields["platform"][];
  draftId: string | null;
};

/** The plan of new campaigns: the one their draft extends, or a new one. Deletes the draft. */
export async function openPlan(ctx: Context, { plan, platforms, draftId }: PlanInput): Promise<string> {
  const draft = draftId === null ? null : await takeDraft(ctx, draftId, "draft_id");
  if (!draft?.plan_id) return insertPlan(ctx, plan);
  for (const platform of platforms) await joinPlan(ctx, draft.plan_id, { platform });
  return draft.plan_id;
}

/** Refuses when so many new campaigns would be more than a merchant may have. */
export async function refuseTooMany({ tx, actor }: Context, count = 1): Promise<void> {
  const { all } = await tx.one<{ all: number }>(sql`
    select coalesce(sum(campaigns), 0)::int as all from campaigns.counts where merchant_id = ${actor.merchantId}`);
  if (all + count > campaignsMax) campaignsRefusals.refuse("campaigns.too_many", { max: campaignsMax });
}
