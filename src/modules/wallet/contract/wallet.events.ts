import { z } from "zod";
import { halalasSchema, instant, riyadhDay } from "#base/shared/contract.ts";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { chargePurposes, holdPurposes, topUpStopReasons, withdrawalStates } from "./enums.ts";

/** Nothing besides the name and the merchant. */
const noDetails = z.object({});

/** What happens to a merchant's money. */
export const walletEvents = defineEvents({
  /** A deposit was credited; `owed_settled_halalas` of it settled earlier debt at once. */
  "wallet.deposited": z.object({
    deposit_id: z.string(),
    amount_halalas: halalasSchema,
    owed_settled_halalas: halalasSchema,
  }),
  /** Available money settled debt of `amount_halalas`; `owed_halalas` is still owed. */
  "wallet.owed_settled": z.object({ amount_halalas: halalasSchema, owed_halalas: halalasSchema }),
  /** The last payment of a deposit was declined, or the gateway refused the charge. */
  "wallet.deposit_failed": z.object({ deposit_id: z.string() }),
  /** All or part of a deposit went back to its card. */
  "wallet.refunded": z.object({ deposit_id: z.string() }),
  /** Ad spend was settled: of this campaign and Riyadh day, or of several when both are missing. */
  "wallet.spent": z.object({ campaign_id: z.string().optional(), day: riyadhDay.optional() }),
  /** Money moved into or out of what is held for a purpose, such as a campaign's reserve. */
  "wallet.hold_changed": z.object({ purpose: z.enum(holdPurposes), subject: z.string() }),
  /** The available balance lasts fewer than three days: until `ends_on` at the recent pace. Once for each crossing. */
  "wallet.ran_low": z.object({ ends_on: riyadhDay.nullable() }),
  /** A reserve cannot be refilled, or something is owed: nothing covers further spend. Once for each crossing. */
  "wallet.ran_out": noDetails,
  /** A subscription or an order was paid from the available balance. */
  "wallet.charged": z.object({
    purpose: z.enum(chargePurposes),
    reference: z.string(),
    amount_halalas: halalasSchema,
  }),
  /** All or part of a charge is available again. */
  "wallet.charge_refunded": z.object({ reference: z.string(), amount_halalas: halalasSchema }),
  /** The product gave the merchant credit. */
  "wallet.credited": z.object({ reference: z.string(), amount_halalas: halalasSchema }),
  /** A withdrawal, or one of its parts, has another state. */
  "wallet.withdrawal_changed": z.object({ withdrawal_id: z.string(), state: z.enum(withdrawalStates) }),
  /** The bank account for withdrawals was set, replaced or removed. */
  "wallet.bank_account_changed": noDetails,
  /** The available balance fell under the threshold: the card is charged at `charge_at`. */
  "wallet.top_up_planned": z.object({ amount_halalas: halalasSchema, charge_at: instant }),
  /** An automatic top-up was paid; its money is in the wallet. */
  "wallet.top_up_charged": z.object({ amount_halalas: halalasSchema }),
  /** The automatic top-up was switched off because of its card. */
  "wallet.top_up_stopped": z.object({ reason: z.enum(topUpStopReasons) }),
  /** The merchant changed the automatic top-up, or a planned charge was cancelled. */
  "wallet.top_up_changed": noDetails,
  /** The cardholder's bank took a payment back; `owed_halalas` of it was no longer available and is owed. */
  "wallet.charged_back": z.object({
    payment_id: z.string(),
    amount_halalas: halalasSchema,
    owed_halalas: halalasSchema,
  }),
  /** A chargeback was won: its money is in the wallet again. */
  "wallet.chargeback_won": z.object({ payment_id: z.string(), amount_halalas: halalasSchema }),
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof walletEvents> {}
}
