import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, halalasSchema, instant, text } from "#base/shared/contract.ts";
import { optionalEmail, optionalPhone } from "#modules/company/contract/contact-fields.ts";
import { registerFields } from "#modules/company/contract/register-fields.ts";
import { invoiceKinds, invoiceSources } from "./invoices.enums.ts";

const read = { subject: "billing", action: "read" } as const;
const manage = { subject: "billing", action: "manage" } as const;
const byId = z.object({ id: z.string().min(1).max(64) });

const invoice = z.object({
  id: z.string(),
  kind: z.enum(invoiceKinds),
  /** Without the buyer's VAT number. */
  is_simplified: z.boolean(),
  number: z.string(),
  source: z.enum(invoiceSources),
  /** What was sold; where no title says it, of several lines the largest, and how many more there are. */
  title_ar: z.string(),
  title_en: z.string(),
  more_lines: z.number().int(),
  issued_at: instant,
  net_halalas: halalasSchema,
  vat_halalas: halalasSchema,
  gross_halalas: halalasSchema,
  /** The number of the invoice that a credit note corrects. */
  corrects_number: z.string().nullable(),
});

const buyerDetails = z.object({
  name: text(120),
  ...registerFields,
  street: text(120),
  district: text(80),
  city: text(80),
  /** How shoppers reach the merchant: on landing pages, not on invoices. */
  contact_email: optionalEmail.default(""),
  contact_phone: optionalPhone.default(""),
});
export type BuyerDetails = z.output<typeof buyerDetails>;

/** A tax invoice must name its buyer with the address (ZATCA); a simplified one needs neither. */
const requiredWithVatNumber = [
  "name",
  "street",
  "building_number",
  "district",
  "city",
  "postal_code",
] as const;

export const invoicesCalls = defineCalls({
  "GET Clients/Billing/invoices": {
    summary: "Invoices and credit notes, newest first",
    access: read,
    readsReplica: true,
    query: z.object({
      size: z.coerce.number().int().min(1).max(100).default(20),
      /** The `next` cursor of the previous page. */
      after: z.string().max(64).optional(),
      search: text(120).optional(),
      kind: z.enum(invoiceKinds).optional(),
    }),
    answer: z.object({ items: z.array(invoice), next: z.string().nullable() }),
  },
  "GET Clients/Billing/invoices/{id}/pdf": {
    summary: "An invoice or a credit note as PDF, in Arabic and English",
    access: read,
    params: byId,
    answer: file({ types: ["application/pdf"] }),
    refusals: ["base.not_found", "base.too_many_requests"],
  },
  "GET Clients/Billing/invoices/{id}/xml": {
    summary: "The same as UBL 2.1",
    access: read,
    params: byId,
    answer: file({ types: ["application/xml"] }),
    refusals: ["base.not_found"],
  },
  "GET Clients/Billing/invoice-details": {
    summary:
      "The merchant's company: who invoices are made out to, and who landing pages name; empty until it is given",
    access: read,
    answer: buyerDetails,
  },
  "PUT Clients/Billing/invoice-details": {
    summary: "Changes it. Issued invoices stay as they are; published landing pages follow",
    access: manage,
    body: buyerDetails.superRefine((details, issues) => {
      if (details.vat_number === "") return;
      for (const field of requiredWithVatNumber)
        if (details[field] === "")
          issues.addIssue({ code: "custom", path: [field], message: "billing:required_with_vat_number" });
    }),
    answer: buyerDetails,
  },
});
export type InvoicesCalls = typeof invoicesCalls;
