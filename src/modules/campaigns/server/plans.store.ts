import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { newId } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { campaignsRefusals } from "../contract/campaigns.refusals.ts";
import type { CampaignFields } from "../contract/shapes.ts";
import type { PlanCampaign } from "../domain/rank-templates.ts";
import { auditChange } from "./campaigns.audit.ts";

/** A new plan with what its campaigns have in common; call it in the transaction that creates the first of them. */
export async function insertPlan(
  ctx: Context,
  { name, objective }: Pick<CampaignFields, "name" | "objective">,
): Promise<string> {
  const { tx, actor, now } = ctx;
  const id = newId("pln");
  await tx.run(sql`
    insert into campaigns.plans (merchant_id, id, name, objective, created_at, updated_at)
    values (${actor.merchantId}, ${id}, ${name}, ${objective}, ${now}, ${now})`);
  await auditChange(ctx, "plan.created", id, { after: { name, objective } });
  return id;
}

/** The merchant's plan; another merchant's is not found. */
export function findPlan(
  { db, actor }: ReadContext,
  planId: string,
): Promise<Row<"campaigns.plans"> | undefined> {
  return db.maybeOne(sql`
    select * from campaigns.plans where merchant_id = ${actor.merchantId} and id = ${planId}`);
}

/** The merchant's plan, locked until the transaction ends; another merchant's is not found. */
export async function lockPlan({ tx, actor }: Context, planId: string): Promise<Row<"campaigns.plans">> {
  const plan = await tx.maybeOne<Row<"campaigns.plans">>(sql`
    select * from campaigns.plans where merchant_id = ${actor.merchantId} and id = ${planId} for update`);
  return plan ?? baseRefusals.refuse("base.not_found");
}

/** Renames a locked plan; its campaigns keep their own names. */
export async function renamePlan(ctx: Context, plan: Row<"campaigns.plans">, name: string): Promise<void> {
  const { tx, actor, now } = ctx;
  await tx.run(sql`
    update campaigns.plans set name = ${name}, updated_at = ${now}
    where merchant_id = ${actor.merchantId} and id = ${plan.id}`);
  await auditChange(ctx, "plan.edited", plan.id, { before: { name: plan.name }, after: { name } });
}

/** Another merchant's plan is not found. */
export async function refuseForeignPlan({ tx, actor }: Context, planId: string): Promise<void> {
  const plan = await tx.maybeOne(sql`
    select 1 from campaigns.plans where merchant_id = ${actor.merchantId} and id = ${planId}`);
  if (!plan) baseRefusals.refuse("base.not_found", {}, "plan_id");
}

/** Makes room for one more campaign in a plan: it has at most one per platform. The plan stays locked until the end. */
export async function joinPlan(
  ctx: Context,
  planId: string,
  { platform }: Pick<CampaignFields, "platform">,
): Promise<void> {
  if (!(await canJoinPlan(ctx, planId, platform)))
    campaignsRefusals.refuse("campaigns.plan_platform_used", { platform }, "platform");
}

/** Whether the plan has no campaign on this platform. The plan stays locked until the end. */
export async function canJoinPlan(
  { tx, actor, now }: Context,
  planId: string,
  platform: CampaignFields["platform"],
): Promise<boolean> {
  await tx.run(sql`
    update campaigns.plans set updated_at = ${now} where merchant_id = ${actor.merchantId} and id = ${planId}`);
  const existing = await tx.maybeOne(sql`
    select 1 from campaigns.campaigns
    where merchant_id = ${actor.merchantId} and plan_id = ${planId} and platform = ${platform} and status <> 'deleted'`);
  return existing === undefined;
}

/** The newest campaigns that are not deleted, with their plans: at most `limit`, by plan. */
export function listRecentCampaigns({ db, actor }: ReadContext, limit: number): Promise<PlanCampaign[]> {
  return db.many(sql`
    select campaigns.id, plan_id, plans.name as plan_name, platform
    from campaigns.campaigns join campaigns.plans on plans.merchant_id = campaigns.merchant_id and plans.id = plan_id
    where campaigns.merchant_id = ${actor.merchantId} and status <> 'deleted'
    order by campaigns.id desc limit ${limit}`);
}
