import type { ReadContext } from "#base/server/context.ts";
import { empty, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { Query } from "#base/shared/contract.ts";
import { likePattern } from "#base/shared/fold.ts";
import type { InvoicesCalls } from "../../contract/invoices.calls.ts";

type InvoicesQuery = Query<InvoicesCalls["GET Clients/Billing/invoices"]>;
type Listed = Pick<
  Row<"billing.invoices">,
  | "id"
  | "kind"
  | "is_simplified"
  | "number"
  | "source_kind"
  | "issued_at"
  | "net_halalas"
  | "vat_halalas"
  | "gross_halalas"
> & { title_ar: string; title_en: string; more_lines: number; corrects_number: string | null };

/** The merchant's documents, newest first. A cursor of another list is ignored. */
export async function listInvoices({ db, actor }: ReadContext, { size, after, search, kind }: InvoicesQuery) {
  const rows = await db.many<Listed>(sql`
    select invoices.id, invoices.kind, invoices.is_simplified, invoices.number, invoices.source_kind,
      invoices.issued_at, invoices.net_halalas, invoices.vat_halalas, invoices.gross_halalas,
      corrected.number as corrects_number, coalesce(invoices.title_ar, line.title_ar) as title_ar,
      coalesce(invoices.title_en, line.title_en) as title_en,
      case when invoices.title_ar is null then line.more_lines else 0 end as more_lines
    from billing.invoices
      left join billing.invoices corrected on corrected.id = invoices.corrects_id
      cross join lateral (
        select title_ar, title_en, (count(*) over () - 1)::int as more_lines from billing.invoice_lines
        where invoice_id = invoices.id order by gross_halalas desc, line_no limit 1) line
    where invoices.merchant_id = ${actor.merchantId}
      ${kind === undefined ? empty : sql`and invoices.kind = ${kind}`}
      ${search ? sql`and invoices.search_text like ${likePattern(search)}` : empty}
      and invoices.counter < coalesce(
        (select counter from billing.invoices where merchant_id = ${actor.merchantId} and id = ${after ?? null}),
        9223372036854775807)
    order by invoices.counter desc limit ${size + 1}`);
  const items = rows.slice(0, size).map(({ source_kind, issued_at, ...row }) => ({
    ...row,
    source: source_kind,
    issued_at: issued_at.toISOString(),
  }));
  return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
}

/** A document as a proof of the merchant's money names it. */
export type InvoiceRecord = Pick<
  Row<"billing.invoices">,
  | "id"
  | "kind"
  | "number"
  | "uuid"
  | "counter"
  | "previous_hash"
  | "hash"
  | "source_kind"
  | "source_id"
  | "corrects_id"
  | "issued_at"
  | "net_halalas"
  | "vat_halalas"
  | "gross_halalas"
>;

const batchSize = 500;

/** The merchant's documents of a Riyadh month ("2026-11"), oldest first, read in batches. */
export async function* streamInvoices(
  { db, actor }: ReadContext,
  month: string,
): AsyncGenerator<InvoiceRecord, void, undefined> {
  let after = 0;
  for (;;) {
    const batch = await db.many<InvoiceRecord>(sql`
      select id, kind, number, uuid, counter, previous_hash, hash, source_kind, source_id, corrects_id, issued_at,
        net_halalas, vat_halalas, gross_halalas
      from billing.invoices
      where merchant_id = ${actor.merchantId} and counter > ${after}
        and issued_at >= (${`${month}-01`}::date)::timestamp at time zone 'Asia/Riyadh'
        and issued_at < (${`${month}-01`}::date + interval '1 month') at time zone 'Asia/Riyadh'
      order by counter limit ${batchSize}`);
    yield* batch;
    const last = batch.at(-1);
    if (!last || batch.length < batchSize) return;
    after = last.counter;
  }
}
