import { z } from "zod";
import { defineCalls, instant, requiredText } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { digitStyles, languages, themes, websiteTypes } from "./enums.ts";
import { parseSaudiMobile } from "./mobile-number.ts";

/** Any form in which Saudi numbers are typed; parsed to `+9665XXXXXXXX`. */
const mobileNumber = z
  .string()
  .max(64)
  .min(1, { error: "base:field_required", abort: true })
  .refine((typed) => parseSaudiMobile(typed) !== null, { error: "merchants:mobile_not_valid" })
  .transform((typed) => parseSaudiMobile(typed) ?? typed);

/** Six digits, Arabic-Indic ones included, spaces ignored. Strings only: an array of codes is refused. */
const code = z
  .string()
  .max(40)
  .min(1, { error: "base:field_required", abort: true })
  .transform((typed) => toLatinDigits(typed).replace(/\s/g, ""))
  .refine((digits) => /^\d{6}$/.test(digits), { error: "merchants:code_not_valid" });

const name = requiredText(80);
/** Empty means none. */
const email = z
  .string()
  .max(254)
  .transform((typed) => typed.trim().toLowerCase())
  .refine((typed) => typed === "" || z.regexes.email.test(typed), { error: "base:email_not_valid" });

const newPassword = z
  .string()
  .max(200)
  .min(6, { error: "merchants:password_too_short" })
  .refine((typed) => typed.isWellFormed() && !typed.includes("\u0000"), { error: "base:text_not_valid" });

const countdown = z.number().int().describe("seconds until another code may be requested");

export const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  mobile_number: z.string(),
  website_type: z.enum(websiteTypes).nullable(),
  is_store_active: z.boolean(),
  abilities: z.array(z.object({ subject: z.string(), action: z.string() })),
  language: z.enum(languages),
  digits: z.enum(digitStyles),
  theme: z.enum(themes),
  has_password: z.boolean(),
  created_at: instant,
});

const signedIn = z.object({ token: z.string(), user: userSchema });

const session = z.object({
  id: z.string(),
  device: z.object({
    browser: z.string(),
    system: z.string(),
    kind: z.enum(["phone", "tablet", "desktop", "other"]),
  }),
  address: z.string().describe("masked: the last part is hidden"),
  created_at: instant,
  last_seen_at: instant,
  is_current: z.boolean(),
});

const codeRequestRefusals = [
  "merchants.code_just_sent",
  "merchants.number_cooldown",
  "merchants.codes_spent",
  "merchants.address_spent",
  "merchants.codes_paused",
  "merchants.number_locked",
] as const;
const codeProofRefusals = [
  "merchants.code_wrong",
  "merchants.code_expired",
  "merchants.number_locked",
  "merchants.address_spent",
] as const;

export const merchantsCalls = defineCalls({
  "POST Clients/Account/login": {
    summary:
      "Sends a sign-in code to a Saudi mobile number; answers the countdown. Only this browser can use the code",
    access: "public",
    body: z.object({ mobile_number: mobileNumber }),
    answer: countdown,
    refusals: codeRequestRefusals,
  },
  "POST Clients/Account/SignUp": {
    summary:
      "Sends a sign-in code and stores the name until the code proves the number; answers the countdown",
    access: "public",
    multipart: true,
    body: z.object({ name, mobile_number: mobileNumber, email: email.optional() }),
    answer: countdown,
    refusals: codeRequestRefusals,
  },
  "POST Clients/Account/Verification": {
    summary: "Signs in with the code; a new number becomes a merchant once its name is given",
    access: "public",
    body: z.object({ mobile_number: mobileNumber, code, name: name.optional(), email: email.optional() }),
    answer: signedIn,
    refusals: [...codeProofRefusals, "merchants.name_required"],
  },
  "POST Clients/Account/PasswordLogin": {
    summary: "Signs in with the password, where one was set",
    access: "public",
    body: z.object({
      mobile_number: mobileNumber,
      password: z.string().min(1, "base:field_required").max(200),
    }),
    answer: signedIn,
    refusals: ["merchants.password_wrong", "merchants.number_locked", "merchants.address_spent"],
  },
  "POST Clients/Account/ForgotPassword": {
    summary: "Sends a code with which this browser can set a new password; answers the countdown",
    access: "public",
    body: z.object({ mobile_number: mobileNumber }),
    answer: countdown,
    refusals: codeRequestRefusals,
  },
  "POST Clients/Account/ResetPassword": {
    summary: "Sets a password, confirmed by a code; ends every other session and signs in",
    access: "public",
    body: z.object({
      mobile_number: mobileNumber,
      code,
      password: newPassword,
      password_confirmation: z.string().max(200),
    }),
    answer: signedIn,
    refusals: [...codeProofRefusals, "merchants.password_mismatch", "merchants.not_signed_up"],
  },
  "GET Clients/Account/index": {
    summary: "The current user",
    access: "signed-in",
    answer: userSchema,
  },
  "PUT Clients/Account/UpdateProfile": {
    summary: "Changes the given fields: name, email (empty removes it), language, digits, theme",
    access: "signed-in",
    multipart: true,
    body: z.object({
      name: name.optional(),
      email: email.optional(),
      language: z.enum(languages).optional(),
      digits: z.enum(digitStyles).optional(),
      theme: z.enum(themes).optional(),
    }),
    answer: userSchema,
  },
  "POST Clients/Account/logout": {
    summary: "Ends this session",
    access: "signed-in",
    answer: z.null(),
  },
  "GET Clients/Account/sessions": {
    summary: "The merchant's active sessions, last seen first",
    access: "signed-in",
    answer: z.array(session),
  },
  "DELETE Clients/Account/sessions/{id}": {
    summary: "Ends one session",
    access: "signed-in",
    params: z.object({ id: z.string().max(60) }),
    answer: z.null(),
  },
  "DELETE Clients/Account/sessions": {
    summary: "Ends every session but this one; answers how many",
    access: "signed-in",
    answer: z.object({ ended: z.number().int() }),
  },
});

export type MerchantsCalls = typeof merchantsCalls;
export type User = z.output<typeof userSchema>;
export type ListedSession = z.output<typeof session>;
