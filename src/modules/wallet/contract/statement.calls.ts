import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, exportLimits, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { actedBy } from "./acted-by.ts";
import { adSpendInvoicings, chargeTypes, entryKinds } from "./enums.ts";
import { statementFormats } from "./statement-formats.ts";

const read = { subject: "wallet", action: "read" } as const;

/** What the statement shows of all lines. Days are those the entries are booked on. */
const filter = {
  charge_type: z.enum(chargeTypes).optional(),
  kind: z.enum(entryKinds).optional(),
  /** The id of a campaign, a deposit or whatever else the lines refer to. */
  reference: z.string().min(1).max(64).optional(),
  from: riyadhDay.optional(),
  to: riyadhDay.optional(),
  /** Words of a campaign's name, an amount in riyals, an operation's number, or the start of a reference. */
  search: z.string().max(100).optional(),
};
export const statementFilter = z.object(filter);
export type StatementFilter = z.output<typeof statementFilter>;

/** A month of Riyadh days: "2026-11". */
export const monthSchema = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/);

const size = z.coerce.number().int().min(1).max(100).default(25);

const line = z.object({
  /** The number of its first entry: what its entries are read by. */
  line: z.number().int(),
  /** The Riyadh day it is booked on. */
  day: riyadhDay,
  charge_type: z.enum(chargeTypes),
  kind: z.enum(entryKinds),
  /** Always above zero; `charge_type` says whether it was added or deducted. */
  amount_halalas: halalasSchema,
  /** The balance of the whole wallet after this line, the lines of the day one after another. */
  balance_after_halalas: halalasSchema,
  /** How many entries are folded into the line. */
  entries: z.number().int(),
  reference: z.string().nullable(),
  /** For a campaign its name as the merchant wrote it; null where the reference has none. */
  reference_title: z.string().nullable(),
  /** The days the money belongs to: a late report names earlier ones. */
  first_business_day: riyadhDay,
  last_business_day: riyadhDay,
  by: actedBy,
});
export type StatementLine = z.output<typeof line>;

const entry = z.object({
  /** The operation's number on this merchant's statement, from 1 without gaps. */
  number: z.number().int(),
  charge_type: z.enum(chargeTypes),
  kind: z.enum(entryKinds),
  amount_halalas: halalasSchema,
  balance_after_halalas: halalasSchema,
  business_day: riyadhDay,
  created_at: instant,
});
export type StatementEntry = z.output<typeof entry>;

const month = z.object({
  month: monthSchema,
  opening_halalas: halalasSchema,
  closing_halalas: halalasSchema,
  /** Whether it has ended and its entries cannot be changed without a trace. */
  is_sealed: z.boolean(),
  /** SHA-256 of its entries and of the seal before it; null until it is sealed. */
  hash: z.string().nullable(),
});
export type StatementMonth = z.output<typeof month>;

export const statementMimes = {
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
} as const;

export const statementCalls = defineCalls({
  "GET Clients/Wallet/statement": {
    summary: "The statement by day and reference, newest first, with the running balance",
    access: read,
    readsReplica: true,
    query: z.object({
      ...filter,
      /** `next_cursor` of the page before; one that is not ours begins at the newest line. */
      cursor: z.string().max(40).optional(),
      size,
    }),
    answer: z.object({ items: z.array(line), next_cursor: z.string().nullable() }),
  },
  "GET Clients/Wallet/statement/sums": {
    summary: "What the lines that a filter finds add up to",
    access: read,
    readsReplica: true,
    query: statementFilter,
    answer: z.object({
      lines: z.number().int(),
      entries: z.number().int(),
      additions_halalas: halalasSchema,
      deductions_halalas: halalasSchema,
    }),
  },
  "GET Clients/Wallet/statement/{line}/entries": {
    summary: "The single entries of one line, newest first",
    access: read,
    readsReplica: true,
    params: z.object({ line: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    query: z.object({
      /** `next_cursor` of the page before. */
      cursor: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
      size,
    }),
    answer: z.object({ items: z.array(entry), next_cursor: z.number().int().nullable() }),
  },
  "GET Clients/Wallet/statement/references": {
    summary: "What lines refer to by a name, such as campaigns; at most 50, found by words of the name",
    access: read,
    readsReplica: true,
    query: z.object({ search: z.string().max(100).optional() }),
    answer: z.object({ items: z.array(z.object({ reference: z.string(), title: z.string() })) }),
  },
  "GET Clients/Wallet/statement/export": {
    summary: "All lines that a filter finds, as a spreadsheet",
    access: read,
    readsReplica: true,
    ...exportLimits,
    query: z.object({ ...filter, format: z.enum(statementFormats).default("xlsx") }),
    answer: file({ types: Object.values(statementMimes) }),
  },
  "GET Clients/Wallet/statement/months/{month}/pdf": {
    summary:
      "A month's statement with opening and closing balance, in the reader's language; above 2,000 lines summed by campaign",
    access: read,
    readsReplica: true,
    ...exportLimits,
    params: z.object({ month: monthSchema }),
    answer: file({ types: ["application/pdf"] }),
  },
  "GET Clients/Wallet/statement/months": {
    summary: "The months that have entries, newest first, with their balances and seals; at most 60",
    access: read,
    readsReplica: true,
    answer: z.object({
      items: z.array(month),
      /** How ad spend is treated for VAT from the next month that is due on. */
      ad_spend_invoicing: z.enum(adSpendInvoicings),
    }),
  },
});
