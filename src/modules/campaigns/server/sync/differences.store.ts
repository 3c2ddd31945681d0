import type { Context } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import type { Level } from "../../domain/sync-plan.ts";
import { recordMeasured, recordMeasuredAds } from "../record-measured.ts";
import { syncTable } from "./sync-tables.store.ts";

/** What the platform refused and what was changed there, cleared because the merchant has decided. */

/** The campaign has no difference from the platform any more. */
export const noDrift = { drift_status: null, drift_daily_budget_halalas: null, drift_since: null } as const;

/** A new desired status: what was refused, changed or reverted on the platform before it does not count any more. */
export async function clearDifferences({ tx }: Context, level: Level, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update ${syncTable(level)} set fault_key = null, fault_text = null, drift_status = null, drift_since = null
      ${level === "campaign" ? sql`, drift_daily_budget_halalas = null, reverted_halalas = null, reverted_at = null` : empty}
    where id = any(${[...ids]}::text[])`);
}

/** What was refused is tried again. */
export async function clearFaults({ tx }: Context, level: Level, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update ${syncTable(level)} set fault_key = null, fault_text = null where id = any(${[...ids]}::text[])`);
}

/** Forgets that the status, or of a campaign the daily budget, was changed on the platform itself. */
export async function clearDrift({ tx }: Context, level: Level, ids: readonly string[]): Promise<void> {
  await tx.run(sql`
    update ${syncTable(level)} set drift_status = null, drift_since = null
      ${level === "campaign" ? sql`, drift_daily_budget_halalas = null` : empty}
    where id = any(${[...ids]}::text[])`);
}

/** The merchant has set a budget: neither the platform's nor the one that was reverted counts any more. */
export async function clearBudgetDrift({ tx }: Context, campaignId: string): Promise<void> {
  await tx.run(sql`
    update campaigns.campaign_sync set drift_daily_budget_halalas = null,
      drift_since = case when drift_status is not null then drift_since end,
      reverted_halalas = null, reverted_at = null
    where id = ${campaignId}`);
}

/** A budget set on the platform could not be covered, so ours is sent again. */
export async function recordReverted(
  { tx, now }: Context,
  campaignId: string,
  budget: number,
): Promise<void> {
  await tx.run(sql`
    update campaigns.campaign_sync set reverted_halalas = ${budget}, reverted_at = ${now} where id = ${campaignId}`);
}

/** The platform reviews the changed ad again. */
export async function resetReview({ tx }: Context, adId: string): Promise<void> {
  await tx.run(sql`
    update campaigns.ad_sync set review_outcome = case when platform_id is null then null else 'pending' end,
      review_reasons = '[]'
    where id = ${adId}`);
}

/** The platform no longer has it: it is created again, with everything below it. */
export async function forgetPlatformState(ctx: Context, level: Level, id: string): Promise<void> {
  const { tx } = ctx;
  const nothing = sql`platform_id = null, observed_status = null, observed_generation = 0, create_intent = false, unknown_until = null`;
  await tx.run(sql`update ${syncTable(level)} set ${nothing} where id = ${id}`);
  await recordMeasured(ctx, level, id);
  if (level === "ad") return;
  if (level === "campaign")
    await tx.run(sql`
      update campaigns.ad_group_sync set ${nothing}
      where id in (select id from campaigns.ad_groups where campaign_id = ${id})`);
  const within = level === "campaign" ? sql`campaign_id = ${id}` : sql`ad_group_id = ${id}`;
  await tx.run(sql`
    update campaigns.ad_sync set ${nothing} where id in (select id from campaigns.ads where ${within})`);
  await recordMeasuredAds(ctx, within);
}
