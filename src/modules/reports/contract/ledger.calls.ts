import { z } from "zod";
import { file } from "#base/shared/answer-kinds.ts";
import { defineCalls, exportLimits, halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { toShape } from "#modules/figures/contract/metrics.ts";
import { chargeTypes, entryKinds } from "#modules/wallet/contract/enums.ts";
import { monthSchema } from "#modules/wallet/contract/statement.calls.ts";

const read = { subject: "ledger", action: "read" } as const;

const answer = z.object({
  sha256: z.string(),
  bytes: z.number().int(),
  received_at: instant,
  /** Whether its body can still be opened; the hash stays for good. */
  has_body: z.boolean(),
  /** Whether the entry was written when this answer was received. */
  is_of_entry: z.boolean(),
});

const order = z.object({
  order_id: z.string(),
  sales_placed_halalas: halalasSchema,
  is_delivered: z.boolean(),
});

const chain = z.object({
  entry: z.object({
    /** The operation's number on the statement. */
    number: z.number().int(),
    kind: z.enum(entryKinds),
    charge_type: z.enum(chargeTypes),
    amount_halalas: halalasSchema,
    balance_after_halalas: halalasSchema,
    reference: z.string().nullable(),
    reference_title: z.string().nullable(),
    /** The Riyadh day the money belongs to, and the one it is booked on. */
    business_day: riyadhDay,
    booked_day: riyadhDay,
    created_at: instant,
    /** The seal of its month; null until the month is sealed. */
    seal: z.string().nullable(),
  }),
  /** Null for an entry that is no ad spend. */
  campaign: z
    .object({
      id: z.string(),
      name: z.string(),
      platform: z.enum(platforms),
      /** What was settled of the day so far, and what the platform and the store say of it now. */
      settled_halalas: halalasSchema,
      figures: z.object(
        toShape([
          "impressions",
          "clicks",
          "spend_halalas",
          "valid_clicks",
          "orders_placed",
          "sales_placed_halalas",
          "orders_delivered",
          "sales_delivered_halalas",
        ]),
      ),
      /** What the platform answered about the day, oldest first; at most the last 100. */
      answers: z.array(answer),
      /** The day's orders that the campaign brought; at most 50. */
      orders: z.array(order),
    })
    .nullable(),
});
export type LedgerChain = z.output<typeof chain>;

export const ledgerCalls = defineCalls({
  "GET Clients/Reports/ledger-chain/{number}": {
    summary:
      "Where an entry's money comes from: campaign, day, the platform's answers, clicks, orders, deliveries",
    access: read,
    readsReplica: true,
    params: z.object({ number: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
    answer: chain,
  },
  "GET Clients/Reports/platform-answers/{sha256}": {
    summary: "What a platform answered, exactly as it was received",
    access: read,
    readsReplica: true,
    params: z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    answer: file({ types: ["application/json"] }),
  },
  "GET Clients/Reports/proof/{month}": {
    summary:
      "A month's proof: all entries, captured days with the hashes of the platforms' answers, and the seal",
    access: read,
    readsReplica: true,
    ...exportLimits,
    params: z.object({ month: monthSchema }),
    answer: file({ types: ["application/x-ndjson"] }),
  },
});
