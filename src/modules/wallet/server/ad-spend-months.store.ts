import { type Db, sql, type Tx } from "#base/server/db/db.ts";
import type { AdSpendInvoicing } from "../contract/enums.ts";

/** How a month's ad spend is treated for VAT. `month` is "2026-11". */
export type AdSpendMonth = { month: string; invoicing: AdSpendInvoicing };

/** The months whose treatment is fixed, the oldest first. */
export function listAdSpendMonths(db: Db): Promise<AdSpendMonth[]> {
  return db.many<AdSpendMonth>(sql`
    select to_char(month, 'YYYY-MM') as month, invoicing from wallet.ad_spend_months
    order by ad_spend_months.month`);
}

/** The treatment of one month; undefined until it is fixed. */
export async function findAdSpendInvoicing(db: Db, month: string): Promise<AdSpendInvoicing | undefined> {
  const found = await db.maybeOne<Pick<AdSpendMonth, "invoicing">>(sql`
    select invoicing from wallet.ad_spend_months where month = ${`${month}-01`}::date`);
  return found?.invoicing;
}

/** Written once: a month that is fixed already stays as it is. */
export async function saveAdSpendMonth(
  tx: Tx,
  { month, invoicing, now }: AdSpendMonth & { now: Date },
): Promise<void> {
  await tx.run(sql`
    insert into wallet.ad_spend_months (month, invoicing, fixed_at)
    values (${`${month}-01`}::date, ${invoicing}, ${now}) on conflict do nothing`);
}
