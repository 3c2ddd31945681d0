import { z } from "zod";
import {
  defineCalls,
  followQuery,
  followSchema,
  halalasSchema,
  instant,
  requiredText,
} from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { actedBy } from "./acted-by.ts";
import { withdrawalPartKinds, withdrawalStates } from "./enums.ts";
import { parseIban } from "./iban.ts";

const read = { subject: "wallet", action: "read" } as const;
const withdraw = { subject: "wallet", action: "withdraw" } as const;
const id = z.string().min(1).max(64);

const code = z
  .string()
  .max(40)
  .min(1, { error: "base:field_required", abort: true })
  .transform((typed) => toLatinDigits(typed).replace(/\s/g, ""))
  .refine((digits) => /^\d{6}$/.test(digits), { error: "wallet:withdrawal_code_not_valid" });

/** A Saudi IBAN in any form in which it is typed; parsed to `SA` and 22 digits. */
const iban = z
  .string()
  .max(80)
  .min(1, { error: "base:field_required", abort: true })
  .refine((typed) => parseIban(typed) !== null, { error: "wallet:iban_not_valid" })
  .transform((typed) => parseIban(typed) ?? typed);

const amount = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const cardShown = z.object({ brand: z.string(), last_four: z.string() }).nullable();

const part = z.object({
  kind: z.enum(withdrawalPartKinds),
  amount_halalas: halalasSchema,
  state: z.enum(withdrawalStates),
  /** The card that the money goes back to, when the gateway named one. */
  card: cardShown,
  /** For a bank part. */
  iban: z.string().nullable(),
  /** The bank's own number of the transfer, once it was made. */
  bank_reference: z.string().nullable(),
  /** Why it was refused, as a sentence. */
  failure_text: z.string().nullable(),
});

const withdrawal = z.object({
  id: z.string(),
  amount_halalas: halalasSchema,
  state: z.enum(withdrawalStates),
  paid_halalas: halalasSchema,
  /** What went back to the available balance. */
  returned_halalas: halalasSchema,
  /** Our team gave a deposit back; the merchant did not request it. */
  by_staff: z.boolean(),
  by: actedBy,
  /** Whether `cancel` still stops any of it. */
  can_cancel: z.boolean(),
  parts: z.array(part),
  requested_at: instant,
  ended_at: instant.nullable(),
});

const bankAccount = z.object({ iban: z.string(), holder_name: z.string(), changed_at: instant }).nullable();

const requestRefusals = [
  "wallet.balance_not_enough",
  "wallet.bank_account_required",
  "wallet.withdrawal_resting",
  "wallet.withdrawal_limit",
  "wallet.withdrawal_too_small",
] as const;

/** Money out of the wallet: back to the cards it came from, newest payment first, and the rest to a bank account. */
export const withdrawalCalls = defineCalls({
  "GET Clients/Wallet/withdrawals": {
    summary: "Withdrawals with their parts, newest first",
    access: read,
    query: followQuery,
    answer: followSchema(withdrawal),
  },
  "POST Clients/Wallet/withdrawals/preview": {
    summary: "How an amount would be paid back, and what may be withdrawn now. Moves nothing",
    access: withdraw,
    body: z.object({ amount_halalas: amount }),
    answer: z.object({
      parts: z.array(
        z.object({
          kind: z.enum(withdrawalPartKinds),
          amount_halalas: halalasSchema,
          card: cardShown,
          iban: z.string().nullable(),
          /** When the card paid; null for the bank part. */
          paid_at: instant.nullable(),
        }),
      ),
      /** The most that may be withdrawn now: available, less what is owed and what holds lack. */
      withdrawable_halalas: halalasSchema,
      /** What may go to cards; more needs a bank account. */
      to_cards_halalas: halalasSchema,
      minimum_halalas: halalasSchema,
      /** What the daily limit leaves for today. */
      left_today_halalas: halalasSchema,
      /** Withdrawals rest until then, after the mobile number or the IBAN was changed. */
      resting_until: instant.nullable(),
      bank_account: bankAccount,
    }),
  },
  "POST Clients/Wallet/withdrawals/code": {
    summary: "Sends a code to the merchant's mobile number; answers the seconds until the next one",
    access: withdraw,
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
  "POST Clients/Wallet/withdrawals": {
    summary: "Requests a withdrawal with the code; its money is held at once. One code is one withdrawal",
    access: withdraw,
    body: z.object({ amount_halalas: amount, code }),
    answer: withdrawal,
    refusals: [
      ...requestRefusals,
      "merchants.code_wrong",
      "merchants.code_expired",
      "merchants.number_locked",
      "merchants.address_spent",
    ],
  },
  "POST Clients/Wallet/withdrawals/{id}/cancel": {
    summary: "Cancels the parts that were not sent yet; their money is available again",
    access: withdraw,
    params: z.object({ id }),
    answer: withdrawal,
    refusals: ["wallet.withdrawal_not_cancellable"],
  },
  "GET Clients/Wallet/bank-account": {
    summary: "The bank account for withdrawals",
    access: read,
    answer: z.object({ bank_account: bankAccount }),
  },
  "PUT Clients/Wallet/bank-account": {
    summary: "Sets the bank account. Withdrawals rest for 24 hours after it was replaced",
    access: withdraw,
    body: z.object({ iban, holder_name: requiredText(80) }),
    answer: z.object({ bank_account: bankAccount }),
  },
});
export type WithdrawalCalls = typeof withdrawalCalls;
