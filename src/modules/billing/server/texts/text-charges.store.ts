import type { Context } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";

/** The only file that writes `billing.text_charges`. `settle_at` and `at` are the system clock. */

export type TextCharge = Row<"billing.text_charges">;

export async function insertTextCharge(
  { tx, actor }: Context,
  { text_key, reservation_id, units }: Pick<TextCharge, "text_key" | "reservation_id" | "units">,
): Promise<void> {
  await tx.run(sql`
    insert into billing.text_charges (merchant_id, text_key, reservation_id, units)
    values (${actor.merchantId}, ${text_key}, ${reservation_id}, ${units})`);
}

/** It was sent: what it was billed as, and until when a report of it is waited for. Nothing where it is settled already. */
export async function waitForReport(
  { tx, actor }: Context,
  { key, parts, settleAt }: { key: string; parts: number | null; settleAt: Date },
): Promise<void> {
  await tx.run(sql`
    update billing.text_charges set parts = coalesce(${parts}::int, parts), settle_at = ${settleAt}
    where merchant_id = ${actor.merchantId} and text_key = ${key}`);
}

/** Takes the charge away, for who settles or releases it: a second one finds nothing. */
export const takeTextCharge = ({ tx, actor }: Context, key: string): Promise<TextCharge | undefined> =>
  tx.maybeOne<TextCharge>(sql`
    delete from billing.text_charges where merchant_id = ${actor.merchantId} and text_key = ${key} returning *`);

/** Of all merchants: sent texts whose report is not waited for any longer. */
export const listDueTextCharges = (
  db: Db,
  { at, size }: { at: Date; size: number },
): Promise<Pick<TextCharge, "merchant_id" | "text_key">[]> =>
  db.many(sql`
    select merchant_id, text_key from billing.text_charges where settle_at <= ${at}
    order by settle_at limit ${size}`);
