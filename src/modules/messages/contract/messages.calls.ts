import { z } from "zod";
import { defineCalls, instant } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { parseSaudiMobile } from "#modules/merchants/contract/mobile-number.ts";

/** Six digits, Arabic-Indic ones included, spaces ignored. */
const code = z
  .string()
  .max(40)
  .min(1, { error: "base:field_required", abort: true })
  .transform((typed) => toLatinDigits(typed).replace(/\s/g, ""))
  .refine((digits) => /^\d{6}$/.test(digits), { error: "messages:code_not_valid" });

/** Any form in which Saudi numbers are typed; parsed to `+9665XXXXXXXX`. */
const mobileNumber = z
  .string()
  .max(64)
  .min(1, { error: "base:field_required", abort: true })
  .refine((typed) => parseSaudiMobile(typed) !== null, { error: "messages:number_not_valid" })
  .transform((typed) => parseSaudiMobile(typed) ?? typed);

/** Proven numbers of the merchant's own, beside the one of the profile. */
const furtherNumbers = z.object({ items: z.array(z.object({ number: z.string(), proven_at: instant })) });
export type FurtherNumbers = z.output<typeof furtherNumbers>;

const emailAddress = z.object({
  /** Of the merchant's profile; null while there is none. */
  address: z.string().nullable(),
  /** When a code sent there came back; null: reports are not sent to it. */
  proven_at: instant.nullable(),
  /** Whether this installation sends e-mail at all. */
  can_send: z.boolean(),
});
export type EmailAddress = z.output<typeof emailAddress>;

export const messagesCalls = defineCalls({
  "GET Clients/Messages/email": {
    summary: "The person's e-mail address, and whether it is proven to be theirs",
    access: "signed-in",
    answer: emailAddress,
  },
  "POST Clients/Messages/email/code": {
    summary: "Sends a code to the address of the profile; answers the seconds until another may be requested",
    access: "signed-in",
    answer: z.object({ countdown: z.number().int() }),
    refusals: [
      "messages.email_missing",
      "messages.email_unavailable",
      "messages.email_proven",
      "messages.code_just_sent",
      "messages.codes_spent",
      "messages.code_locked",
    ],
    idempotent: true,
  },
  "POST Clients/Messages/email/proof": {
    summary: "Proves with the code that the address is the person's",
    access: "signed-in",
    body: z.object({ code }),
    answer: emailAddress,
    refusals: [
      "messages.email_missing",
      "messages.code_wrong",
      "messages.code_expired",
      "messages.code_locked",
    ],
  },
  "GET Clients/Messages/numbers": {
    summary: "The merchant's further numbers that codes proved",
    access: { subject: "merchant", action: "read" },
    answer: furtherNumbers,
  },
  "POST Clients/Messages/numbers/code": {
    summary: "Sends a code to a further number; answers the seconds until another may be requested",
    access: { subject: "merchant", action: "manage" },
    body: z.object({ mobile_number: mobileNumber }),
    answer: z.object({ countdown: z.number().int() }),
    refusals: [
      "messages.number_proven",
      "messages.numbers_too_many",
      "messages.code_just_sent",
      "messages.codes_spent",
      "messages.code_locked",
    ],
    idempotent: true,
  },
  "POST Clients/Messages/numbers/proof": {
    summary: "Proves with the code that a number is the merchant's",
    access: { subject: "merchant", action: "manage" },
    body: z.object({ mobile_number: mobileNumber, code }),
    answer: furtherNumbers,
    refusals: ["messages.code_wrong", "messages.code_expired", "messages.code_locked"],
  },
  "DELETE Clients/Messages/numbers/{number}": {
    summary: "Removes a further number: nothing goes there from now on",
    access: { subject: "merchant", action: "manage" },
    params: z.object({ number: mobileNumber }),
    answer: furtherNumbers,
  },
});

export type MessagesCalls = typeof messagesCalls;
