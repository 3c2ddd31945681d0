import { z } from "zod";
import { defineCalls, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { agreementParts, agreementStates, differenceKinds } from "./enums.ts";

const read = { subject: "agreement", action: "read" } as const;

const agreement = z.object({
  /** The newest; null before the first. */
  run: z
    .object({
      night: riyadhDay,
      state: z.enum(agreementStates),
      started_at: instant,
      finished_at: instant.nullable(),
      /** How much was compared so far. */
      checked: z.number().int(),
      /** What is not compared yet: the list, the gateway whose list it is, and whether it could not be read. */
      waiting: z.array(
        z.object({ part: z.enum(agreementParts), gateway: z.string().nullable(), is_stuck: z.boolean() }),
      ),
    })
    .nullable(),
  last_finished_at: instant.nullable(),
  /** Kinds that have open differences. */
  open: z.array(z.object({ kind: z.enum(differenceKinds), count: z.number().int() })),
});
export type AgreementShown = z.output<typeof agreement>;

const difference = z.object({
  id: z.string(),
  kind: z.enum(differenceKinds),
  /** Who keeps the other side: a gateway, the payments, or an ad platform. */
  source: z.string(),
  /** Of the payment, the chargeback or the ad account. */
  reference: z.string(),
  merchant: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Of the payment, the chargeback or the spend. */
  day: riyadhDay,
  /** Null: it is missing on that side. */
  ours_halalas: halalasSchema.nullable(),
  theirs_halalas: halalasSchema.nullable(),
  first_seen_at: instant,
});
export type DifferenceShown = z.output<typeof difference>;

/** What the nightly agreement of money found. */
export const agreementCalls = defineCalls({
  "GET Staff/Finance/agreement": {
    summary: "The last agreement of money: when it ran, whether it ended, and what is open",
    access: read,
    answer: agreement,
  },
  "GET Staff/Finance/agreement/differences": {
    summary: "Open differences with both figures, newest first",
    access: read,
    query: z.object({
      kind: z.enum(differenceKinds).optional(),
      size: z.coerce.number().int().min(1).max(100).default(20),
      /** The `next` cursor of the previous page. */
      after: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    answer: z.object({ items: z.array(difference), next: z.string().nullable() }),
  },
});
export type AgreementCalls = typeof agreementCalls;
