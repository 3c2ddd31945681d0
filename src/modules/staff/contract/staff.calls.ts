import { z } from "zod";
import { defineCalls, instant } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { minPasswordLength } from "./password-rule.ts";
import { parseRecoveryCode } from "./recovery-code.ts";
import { staffRoles } from "./staff.abilities.ts";

const email = z
  .string()
  .max(254)
  .min(1, { error: "base:field_required", abort: true })
  .transform((typed) => typed.trim().toLowerCase())
  .refine((typed) => z.regexes.email.test(typed), { error: "base:email_not_valid" });

/** Six digits, Arabic-Indic ones included, spaces ignored. */
const code = z
  .string()
  .max(40)
  .min(1, { error: "base:field_required", abort: true })
  .transform((typed) => toLatinDigits(typed).replace(/\s/g, ""))
  .refine((digits) => /^\d{6}$/.test(digits), { error: "staff:code_not_valid" });

const recoveryCode = z
  .string()
  .max(60)
  .min(1, { error: "base:field_required", abort: true })
  .transform((typed) => parseRecoveryCode(toLatinDigits(typed)) ?? "")
  .refine((parsed) => parsed !== "", { error: "staff:recovery_code_not_valid" });

const newPassword = z
  .string()
  .max(200)
  .min(minPasswordLength, { error: "staff:password_too_short" })
  .refine((typed) => typed.isWellFormed() && !typed.includes("\u0000"), { error: "base:text_not_valid" });

/** A token we made, or anything else. */
const token = z.string().max(200);

const member = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: z.enum(staffRoles),
  abilities: z.array(z.object({ subject: z.string(), action: z.string() })),
  recovery_codes_left: z.number().int(),
  session: z.object({
    started_at: instant,
    ends_in_seconds: z.number().int().describe("until the session ends if nothing is called meanwhile"),
  }),
});

const signedIn = z.object({ token: z.string(), member });

const secondFactorRefusals = ["staff.challenge_expired", "staff.locked", "staff.address_spent"] as const;

export const staffCalls = defineCalls({
  "POST Staff/Account/login": {
    summary: "Checks e-mail and password; answers the challenge that the second factor completes",
    access: "public",
    body: z.object({ email, password: z.string().min(1, "base:field_required").max(200) }),
    answer: z.object({ challenge: z.string(), expires_in_seconds: z.number().int() }),
    refusals: ["staff.credentials_wrong", "staff.locked", "staff.address_spent"],
  },
  "POST Staff/Account/second-factor": {
    summary: "Signs in with the code of the authenticator app; each code is accepted once",
    access: "public",
    body: z.object({ challenge: token, code }),
    answer: signedIn,
    refusals: [...secondFactorRefusals, "staff.code_wrong", "staff.code_used"],
  },
  "POST Staff/Account/recovery-code": {
    summary: "Signs in with one of the recovery codes instead; each is accepted once",
    access: "public",
    body: z.object({ challenge: token, recovery_code: recoveryCode }),
    answer: signedIn,
    refusals: [...secondFactorRefusals, "staff.recovery_code_wrong"],
  },
  "POST Staff/Account/enroll": {
    summary: "Opens an invitation: whose it is, and the secret for the authenticator app; the same each time",
    access: "public",
    body: z.object({ invitation: token }),
    answer: z.object({
      name: z.string(),
      email: z.string(),
      secret: z.string().describe("base32, as an authenticator app takes it"),
      uri: z.string().describe("the same as otpauth:// address, for a QR code"),
    }),
    refusals: ["staff.invitation_expired", "staff.address_spent"],
  },
  "POST Staff/Account/enroll/confirm": {
    summary:
      "Sets the password and the second factor, confirmed by a code, and signs in; answers the recovery codes, once",
    access: "public",
    body: z.object({
      invitation: token,
      password: newPassword,
      password_confirmation: z.string().max(200),
      code,
    }),
    answer: signedIn.extend({ recovery_codes: z.array(z.string()) }),
    refusals: [
      "staff.invitation_expired",
      "staff.address_spent",
      "staff.password_mismatch",
      "staff.code_wrong",
    ],
  },
  "GET Staff/Account/me": {
    summary: "Who is signed in, their role, and since when",
    access: "signed-in",
    answer: member,
  },
  "POST Staff/Account/logout": {
    summary: "Ends this session",
    access: "signed-in",
    answer: z.null(),
  },
});

export type StaffCalls = typeof staffCalls;
export type StaffMember = z.output<typeof member>;
export type StaffSignedIn = z.output<typeof signedIn>;
