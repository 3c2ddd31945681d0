import { z } from "zod";
import { halalasSchema, riyadhDay } from "#base/shared/contract.ts";
import { defineEvents, type EventsOf } from "#base/shared/events.ts";
import { holdPurposes } from "./enums.ts";

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
});

declare module "#base/shared/events.ts" {
  interface EventRegistry extends EventsOf<typeof walletEvents> {}
}
