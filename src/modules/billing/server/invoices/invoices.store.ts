import type { Context, ReadContext } from "#base/server/context.ts";
import { prepared, type Sql, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import type { InvoiceSource } from "../../contract/invoices.enums.ts";
import type { Buyer, Invoice, InvoiceLine, Seller } from "../../domain/invoices/invoice.ts";

export type StoredInvoice = Invoice & {
  id: string;
  source_kind: InvoiceSource;
  source_id: string;
  corrects_id: string | null;
  /** The same reference credits an invoice once. */
  credit_key: string | null;
  /** What it is for as a whole; null where its largest line says it. */
  title_ar: string | null;
  title_en: string | null;
  hash: string;
  qr: string;
  xml: string;
};

const columns = sql`
  invoices.id, invoices.kind, invoices.is_simplified, invoices.number, invoices.uuid, invoices.counter,
  invoices.previous_hash, invoices.hash, invoices.source_kind, invoices.source_id, invoices.corrects_id,
  invoices.credit_key, invoices.reason, invoices.paid_by, invoices.issued_at, invoices.supplied_on, invoices.seller,
  invoices.buyer, invoices.vat_basis_points, invoices.net_halalas, invoices.vat_halalas, invoices.gross_halalas,
  invoices.qr, invoices.xml, invoices.title_ar, invoices.title_en, corrected.number as corrects_number,
  (select json_agg(json_build_object('title_ar', title_ar, 'title_en', title_en, 'quantity', quantity,
      'discount_halalas', discount_halalas, 'net_halalas', net_halalas, 'vat_halalas', vat_halalas,
      'gross_halalas', gross_halalas) order by line_no)
    from billing.invoice_lines where invoice_id = invoices.id) as lines`;
const source = sql`billing.invoices left join billing.invoices corrected on corrected.id = invoices.corrects_id`;

type Found = Omit<Row<"billing.invoices">, "merchant_id" | "search_text" | "seller" | "buyer"> & {
  seller: Seller;
  buyer: Buyer | null;
  corrects_number: string | null;
  lines: InvoiceLine[];
};
/** Amounts come from the database as whole halalas. */
const toStored = (row: Found | undefined) => row as StoredInvoice | undefined;

/** One of the merchant's documents, with its lines. */
export async function findInvoice({ db, actor }: ReadContext, id: string) {
  return toStored(
    await db.maybeOne<Found>(sql`
      select ${columns} from ${source} where invoices.id = ${id} and invoices.merchant_id = ${actor.merchantId}`),
  );
}

/** The invoice that was issued for a sale. */
export function findInvoiceBySource(
  { db, actor }: ReadContext,
  kind: InvoiceSource,
  id: string,
): Promise<Row<"billing.invoices", "id" | "number"> | undefined> {
  const invoice = sql`
    select id, number from billing.invoices
    where merchant_id = ${actor.merchantId} and kind = 'invoice' and source_kind = ${kind} and source_id = ${id}`;
  return db.maybeOne(prepared("billing.invoice_by_source", invoice));
}

/** The invoices of a source, and of what was invoiced again under it, newest first. */
export function listInvoicesOfSource(
  { db, actor }: ReadContext,
  { kind, id }: { kind: InvoiceSource; id: string },
): Promise<Row<"billing.invoices", "id" | "gross_halalas">[]> {
  return db.many(sql`
    select id, gross_halalas from billing.invoices
    where merchant_id = ${actor.merchantId} and kind = 'invoice' and source_kind = ${kind}
      and (source_id = ${id} or starts_with(source_id, ${`${id}:`}))
    order by counter desc`);
}

/** The credit note of an invoice under this key. */
export function findCreditNote({ db }: ReadContext, invoiceId: string, key: string) {
  return db.maybeOne<Row<"billing.invoices", "id" | "number" | "gross_halalas">>(sql`
    select id, number, gross_halalas from billing.invoices
    where kind = 'credit_note' and corrects_id = ${invoiceId} and credit_key = ${key}`);
}

/** What the credit notes of an invoice took back so far. */
export function sumCredited({ db }: ReadContext, invoiceId: string) {
  return db.one<{ gross_halalas: number; vat_halalas: number }>(sql`
    select coalesce(sum(gross_halalas), 0)::bigint as gross_halalas, coalesce(sum(vat_halalas), 0)::bigint as vat_halalas
    from billing.invoices where corrects_id = ${invoiceId}`);
}

/** What was invoiced of a kind of source so far, less what was credited; parts after a colon count with their source. */
export function sumInvoiced(
  { db, actor }: ReadContext,
  kind: InvoiceSource,
): Promise<{ source_id: string; gross_halalas: number }[]> {
  return db.many(sql`
    select split_part(source_id, ':', 1) as source_id,
      sum(case kind when 'invoice' then gross_halalas else -gross_halalas end)::bigint as gross_halalas
    from billing.invoices where merchant_id = ${actor.merchantId} and source_kind = ${kind}
    group by 1 order by 1`);
}

/**
 * Stores a document for ever, as the end of the chain, in one statement. The caller has locked the chain and taken the
 * number.
 */
export async function insertInvoice(
  { tx, actor }: Context,
  invoice: StoredInvoice,
  searchText: string,
): Promise<void> {
  const { seller, buyer, lines, ...row } = invoice;
  const stored = sql`
    with chain as (
      update billing.invoice_chain set counter = ${row.counter}, last_hash = ${row.hash}
    ), lines as (
      ${insertLines(row.id, lines)}
    )
    insert into billing.invoices
      (id, merchant_id, kind, is_simplified, number, uuid, counter, previous_hash, hash, source_kind, source_id,
       corrects_id, credit_key, reason, paid_by, issued_at, supplied_on, seller, buyer, vat_basis_points, net_halalas,
       vat_halalas, gross_halalas, qr, xml, search_text, title_ar, title_en)
    values (${row.id}, ${actor.merchantId}, ${row.kind}, ${row.is_simplified}, ${row.number}, ${row.uuid},
      ${row.counter}, ${row.previous_hash}, ${row.hash}, ${row.source_kind}, ${row.source_id}, ${row.corrects_id},
      ${row.credit_key}, ${row.reason}, ${row.paid_by}, ${row.issued_at}, ${row.supplied_on},
      ${JSON.stringify(seller)}, ${buyer && JSON.stringify(buyer)}, ${row.vat_basis_points}, ${row.net_halalas},
      ${row.vat_halalas}, ${row.gross_halalas}, ${row.qr}, ${row.xml}, ${searchText}, ${row.title_ar},
      ${row.title_en})`;
  await tx.run(prepared("billing.insert_invoice", stored));
}

function insertLines(invoiceId: string, lines: readonly InvoiceLine[]): Sql {
  return sql`
    insert into billing.invoice_lines
      (invoice_id, line_no, title_ar, title_en, quantity, discount_halalas, net_halalas, vat_halalas, gross_halalas)
    select ${invoiceId}, line.* from unnest(
      ${lines.map((_, index) => index + 1)}::int[], ${lines.map(({ title_ar }) => title_ar)}::text[],
      ${lines.map(({ title_en }) => title_en)}::text[], ${lines.map(({ quantity }) => quantity)}::int[],
      ${lines.map(({ discount_halalas }) => discount_halalas)}::bigint[],
      ${lines.map(({ net_halalas }) => net_halalas)}::bigint[],
      ${lines.map(({ vat_halalas }) => vat_halalas)}::bigint[],
      ${lines.map(({ gross_halalas }) => gross_halalas)}::bigint[]) as line`;
}
