import type { z } from "zod";
import { type Sql, sql } from "#base/server/db/db.ts";
import { likePattern } from "#base/shared/fold.ts";
import type { Period } from "#base/shared/period.ts";
import { addDays, startOfRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { ListView } from "../contract/enums.ts";
import type { totalsQuery } from "../contract/list.ts";

export type ListFilter = Omit<z.infer<typeof totalsQuery>, "from" | "to">;

/** What waits for the merchant; in the words of the index `campaigns_need_decision`, so that it is used. */
const needsDecision = sql`status in ('created', 'active', 'paused')
  and (sync in ('failed', 'disconnected') or (status = 'paused' and status_reason in ('money', 'store', 'licence')))`;

const viewConditions: Record<ListView, Sql> = {
  needs_decision: needsDecision,
  open: sql`status in ('created', 'active', 'paused')`,
};

/** The conditions of a filter on `campaigns.campaigns`; deleted ones only when asked for by status. */
export function toFilters(merchantId: string, filter: ListFilter, period: Period): Sql[] {
  const { status, platform, store_id, sync, status_reason, view, scheduled, search } = filter;
  return [
    sql`merchant_id = ${merchantId}`,
    status ? sql`status = ${status}` : sql`status <> 'deleted'`,
    ...(platform ? [sql`platform = ${platform}`] : []),
    ...(store_id ? [sql`store_id = ${store_id}`] : []),
    ...(sync ? [sql`sync = ${sync}`] : []),
    ...(status_reason ? [sql`status_reason = ${status_reason}`] : []),
    ...(view ? [viewConditions[view]] : []),
    ...(scheduled === "in_period" ? [toSchedule(period)] : []),
    ...(search ? [sql`name_folded like ${likePattern(search)}`] : []),
  ];
}

function toSchedule({ from, to }: Period): Sql {
  return sql`starts_at < ${startOfRiyadhDay(addDays(to, 1))} and (ends_at is null or ends_at >= ${startOfRiyadhDay(from)})`;
}

/** Whether the counters by status, platform and sync, kept at every change, can count what the filter finds. */
export const isCounted = ({ search, status_reason, store_id, view, scheduled }: ListFilter): boolean =>
  !(search || status_reason || store_id || view === "needs_decision" || scheduled);
