import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** Why a platform refused events of a request, and how many. */
export type RequestReason = { reason: string; count: number };
export type RequestRow = Row<
  "conversions.requests",
  "request_id" | "sent_at" | "events" | "checks" | "is_restatement"
>;

const firstCheckSeconds = 120;
const maxCheckSeconds = 3_600;
/** After this many checks, about three days, the outcome is no longer asked for. */
const maxChecks = 75;

/** Seconds until a request's outcome is read again. */
export const computeCheckSeconds = (checks: number): number =>
  Math.min(firstCheckSeconds * 2 ** Math.min(checks, 10), maxCheckSeconds);

export async function insertRequest(
  { tx, actor, now }: Context,
  request: {
    requestId: string;
    adAccountId: string;
    events: number;
    isRestatement: boolean;
    systemNow: Date;
  },
): Promise<void> {
  const checkAt = new Date(request.systemNow.getTime() + computeCheckSeconds(0) * 1_000);
  await tx.run(sql`
    insert into conversions.requests (request_id, merchant_id, ad_account_id, sent_at, events, is_restatement, check_at)
    values (${request.requestId}, ${actor.merchantId}, ${request.adAccountId}, ${now}, ${request.events},
      ${request.isRestatement}, ${checkAt})
    on conflict (merchant_id, request_id) do nothing`);
}

export function listDueRequests(
  { db, actor }: ReadContext,
  { adAccountId, systemNow, limit }: { adAccountId: string; systemNow: Date; limit: number },
): Promise<RequestRow[]> {
  return db.many<RequestRow>(sql`
    select request_id, sent_at, events, checks, is_restatement from conversions.requests
    where merchant_id = ${actor.merchantId} and ad_account_id = ${adAccountId} and check_at <= ${systemNow}
    order by check_at, request_id limit ${limit}`);
}

/** Still being processed: read again later, and not for ever. */
export async function postponeCheck(
  { tx, actor }: Context,
  { request_id, checks }: RequestRow,
  systemNow: Date,
): Promise<void> {
  const next = checks + 1;
  const checkAt =
    next >= maxChecks ? null : new Date(systemNow.getTime() + computeCheckSeconds(next) * 1_000);
  await tx.run(sql`
    update conversions.requests set checks = ${next}, check_at = ${checkAt}
    where merchant_id = ${actor.merchantId} and request_id = ${request_id}`);
}

/** The outcome of a request is known. Returns false when it was known before. */
export async function completeRequest(
  { tx, actor }: Context,
  { requestId, refused, reasons }: { requestId: string; refused: number; reasons: readonly RequestReason[] },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update conversions.requests set check_at = null, refused = ${refused}, reasons = ${JSON.stringify(reasons)}
    where merchant_id = ${actor.merchantId} and request_id = ${requestId} and check_at is not null`);
  return changed > 0;
}
