import type { ReadContext } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { RefusedPurchase } from "../contract/conversions.calls.ts";
import type { RefusalReason } from "../contract/enums.ts";

type RefusedRow = Row<
  "conversions.purchases",
  "order_id" | "ad_account_id" | "order_reference" | "value_halalas" | "occurred_at" | "reason"
> & { sent_at: Date; platform: Platform; reason_code: RefusalReason };

type Query = { platform?: Platform | undefined; cursor?: string | undefined; size: number };

/** Refused purchases, newest first; a cursor that is not ours begins at the newest. */
export async function listRefused(
  { db, actor }: ReadContext,
  { platform, cursor, size }: Query,
): Promise<{ items: RefusedPurchase[]; next_cursor: string | null }> {
  const after = parseCursor(cursor);
  const rows = await db.many<RefusedRow>(sql`
    select order_id, ad_account_id, platform, order_reference, value_halalas, occurred_at, sent_at, reason_code, reason
    from conversions.purchases
    where merchant_id = ${actor.merchantId} and status = 'refused'
      ${platform === undefined ? empty : sql`and platform = ${platform}`}
      ${after ? sql`and (sent_at, order_id, ad_account_id) < (${after.sentAt}, ${after.orderId}, ${after.adAccountId})` : empty}
    order by sent_at desc, order_id desc, ad_account_id desc limit ${size + 1}`);
  const page = rows.slice(0, size);
  const last = page.at(-1);
  return {
    items: page.map(present),
    next_cursor:
      rows.length > size && last
        ? [last.sent_at.toISOString(), last.order_id, last.ad_account_id].join("|")
        : null,
  };
}

function parseCursor(cursor: string | undefined) {
  const [sentAt = "", orderId, adAccountId] = cursor?.split("|") ?? [];
  const instant = new Date(sentAt);
  if (Number.isNaN(instant.getTime()) || !orderId || !adAccountId) return null;
  return { sentAt: instant, orderId, adAccountId };
}

function present({ occurred_at, sent_at, reason, ad_account_id, ...row }: RefusedRow): RefusedPurchase {
  return {
    ...row,
    occurred_at: occurred_at.toISOString(),
    sent_at: sent_at.toISOString(),
    reason: reason ?? "",
  };
}
