import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Language } from "#base/shared/language.ts";
import type { EntryKind } from "../../contract/enums.ts";
import { referenceTitle } from "./references.ts";

/** What a campaign's lines of one kind add up to, or those of a kind; `reference` is null without a campaign. */
export type MonthSum = {
  kind: EntryKind;
  charge_type: Row<"wallet.statement_days">["charge_type"];
  reference: string | null;
  reference_title: string | null;
  amount_halalas: number;
};
export type SumBy = "campaign" | "kind";

const spendKinds: EntryKind[] = ["ad_spend", "ad_spend_correction"];

/**
 * The lines of these days, summed: ad spend by campaign, everything else by kind, or all of it by kind. Additions first,
 * then the largest of each kind; at most `limit`. Together they add up to the lines.
 */
export function sumMonth(
  { db, actor }: ReadContext,
  days: { from: string; to: string },
  { by, language, limit }: { by: SumBy; language: Language; limit: number },
): Promise<MonthSum[]> {
  const named = by === "campaign" ? spendKinds : [];
  return db.many<MonthSum>(sql`
    select kind, charge_type, nullif(reference, '') as reference, ${referenceTitle(language)} as reference_title,
      amount_halalas
    from (
      select merchant_id, kind, charge_type, sum(total_halalas)::bigint as amount_halalas,
        case when kind = any(${named}::text[]) then reference else '' end as reference
      from wallet.statement_days
      where merchant_id = ${actor.merchantId} and day between ${days.from}::date and ${days.to}::date
      group by merchant_id, kind, charge_type, 5
    ) line
    order by charge_type, kind, amount_halalas desc, line.reference limit ${limit}`);
}
