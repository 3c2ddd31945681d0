import type { Context, ReadContext } from "#base/server/context.ts";
import { type CompanyRecord, findCompany } from "./buyer-details.store.ts";
import { sumInvoiced } from "./invoices.store.ts";
import {
  type CreditSourceInput,
  creditSource,
  type IssueCreditNoteInput,
  issueCreditNote,
} from "./issue-credit-note.ts";
import type { Issued } from "./issue-document.ts";
import { type IssueInvoiceInput, issueInvoice, type LoadSeller } from "./issue-invoice.ts";
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
  /** The merchant's company: name, register number and how to reach it; null until it is given. */
  findCompany(
    ctx: ReadContext,
  ): Promise<Pick<CompanyRecord, "name" | "registration_number" | "contact_email" | "contact_phone"> | null>;
  /** What was invoiced of a kind of source, less what was credited. */
  sumInvoiced: typeof sumInvoiced;
  /** The documents of a Riyadh month ("2026-11"), oldest first. */
  streamInvoices(ctx: ReadContext, month: string): AsyncGenerator<InvoiceRecord, void, undefined>;
}

/** `loadSeller`: who sells on the documents that are issued from now on. */
export const makeInvoicesFacade = (deps: { loadSeller: LoadSeller }): InvoicesFacade => ({
  issueInvoice: issueInvoice(deps),
  issueCreditNote,
  creditSource,
  findCompany,
  sumInvoiced,
  streamInvoices,
});
