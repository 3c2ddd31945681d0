import type { Context } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import type { Node, PlatformStatus } from "../../domain/sync-plan.ts";
import { recordMeasured } from "../record-measured.ts";
import { syncTable } from "./sync-tables.store.ts";

/** What the sync worker observes on the platform, beside the merchant's desired state. */

/** The maximum time of a single step (an upload with its lookup) before its response counts as lost. */
const longestStepMs = 180_000;

export type Intent = {
  write: "create" | "update" | "start" | "stop" | "remove";
  /** System clock. */
  at: Date;
  settleSeconds: number;
};

/**
 * Called before a write is sent: from here on its outcome is unknown until recorded, even if the server is killed in
 * between. A start counts as running at once, so that a stop is never skipped.
 */
export async function recordIntent(
  { tx }: Context,
  node: Node,
  { write, at, settleSeconds }: Intent,
): Promise<void> {
  const until = new Date(at.getTime() + longestStepMs + settleSeconds * 1_000);
  await tx.run(sql`
    update ${syncTable(node.level)}
    set unknown_until = greatest(unknown_until, ${until})
      ${write === "create" ? sql`, create_intent = true` : empty}
      ${write === "start" ? sql`, observed_status = 'active'` : empty}
    where id = ${node.id}`);
}

/** No response came: the write may still take effect until `until`. */
export async function markOutcomeUnknown({ tx }: Context, node: Node, until: Date): Promise<void> {
  await tx.run(sql`update ${syncTable(node.level)} set unknown_until = ${until} where id = ${node.id}`);
}

export type Observation = Partial<{
  platformId: string;
  status: PlatformStatus;
  version: number;
  createIntent: false;
  /** Null when no outcome is unknown any more; a date while an earlier write's outcome is. */
  unknownUntil: Date | null;
  /** When the platform confirmed a write of ours. */
  at: Date;
}>;

/** Records what the platform confirmed. Absent fields stay unchanged. */
export async function recordObserved(ctx: Context, node: Node, observation: Observation): Promise<void> {
  const { tx } = ctx;
  const { platformId, status, version, createIntent, unknownUntil, at } = observation;
  await tx.run(sql`
    update ${syncTable(node.level)} set id = id
      ${platformId === undefined ? empty : sql`, platform_id = ${platformId}`}
      ${status === undefined ? empty : sql`, observed_status = ${status}`}
      ${version === undefined ? empty : sql`, observed_generation = ${version}`}
      ${createIntent === undefined ? empty : sql`, create_intent = false`}
      ${unknownUntil === undefined ? empty : sql`, unknown_until = ${unknownUntil}`}
      ${at === undefined ? empty : sql`, acknowledged_at = ${at}`}
      ${node.level === "ad" && platformId !== undefined ? sql`, review_outcome = coalesce(review_outcome, 'pending')` : empty}
    where id = ${node.id}`);
  if (platformId !== undefined) await recordMeasured(ctx, node.level, node.id);
}

export async function recordFault(
  { tx }: Context,
  node: Node,
  key: string,
  reason: string | null,
): Promise<void> {
  await tx.run(sql`
    update ${syncTable(node.level)} set fault_key = ${key}, fault_text = ${reason?.slice(0, 500) ?? null} where id = ${node.id}`);
}

/** Records a status that was changed on the platform itself, since now; null when it equals the desired one again. */
export async function recordDrift(
  { tx, now }: Context,
  node: Node,
  status: PlatformStatus | null,
): Promise<void> {
  const isQuiet = node.level === "campaign" ? sql`drift_daily_budget_halalas is null` : sql`true`;
  await tx.run(sql`
    update ${syncTable(node.level)} set drift_status = ${status},
      drift_since = case when ${status}::text is not null then coalesce(drift_since, ${now})
        when ${isQuiet} then null else drift_since end
    where id = ${node.id}`);
}

/** Records the daily budget on the platform, and the drift since now when it differs from the merchant's. */
export async function recordBudget(
  { tx, now }: Context,
  campaignId: string,
  budget: { observed: number; drift: number | null },
): Promise<void> {
  await tx.run(sql`
    update campaigns.campaign_sync set observed_daily_budget_halalas = ${budget.observed},
      drift_daily_budget_halalas = ${budget.drift},
      drift_since = case when ${budget.drift}::bigint is not null then coalesce(drift_since, ${now})
        when drift_status is null then null else drift_since end
    where id = ${campaignId}`);
}

/** Before "active" is sent for the first time: from then on it may cost money, and its reserve outlives its stop. */
export async function recordMaySpend(ctx: Context, campaignId: string): Promise<void> {
  const { tx, now } = ctx;
  await tx.run(sql`
    update campaigns.campaign_sync set may_spend_since = coalesce(may_spend_since, ${now}) where id = ${campaignId}`);
  await recordMeasured(ctx, "campaign", campaignId);
}

/** Records an ad's review; true when it is another one than before. */
export async function recordReview(
  { tx }: Context,
  adId: string,
  { outcome, reasons }: { outcome: string; reasons: readonly string[] },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update campaigns.ad_sync set review_outcome = ${outcome}, review_reasons = ${JSON.stringify(reasons)}
    where id = ${adId} and (review_outcome is distinct from ${outcome} or review_reasons <> ${JSON.stringify(reasons)}::jsonb)`);
  return changed > 0;
}
