import type { BillingFacade } from "#modules/billing/server/billing.facade.ts";
import type { ProofInvoice } from "./proof-file.ts";

/** A month's documents as a proof names them: what a credit note takes back is negative, and hashes are in hex. */
export async function* toProofInvoices(
  invoices: ReturnType<BillingFacade["streamInvoices"]>,
): AsyncGenerator<ProofInvoice> {
  for await (const { kind, number, issued_at, gross_halalas, vat_halalas, hash } of invoices) {
    const sign = kind === "credit_note" ? -1 : 1;
    yield {
      number,
      issued_at: issued_at.toISOString(),
      total_halalas: sign * gross_halalas,
      vat_halalas: sign * vat_halalas,
      hash: Buffer.from(hash, "base64").toString("hex"),
    };
  }
}
