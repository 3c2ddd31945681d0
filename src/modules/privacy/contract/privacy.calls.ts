import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { consentChannels, consentPurposes } from "#base/shared/consent-purposes.ts";
import { defineCalls, halalasSchema, instant } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { blockers, erasureStates, exportStatuses } from "./enums.ts";

const read = { subject: "privacy", action: "read" } as const;
const manage = { subject: "privacy", action: "manage" } as const;
const id = z.string().min(1).max(64);

/** Six digits, Arabic-Indic ones included, spaces ignored. */
const code = z
  .string()
  .max(40)
  .min(1, { error: "base:field_required", abort: true })
  .transform((typed) => toLatinDigits(typed).replace(/\s/g, ""))
  .refine((digits) => /^\d{6}$/.test(digits), { error: "privacy:code_not_valid" });

const exportShown = z.object({
  id: z.string(),
  status: z.enum(exportStatuses),
  tables_done: z.number().int(),
  tables_total: z.number().int(),
  rows_done: z.number().int(),
  /** Of the finished file. */
  bytes: z.number().int().nullable(),
  requested_at: instant,
  finished_at: instant.nullable(),
  /** Until when it can be downloaded. */
  expires_at: instant.nullable(),
});

const erasureShown = z.object({
  state: z.enum(erasureStates),
  requested_at: instant,
  /** When the account is erased, unless the merchant changes their mind. */
  due_at: instant,
});

const consentShown = z.object({
  purpose: z.enum(consentPurposes),
  is_given: z.boolean(),
  /** When it was last given or withdrawn; null when nothing was said. */
  changed_at: instant.nullable(),
});

const overview = z.object({
  /** The newest one. */
  export: exportShown.nullable(),
  /** When another may be asked for; null when it may be now. */
  next_export_at: instant.nullable(),
  erasure: erasureShown.nullable(),
  /** What must end before the account can be erased. */
  blockers: z.array(z.object({ kind: z.enum(blockers), amount_halalas: halalasSchema })),
  consents: z.array(consentShown),
});

const consentEntry = z.object({
  id: z.number().int(),
  purpose: z.enum(consentPurposes),
  is_given: z.boolean(),
  text_version: z.string(),
  channel: z.enum(consentChannels),
  recorded_at: instant,
});

const look = z.object({
  id: z.number().int(),
  /** Whether it was looked at alone, or changed too. */
  kind: z.enum(["look", "act"]),
  /** The member of our staff; empty when they are not known any more. */
  by: z.string(),
  /** What of the merchant's it was: a module's data, or their profile. */
  area: z.string(),
  /** What exactly: `finance.money_viewed`. */
  action: z.string(),
  recorded_at: instant,
});

const logQuery = z.object({
  before: z.coerce.number().int().min(1).optional(),
  size: z.coerce.number().int().min(1).max(50).default(10),
});
const page = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.number().int().nullable() });

export const privacyCalls = defineCalls({
  "GET Clients/Privacy/index": {
    summary: "The merchant's own data: the newest export, consents, and what stands before an erasure",
    access: read,
    answer: overview,
  },
  "POST Clients/Privacy/exports": {
    summary:
      "Asks for a ZIP of everything we hold; it is written in the background. One at a time, again after a day",
    access: manage,
    answer: overview,
    refusals: ["privacy.export_under_way", "privacy.export_just_made"],
  },
  "GET Clients/Privacy/exports/{id}/file": {
    summary: "The finished ZIP, for seven days",
    access: manage,
    params: z.object({ id }),
    answer: file({ types: ["application/zip"], ranges: true }),
    refusals: ["privacy.export_gone"],
  },
  "GET Clients/Privacy/consents": {
    summary: "What was agreed to and withdrawn, newest first",
    access: read,
    query: logQuery,
    answer: page(consentEntry),
  },
  "PUT Clients/Privacy/consents/{purpose}": {
    summary:
      "Withdraws a consent at once; gives the one to our offers. Others are given where they are explained",
    access: manage,
    params: z.object({ purpose: z.enum(consentPurposes) }),
    body: z.object({ is_given: z.boolean() }),
    answer: overview,
    refusals: ["privacy.consent_given_elsewhere"],
  },
  "GET Clients/Privacy/looks": {
    summary: "When our staff looked at the merchant's data or changed it, newest first",
    access: read,
    readsReplica: true,
    query: logQuery,
    answer: page(look),
  },
  "POST Clients/Privacy/erasure/code": {
    summary: "Sends a code to the merchant's mobile number; answers the seconds until the next one",
    access: manage,
    answer: z.number().int(),
    refusals: [
      "merchants.code_just_sent",
      "merchants.number_cooldown",
      "merchants.codes_spent",
      "merchants.address_spent",
      "merchants.codes_paused",
      "merchants.number_locked",
    ],
  },
  "POST Clients/Privacy/erasure": {
    summary: "Asks for the account to be erased in 30 days; campaigns and everything automatic stop at once",
    access: manage,
    body: z.object({ code }),
    answer: overview,
    refusals: [
      "privacy.erasure_blocked",
      "privacy.erasure_requested",
      "billing.payment_under_way",
      "merchants.code_wrong",
      "merchants.code_expired",
      "merchants.number_locked",
      "merchants.address_spent",
    ],
  },
  "DELETE Clients/Privacy/erasure": {
    summary: "Takes the erasure back; what was stopped stays stopped until the merchant starts it",
    access: manage,
    answer: overview,
    refusals: ["privacy.erasure_not_requested"],
  },
});
export type PrivacyCalls = typeof privacyCalls;
export type Overview = z.output<typeof overview>;
export type ExportShown = z.output<typeof exportShown>;
export type ErasureShown = z.output<typeof erasureShown>;
export type ConsentShown = z.output<typeof consentShown>;
export type ConsentEntryShown = z.output<typeof consentEntry>;
export type LookShown = z.output<typeof look>;
