import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, halalasSchema, instant, text } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { invoiceKinds, invoiceSources } from "./invoices.enums.ts";
import { parseVatNumber } from "./vat-number.ts";

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

/** Digits as typed, Arabic ones included; empty means none. */
const digits = (pattern: RegExp, error: string) =>
  z
    .string()
    .max(40)
    .transform((typed) => toLatinDigits(typed).replace(/[\s-]/g, ""))
    .refine((typed) => typed === "" || pattern.test(typed), { error });

const buyerDetails = z.object({
  name: text(120),
  /** 15 digits, 3 first and last; empty for none. */
  vat_number: z
    .string()
    .max(40)
    .refine((typed) => typed.trim() === "" || parseVatNumber(typed) !== null, {
      error: "billing:vat_number_not_valid",
    })
    .transform((typed) => parseVatNumber(typed) ?? ""),
  /** Of the commercial register, 10 digits; empty for none. */
  registration_number: digits(/^\d{10}$/, "billing:registration_number_not_valid"),
  street: text(120),
  building_number: digits(/^\d{4}$/, "billing:building_number_not_valid"),
  district: text(80),
  city: text(80),
  postal_code: digits(/^\d{5}$/, "billing:postal_code_not_valid"),
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
    summary: "Who the merchant's invoices are made out to; texts are empty until they are given",
    access: read,
    answer: buyerDetails,
  },
  "PUT Clients/Billing/invoice-details": {
    summary: "Changes who further invoices are made out to. Issued ones stay as they are",
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
