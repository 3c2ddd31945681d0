import { z } from "zod";
import { defineCalls, halalasSchema, instant, requiredText } from "#base/shared/contract.ts";
import { consultationsMax } from "./consultations-enums.ts";
import { promisesSchema } from "./promises.ts";
import { questionsSchema } from "./questions.ts";

const manage = { subject: "consultation", action: "manage" } as const;
const id = z.string().min(1).max(64);
/** Raised by each change: over a newer one nothing is saved. */
const revision = z.number().int().min(1).max(1_000_000_000);

/** A page on the web where a time is chosen; it names the order to the calendar. */
const schedulingUrl = z
  .string()
  .trim()
  .max(500)
  .refine(isSchedulingUrl, { error: "consultations:scheduling_url_not_valid" });

function isSchedulingUrl(typed: string): boolean {
  if (!typed.isWellFormed() || typed.includes("\u0000")) return false;
  const url = URL.parse(typed);
  const isLocal = url?.hostname === "localhost" || url?.hostname === "127.0.0.1";
  return url?.protocol === "https:" || (url?.protocol === "http:" && isLocal);
}

/** What staff write of a consultation. */
export const consultationFields = z.object({
  title_ar: requiredText(120),
  title_en: requiredText(120),
  outcome_ar: requiredText(500),
  outcome_en: requiredText(500),
  price_halalas: z
    .number()
    .int()
    .min(100, { error: "consultations:price_not_valid" })
    .max(10_000_000, { error: "consultations:price_not_valid" }),
  minutes: z
    .number()
    .int()
    .min(10, { error: "consultations:minutes_not_valid" })
    .max(480, { error: "consultations:minutes_not_valid" }),
  consultant_id: z.string().min(1, { error: "base:field_required" }).max(64),
  scheduling_url: schedulingUrl,
  questions: questionsSchema,
  is_active: z.boolean(),
});
export type ConsultationFields = z.output<typeof consultationFields>;

const consultation = z.object({
  id: z.string(),
  number: z.number().int(),
  title_ar: z.string(),
  title_en: z.string(),
  outcome_ar: z.string(),
  outcome_en: z.string(),
  /** With VAT. */
  price_halalas: halalasSchema,
  currency: z.literal("SAR"),
  minutes: z.number().int(),
  consultant_id: z.string(),
  consultant_name: z.string(),
  scheduling_url: z.string(),
  questions: questionsSchema,
  is_active: z.boolean(),
  position: z.number().int(),
  revision: z.number().int(),
  updated_at: instant,
});
export type CatalogueConsultation = z.output<typeof consultation>;

const catalogue = z.object({
  items: z.array(consultation),
  /** Members of the staff who can give consultations. */
  consultants: z.array(z.object({ id: z.string(), name: z.string(), promises: promisesSchema })),
});

export const staffCatalogueCalls = defineCalls({
  "GET Staff/Consultations/index": {
    summary: "All consultations in the order in which merchants see them, and who can give them",
    access: manage,
    answer: catalogue,
  },
  "POST Staff/Consultations/create": {
    summary: "Creates a consultation, as the last",
    access: manage,
    body: consultationFields,
    answer: consultation,
    refusals: ["consultations.too_many", "consultations.consultant_unknown"],
    idempotent: true,
  },
  "PUT Staff/Consultations/{id}": {
    summary: "Changes a consultation; orders keep what was ordered, at its price",
    access: manage,
    params: z.object({ id }),
    body: consultationFields.extend({ revision }),
    answer: consultation,
    refusals: ["consultations.edited_meanwhile", "consultations.consultant_unknown"],
  },
  "POST Staff/Consultations/reorder": {
    summary: "Orders all consultations as merchants see them",
    access: manage,
    body: z.object({ items: z.array(z.object({ id, revision })).min(1).max(consultationsMax) }),
    answer: catalogue,
    refusals: ["consultations.edited_meanwhile"],
  },
});
export type StaffCatalogueCalls = typeof staffCatalogueCalls;
