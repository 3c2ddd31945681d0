import { z } from "zod";
import { defineCalls, instant, requiredText, text } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { optionalEmail, optionalPhone } from "./contact-fields.ts";
import { registerFields } from "./register-fields.ts";

export const documents = ["about", "terms", "privacy"] as const;
export type Document = (typeof documents)[number];
/** The longest text of a document in one language. */
export const textMax = 60_000;

const manageDetails = { subject: "company_details", action: "manage" } as const;
const manageTexts = { subject: "company_texts", action: "manage" } as const;

const details = z.object({
  name_ar: requiredText(120),
  name_en: requiredText(120),
  email: optionalEmail,
  phone: optionalPhone,
  /** An international number: the link to a chat is made of it. */
  whatsapp: z
    .string()
    .max(40)
    .transform((typed) => toLatinDigits(typed).replace(/[\s()-]/g, ""))
    .refine((typed) => /^(\+\d{8,15})?$/.test(typed), { error: "company:whatsapp_not_valid" }),
  ...registerFields,
  street: text(120),
  district: text(80),
  city: text(80),
});
export type CompanyDetails = z.output<typeof details>;

const texts = z.object({ text_ar: text(textMax), text_en: text(textMax) });
export type CompanyTexts = z.output<typeof texts>;

/** 0 while nothing was saved. */
const version = z.number().int().min(0);
const shownDetails = z.object({
  name_ar: z.string(),
  name_en: z.string(),
  email: z.string(),
  phone: z.string(),
  whatsapp: z.string(),
  vat_number: z.string(),
  registration_number: z.string(),
  street: z.string(),
  building_number: z.string(),
  district: z.string(),
  city: z.string(),
  postal_code: z.string(),
  version,
  edited_at: instant.nullable(),
  /** Invoices carry these details: every field of a seller is filled. */
  is_on_invoices: z.boolean(),
});
export type ShownDetails = z.output<typeof shownDetails>;
const shownTexts = z.object({
  document: z.enum(documents),
  version,
  text_ar: z.string(),
  text_en: z.string(),
  edited_at: instant.nullable(),
});
export type ShownTexts = z.output<typeof shownTexts>;

export const companyCalls = defineCalls({
  "GET Staff/Company/details": {
    summary: "Who we are on invoices and public pages; empty until it is saved",
    access: manageDetails,
    answer: shownDetails,
  },
  "PUT Staff/Company/details": {
    summary: "Saves a further version of it; issued invoices keep theirs",
    access: manageDetails,
    body: details.extend({ version }),
    answer: shownDetails,
    refusals: ["company.edited_meanwhile"],
  },
  "GET Staff/Company/texts": {
    summary: "About us, terms and privacy in both languages",
    access: manageTexts,
    answer: z.object({ items: z.array(shownTexts) }),
  },
  "PUT Staff/Company/texts/{document}": {
    summary: "Publishes a further version of a text; earlier ones stay readable",
    access: manageTexts,
    params: z.object({ document: z.enum(documents) }),
    body: texts.extend({ version }),
    answer: shownTexts,
    refusals: ["company.edited_meanwhile"],
  },
});
export type CompanyCalls = typeof companyCalls;
