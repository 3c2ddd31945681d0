import { z } from "zod";
import { defineCalls, instant } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";

/** Six digits, Arabic-Indic ones included, spaces ignored. */
const code = z
  .string()
  .max(40)
  .min(1, { error: "base:field_required", abort: true })
  .transform((typed) => toLatinDigits(typed).replace(/\s/g, ""))
  .refine((digits) => /^\d{6}$/.test(digits), { error: "messages:code_not_valid" });

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
    summary: "The merchant's e-mail address, and whether it is proven to be theirs",
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
      "messages.email_locked",
    ],
    idempotent: true,
  },
  "POST Clients/Messages/email/proof": {
    summary: "Proves with the code that the address is the merchant's",
    access: "signed-in",
    body: z.object({ code }),
    answer: emailAddress,
    refusals: [
      "messages.email_missing",
      "messages.code_wrong",
      "messages.code_expired",
      "messages.email_locked",
    ],
  },
});

export type MessagesCalls = typeof messagesCalls;
