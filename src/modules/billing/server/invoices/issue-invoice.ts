import type { Context } from "#base/server/context.ts";
import type { Db } from "#base/server/db/db.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import type { InvoiceSource, PaidBy } from "../../contract/invoices.enums.ts";
import { computeInvoice } from "../../domain/invoices/amounts.ts";
import type { Seller } from "../../domain/invoices/invoice.ts";
import { findBuyerDetails } from "./buyer-details.store.ts";
import { lockChain } from "./invoice-numbers.store.ts";
import { findInvoiceBySource } from "./invoices.store.ts";
import { type Issued, issueDocument } from "./issue-document.ts";

export type LoadSeller = (db: Db) => Promise<Seller>;

/** A line of a sale. Its gross amount is of all units, after the discount; both with VAT. */
export type InvoiceLineInput = {
  title_ar: string;
  title_en: string;
  quantity: number;
  gross_halalas: number;
  discount_halalas?: number;
  /** 1,500 for 15 %; the same on all lines of an invoice. */
  vat_basis_points: number;
};
export type IssueInvoiceInput = {
  source: { kind: InvoiceSource; id: string };
  /** What the invoice is for as a whole, where its lines are parts of one thing; otherwise its largest line says it. */
  title?: { ar: string; en: string };
  lines: readonly InvoiceLineInput[];
  paid_by: PaidBy;
  /** The Riyadh day the service was given, when it is not the day of issue. */
  supplied_on?: string;
};

/**
 * Issues the invoice of a sale, once for its source. It is the last step of the sale's transaction: from here on every
 * other sale waits for the number until the transaction ends.
 */
export const issueInvoice =
  ({ loadSeller }: { loadSeller: LoadSeller }) =>
  async (
    ctx: Context,
    { source, title, lines, paid_by, supplied_on }: IssueInvoiceInput,
  ): Promise<Issued> => {
    const end = await lockChain(ctx);
    const earlier = await findInvoiceBySource(ctx, source.kind, source.id);
    if (earlier) return { invoice_id: earlier.id, number: earlier.number };

    const rates = new Set(lines.map(({ vat_basis_points }) => vat_basis_points));
    const [vat_basis_points] = rates;
    if (vat_basis_points === undefined || rates.size > 1)
      throw new RangeError("an invoice has at least one line, and all its lines one rate of VAT");
    const amounts = computeInvoice(lines, vat_basis_points);
    const [buyer, seller] = [await findBuyerDetails(ctx), await loadSeller(ctx.tx)];
    return issueDocument(ctx, end, {
      ...amounts.total,
      kind: "invoice",
      is_simplified: !buyer?.vat_number,
      source_kind: source.kind,
      source_id: source.id,
      title_ar: title?.ar ?? null,
      title_en: title?.en ?? null,
      seller,
      buyer,
      paid_by,
      supplied_on: supplied_on ?? toRiyadhDay(ctx.now),
      vat_basis_points,
      lines: lines.map(({ title_ar, title_en, quantity, discount_halalas = 0 }, index) => ({
        title_ar,
        title_en,
        quantity,
        discount_halalas,
        ...(amounts.lines[index] ?? amounts.total),
      })),
      corrects_id: null,
      corrects_number: null,
      credit_key: null,
      reason: "",
    });
  };
