import { empty, sql, type Tx } from "#base/server/db/db.ts";
import type { Node } from "../../domain/sync-plan.ts";
import { tableFor } from "../campaigns.store.ts";
import type { PlatformStatus } from "../records.ts";

/** What the worker writes beside a row: only what it knows of the platform, never what the merchant wants. */

/** The longest a single step can take (an upload with its looking up), before its answer counts as lost. */
const longestStepMs = 180_000;

/**
 * Before a write is sent: from here on its outcome is unknown until told otherwise, even by a server killed in between.
 * A start counts as running from now on, so that a stop is never thought needless.
 */
export async function recordIntent(
  tx: Tx,
  node: Node,
  write: "create" | "update" | "start" | "stop" | "remove",
  now: Date,
  settleSeconds: number,
): Promise<void> {
  const until = new Date(now.getTime() + longestStepMs + settleSeconds * 1_000);
  await tx.run(sql`
    update ${tableFor(node.level)}
    set unknown_until = greatest(unknown_until, ${until})
      ${write === "create" ? sql`, create_intent = true` : empty}
      ${write === "start" ? sql`, observed_status = 'active'` : empty}
    where id = ${node.id}`);
}

/** No answer came: the write may still land until the platform's time for it has passed. */
export async function markOutcomeUnknown(tx: Tx, node: Node, until: Date): Promise<void> {
  await tx.run(sql`update ${tableFor(node.level)} set unknown_until = ${until} where id = ${node.id}`);
}

export type Observation = Partial<{
  platformId: string;
  status: PlatformStatus;
  version: number;
  createIntent: false;
  /** Null when nothing is in doubt any more; a date when an earlier write still is. */
  unknownUntil: Date | null;
  /** When the platform confirmed something that we sent. */
  at: Date;
}>;

/** What the platform has confirmed. Fields that are not told stay. */
export async function recordObserved(tx: Tx, node: Node, observation: Observation): Promise<void> {
  const { platformId, status, version, createIntent, unknownUntil, at } = observation;
  await tx.run(sql`
    update ${tableFor(node.level)} set id = id
      ${platformId === undefined ? empty : sql`, platform_id = ${platformId}`}
      ${status === undefined ? empty : sql`, observed_status = ${status}`}
      ${version === undefined ? empty : sql`, observed_generation = ${version}`}
      ${createIntent === undefined ? empty : sql`, create_intent = false`}
      ${unknownUntil === undefined ? empty : sql`, unknown_until = ${unknownUntil}`}
      ${at === undefined ? empty : sql`, acknowledged_at = ${at}`}
      ${node.level === "ad" && platformId !== undefined ? sql`, review_outcome = coalesce(review_outcome, 'pending')` : empty}
    where id = ${node.id}`);
}

export async function recordFault(tx: Tx, node: Node, key: string, reason: string | null): Promise<void> {
  await tx.run(sql`
    update ${tableFor(node.level)} set fault_key = ${key}, fault_text = ${reason?.slice(0, 500) ?? null} where id = ${node.id}`);
}

/** It was changed on the platform itself, and now says this; null when it says again what we want. */
export async function recordDrift(
  tx: Tx,
  node: Node,
  status: PlatformStatus | null,
  since: Date,
): Promise<void> {
  const isQuiet = node.level === "campaign" ? sql`drift_daily_budget_halalas is null` : sql`true`;
  await tx.run(sql`
    update ${tableFor(node.level)} set drift_status = ${status},
      drift_since = case when ${status}::text is not null then coalesce(drift_since, ${since})
        when ${isQuiet} then null else drift_since end
    where id = ${node.id}`);
}

/** The daily budget as the platform holds it, and whether that is another than the merchant's. */
export async function recordBudget(
  tx: Tx,
  campaignId: string,
  budget: { observed: number; drift: number | null },
  since: Date,
): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns set observed_daily_budget_halalas = ${budget.observed},
      drift_daily_budget_halalas = ${budget.drift},
      drift_since = case when ${budget.drift}::bigint is not null then coalesce(drift_since, ${since})
        when drift_status is null then null else drift_since end
    where id = ${campaignId}`);
}
