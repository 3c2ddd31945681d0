import type { Context } from "#base/server/context.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { formatRiyals, halalas } from "#base/shared/money.ts";
import type { InvoiceSource } from "../../contract/invoices.enums.ts";
import { invoicesRefusals } from "../../contract/invoices.refusals.ts";
import { computeCredit } from "../../domain/invoices/amounts.ts";
import type { InvoiceLine } from "../../domain/invoices/invoice.ts";
import { lockChain } from "./invoice-numbers.store.ts";
import {
  findCreditNote,
  findInvoice,
  listInvoicesOfSource,
  type StoredInvoice,
  sumCredited,
} from "./invoices.store.ts";
import { type Issued, issueDocument } from "./issue-document.ts";

export type IssueCreditNoteInput = {
  invoice_id: string;
  /** With VAT. */
  amount_halalas: number;
  reason: string;
  /** The refund's own reference: the same one again gives the same credit note. */
  key: string;
};

/**
 * Credits all or part of an invoice; the VAT goes back in proportion and the last credit takes the rest. Refuses
 * `billing.credit_too_large`, `base.not_found`. The last step of its transaction, as `issueInvoice`.
 */
export async function issueCreditNote(
  ctx: Context,
  { invoice_id, amount_halalas, reason, key }: IssueCreditNoteInput,
): Promise<Issued> {
  const end = await lockChain(ctx);
  const invoice = await findInvoice(ctx, invoice_id);
  if (invoice?.kind !== "invoice") return baseRefusals.refuse("base.not_found");
  const earlier = await findCreditNote(ctx, invoice.id, key);
  if (earlier) return { invoice_id: earlier.id, number: earlier.number };

  const credited = await sumCredited(ctx, invoice.id);
  const credit = computeCredit(invoice, credited, amount_halalas);
  if (!credit) {
    const left = halalas(invoice.gross_halalas - credited.gross_halalas);
    return invoicesRefusals.refuse(
      "billing.credit_too_large",
      { left: formatRiyals(left) },
      "amount_halalas",
    );
  }
  const { title_ar, title_en } = findTitle(invoice);
  const line: InvoiceLine = { title_ar, title_en, quantity: 1, discount_halalas: 0, ...credit };
  const { kind: _, id, number, issued_at: __, ...same } = invoice;
  return issueDocument(ctx, end, {
    ...same,
    ...credit,
    kind: "credit_note",
    lines: [line],
    corrects_id: id,
    corrects_number: number,
    credit_key: key,
    reason,
  });
}

export type CreditSourceInput = Omit<IssueCreditNoteInput, "invoice_id"> & {
  source: { kind: InvoiceSource; id: string };
};

/**
 * Credits what was sold under a source, the newest of its invoices first: one that was invoiced again after a chargeback was
 * won has a source of its own after a colon. What has no invoice needs no credit note. Otherwise as `issueCreditNote`.
 */
export async function creditSource(
  ctx: Context,
  { source, amount_halalas, reason, key }: CreditSourceInput,
): Promise<void> {
  await lockChain(ctx);
  let left = amount_halalas;
  for (const { id, gross_halalas } of await listInvoicesOfSource(ctx, source)) {
    const credited = await sumCredited(ctx, id);
    const amount = Math.min(left, gross_halalas - credited.gross_halalas);
    if (amount <= 0) continue;
    await issueCreditNote(ctx, { invoice_id: id, amount_halalas: amount, reason, key });
    left -= amount;
  }
}

/** A credit note names what was sold by the invoice's own title, or by its largest line. */
function findTitle({ title_ar, title_en, lines }: StoredInvoice): Pick<InvoiceLine, "title_ar" | "title_en"> {
  if (title_ar !== null && title_en !== null) return { title_ar, title_en };
  return lines.reduce((largest, line) => (line.gross_halalas > largest.gross_halalas ? line : largest));
}
