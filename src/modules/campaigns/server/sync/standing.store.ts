import { empty, sql, type Tx } from "#base/server/db/db.ts";
import type { Node } from "../../domain/sync-plan.ts";
import { tableOf } from "../campaigns.store.ts";
import type { PlatformStatus } from "../records.ts";

/** What the worker writes beside a row: only what it knows of the platform, never what the merchant wants. */

/** The longest a single step can take (an upload with its looking up), before its answer counts as lost. */
const longestStepMs = 180_000;

/**
 * Before a write is sent: from here on its outcome is unknown until told otherwise, even by a server killed in between.
 * A start counts as running from now on, so that a stop is never thought needless.
 */
export async function noteSending(
  tx: Tx,
  node: Node,
  sends: "create" | "update" | "start" | "stop" | "remove",
  now: Date,
  settleSeconds: number,
): Promise<void> {
  const until = new Date(now.getTime() + longestStepMs + settleSeconds * 1_000);
  await tx.run(sql`
    update ${tableOf(node.level)}
    set doubt_until = greatest(doubt_until, ${until})
      ${sends === "create" ? sql`, creating = true` : empty}
      ${sends === "start" ? sql`, confirmed_status = 'active'` : empty}
    where id = ${node.id}`);
}

/** No answer came: the write may still land until the platform's time for it has passed. */
export async function noteDoubt(tx: Tx, node: Node, until: Date): Promise<void> {
  await tx.run(sql`update ${tableOf(node.level)} set doubt_until = ${until} where id = ${node.id}`);
}

export type Outcome = Partial<{
  platformId: string;
  status: PlatformStatus;
  version: number;
  creating: false;
  /** Null when nothing is in doubt any more; a date when an earlier write still is. */
  doubtUntil: Date | null;
  /** When the platform confirmed something that we sent. */
  at: Date;
}>;

/** What the platform has confirmed. Fields that are not told stay. */
export async function noteOutcome(tx: Tx, node: Node, outcome: Outcome): Promise<void> {
  const { platformId, status, version, creating, doubtUntil, at } = outcome;
  await tx.run(sql`
    update ${tableOf(node.level)} set id = id
      ${platformId === undefined ? empty : sql`, platform_id = ${platformId}`}
      ${status === undefined ? empty : sql`, confirmed_status = ${status}`}
      ${version === undefined ? empty : sql`, confirmed_version = ${version}`}
      ${creating === undefined ? empty : sql`, creating = false`}
      ${doubtUntil === undefined ? empty : sql`, doubt_until = ${doubtUntil}`}
      ${at === undefined ? empty : sql`, confirmed_at = ${at}`}
      ${node.level === "ad" && platformId !== undefined ? sql`, review_outcome = coalesce(review_outcome, 'pending')` : empty}
    where id = ${node.id}`);
}

export async function noteFault(tx: Tx, node: Node, key: string, said: string | null): Promise<void> {
  await tx.run(sql`
    update ${tableOf(node.level)} set fault_key = ${key}, fault_text = ${said?.slice(0, 500) ?? null} where id = ${node.id}`);
}

/** It was changed on the platform itself, and now says this; null when it says again what we want. */
export async function noteDrift(tx: Tx, node: Node, says: PlatformStatus | null, since: Date): Promise<void> {
  const isQuiet = node.level === "campaign" ? sql`drift_daily_budget_halalas is null` : sql`true`;
  await tx.run(sql`
    update ${tableOf(node.level)} set drift_status = ${says},
      drift_since = case when ${says}::text is not null then coalesce(drift_since, ${since})
        when ${isQuiet} then null else drift_since end
    where id = ${node.id}`);
}

/** The daily budget as the platform holds it, and whether that is another than the merchant's. */
export async function noteBudget(
  tx: Tx,
  campaignId: string,
  told: { confirmed: number; drift: number | null },
  since: Date,
): Promise<void> {
  await tx.run(sql`
    update campaigns.campaigns set confirmed_daily_budget_halalas = ${told.confirmed},
      drift_daily_budget_halalas = ${told.drift},
      drift_since = case when ${told.drift}::bigint is not null then coalesce(drift_since, ${since})
        when drift_status is null then null else drift_since end
    where id = ${campaignId}`);
}
