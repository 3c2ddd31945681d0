import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Language } from "#base/shared/language.ts";
import type { ChargeType, EntryKind } from "../../contract/enums.ts";
import { referenceTitle } from "./references.ts";

type Columns =
  | "amount_halalas"
  | "wallet_balance_after"
  | "reference"
  | "business_day"
  | "booked_day"
  | "created_at";
export type FoundEntry = Row<"wallet.entries", Columns> & {
  /** Its number on the statement. */
  line_no: number;
  kind: EntryKind;
  charge_type: ChargeType;
  reference_title: string | null;
  /** What is settled so far of the campaign's day that the entry belongs to; null when it settles none. */
  settled_halalas: number | null;
  /** The seal of its month; null until it is sealed. */
  seal: string | null;
};

/** An entry of the statement by its number; undefined when the merchant has none. */
export function findEntry(
  { db, actor: { merchantId } }: ReadContext,
  { number, language }: { number: number; language: Language },
): Promise<FoundEntry | undefined> {
  return db.maybeOne<FoundEntry>(sql`
    select line.line_no, line.kind, line.charge_type, line.amount_halalas, line.wallet_balance_after, line.reference,
      line.business_day, line.booked_day, line.created_at, ${referenceTitle(language)} as reference_title,
      (select total_halalas from wallet.settled_days settled where settled.merchant_id = line.merchant_id
        and settled.campaign_id = line.reference and settled.day = line.business_day) as settled_halalas,
      (select hash from wallet.statement_months month where month.merchant_id = line.merchant_id
        and month.month = date_trunc('month', line.booked_day)::date) as seal
    from wallet.entries line where line.merchant_id = ${merchantId} and line.line_no = ${number}`);
}
