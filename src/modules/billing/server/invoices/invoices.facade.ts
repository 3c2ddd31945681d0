import type { Context, ReadContext } from "#base/server/context.ts";
import type { Seller } from "../../domain/invoices/invoice.ts";
import { sumInvoiced } from "./invoices.store.ts";
import {
  type CreditSourceInput,
  creditSource,
  type IssueCreditNoteInput,
  issueCreditNote,
} from "./issue-credit-note.ts";
import type { Issued } from "./issue-document.ts";
import { type IssueInvoiceInput, issueInvoice } from "./issue-invoice.ts";
import { type InvoiceRecord, streamInvoices } from "./list-invoices.ts";

export { computeVatInside, vatBasisPoints } from "../../domain/vat.ts";

/** Invoices for the other parts of billing, and for modules above. */
export interface InvoicesFacade {
  /** Issues the invoice of a sale, once for its source: the last step of the sale's transaction. */
  issueInvoice(ctx: Context, input: IssueInvoiceInput): Promise<Issued>;
  /** Credits an invoice, once for its key. Refuses `billing.credit_too_large`, `base.not_found`. */
  issueCreditNote(ctx: Context, input: IssueCreditNoteInput): Promise<Issued>;
  /** Credits what was sold under a source, once for its key; nothing when it was never invoiced. */
  creditSource(ctx: Context, input: CreditSourceInput): Promise<void>;
  /** What was invoiced of a kind of source, less what was credited. */
  sumInvoiced: typeof sumInvoiced;
  /** The documents of a Riyadh month ("2026-11"), oldest first. */
  streamInvoices(ctx: ReadContext, month: string): AsyncGenerator<InvoiceRecord, void, undefined>;
}

export const makeInvoicesFacade = (deps: { seller: Seller }): InvoicesFacade => ({
  issueInvoice: issueInvoice(deps),
  issueCreditNote,
  creditSource,
  sumInvoiced,
  streamInvoices,
});
