import { z } from "zod";
import {
  defineCalls,
  followQuery,
  followSchema,
  halalasSchema,
  instant,
  requiredText,
} from "#base/shared/contract.ts";

const id = z.string().min(1).max(64);
const read = { subject: "withdrawal", action: "read" } as const;
const manage = { subject: "withdrawal", action: "manage" } as const;
const params = z.object({ merchant_id: id, withdrawal_id: id });

const payout = z.object({
  withdrawal_id: z.string(),
  merchant: z.object({ id: z.string(), name: z.string() }),
  amount_halalas: halalasSchema,
  /** `sending`: somebody has begun the transfer, and the merchant can no longer cancel it. */
  state: z.enum(["requested", "sending"]),
  iban: z.string(),
  /** Of the bank account, as the merchant wrote it. */
  holder_name: z.string(),
  requested_at: instant,
});
export type Payout = z.output<typeof payout>;

/** Transfers to bank accounts, which staff make in the bank's own pages. */
export const payoutCalls = defineCalls({
  "GET Staff/Finance/payouts": {
    summary: "Open transfers to merchants' bank accounts, the oldest first",
    access: read,
    query: followQuery,
    answer: followSchema(payout),
  },
  "POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/start": {
    summary: "Begins a transfer: the merchant can no longer cancel it. Begun again, nothing changes",
    access: manage,
    params,
    answer: z.null(),
    refusals: ["wallet.no_open_payout"],
  },
  "POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/confirm": {
    summary: "The transfer was made; the bank's reference belongs to this one alone",
    access: manage,
    params,
    body: z.object({ bank_reference: requiredText(64) }),
    answer: z.null(),
    refusals: ["wallet.no_open_payout", "wallet.bank_reference_used", "wallet.money_stopped"],
  },
  "POST Staff/Finance/merchants/{merchant_id}/payouts/{withdrawal_id}/refuse": {
    summary: "The transfer was not made: its money is available again, and the merchant reads the reason",
    access: manage,
    params,
    body: z.object({ reason: requiredText(300) }),
    answer: z.null(),
    refusals: ["wallet.no_open_payout", "wallet.money_stopped"],
  },
});
export type PayoutCalls = typeof payoutCalls;
