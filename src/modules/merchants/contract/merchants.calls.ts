import { z } from "zod";
import { defineCalls, instant, requiredText } from "#base/shared/contract.ts";
import { toLatinDigits } from "#base/shared/money.ts";
import { cities } from "#base/shared/places/generated/cities.ts";
import {
  attributionModels,
  attributionWindows,
  calendars,
  countedOrders,
  digitStyles,
  languages,
  themes,
  undoSeconds,
  websiteTypes,
} from "./enums.ts";
import { parseSaudiMobile } from "./mobile-number.ts";
import { memberRoles, roles } from "./roles.ts";

const cityKeys = cities.map(([key]) => key) as [string, ...string[]];

/** Any form in which Saudi numbers are typed; parsed to `+9665XXXXXXXX`. */
export const mobileNumber = z
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

const workPlace = z.object({ id: z.string(), name: z.string(), role: z.enum(roles) });
const receivedInvitation = z.object({
  id: z.string(),
  merchant_name: z.string(),
  role: z.enum(memberRoles),
  expires_at: instant,
});

export const userSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  mobile_number: z.string(),
  website_type: z.enum(websiteTypes).nullable(),
  is_store_active: z.boolean(),
  erasure_due_at: instant.nullable().describe("when the account is erased, unless that is taken back before"),
  abilities: z.array(z.object({ subject: z.string(), action: z.string() })),
  language: z.enum(languages),
  digits: z.enum(digitStyles),
  theme: z.enum(themes),
  calendar: z.enum(calendars),
  city: z.string().describe("whose prayer times count: a city's key"),
  attribution_window_days: z.literal([...attributionWindows]).describe("that reports begin with"),
  attribution_model: z.enum(attributionModels).describe("that reports show first"),
  counted_orders: z.enum(countedOrders).describe("that the main figures of pages count"),
  undo_seconds: z.literal([...undoSeconds]).describe("for which a change offers to be undone"),
  picture: z.string().nullable().describe("a data: address of a WebP image of 160 pixels square"),
  has_password: z.boolean(),
  created_at: instant,
  /** The merchant that this session acts for; `website_type`, `is_store_active`, `erasure_due_at` and `abilities` are about it. */
  merchant: workPlace,
  /** Every merchant that the person can switch to, their own first. */
  merchants: z.array(workPlace),
  /** Invitations that wait for an answer. */
  invitations: z.array(receivedInvitation),
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
    summary: "The person who is signed in, and the merchant that the session acts for",
    access: "signed-in",
    answer: userSchema,
  },
  "PUT Clients/Account/UpdateProfile": {
    summary:
      "Changes the given fields: name, email (empty removes it), language, digits, theme, calendar, city, attribution and undo. A file part " +
      "becomes the picture, which is cut to a square and drawn anew; has_picture false removes it",
    access: "signed-in",
    multipart: true,
    body: z.object({
      name: name.optional(),
      email: email.optional(),
      language: z.enum(languages).optional(),
      digits: z.enum(digitStyles).optional(),
      theme: z.enum(themes).optional(),
      calendar: z.enum(calendars).optional(),
      city: z.enum(cityKeys).optional(),
      attribution_window_days: z.coerce
        .number()
        .pipe(z.literal([...attributionWindows]))
        .optional(),
      attribution_model: z.enum(attributionModels).optional(),
      counted_orders: z.enum(countedOrders).optional(),
      undo_seconds: z.coerce
        .number()
        .pipe(z.literal([...undoSeconds]))
        .optional(),
      has_picture: z.literal("false").optional(),
    }),
    answer: userSchema,
    refusals: ["merchants.picture_not_valid", "base.too_large"],
  },
  "POST Clients/Account/number/current-code": {
    summary: "Begins a change of the mobile number: sends a code to the present one; answers the countdown",
    access: "signed-in",
    answer: countdown,
    refusals: codeRequestRefusals,
  },
  "POST Clients/Account/number/new-code": {
    summary:
      "Sends a code to the new number, once the code of the present one is right; answers the countdown",
    access: "signed-in",
    body: z.object({ mobile_number: mobileNumber, current_code: code }),
    answer: countdown,
    refusals: [
      ...codeRequestRefusals,
      "merchants.code_wrong",
      "merchants.code_expired",
      "merchants.number_same",
    ],
  },
  "PUT Clients/Account/number": {
    summary: "Changes the mobile number, proven by both codes; ends every session but this one",
    access: "signed-in",
    body: z.object({ mobile_number: mobileNumber, current_code: code, new_code: code }),
    answer: userSchema,
    refusals: [...codeProofRefusals, "merchants.number_same", "merchants.number_taken"],
  },
  "POST Clients/Account/logout": {
    summary: "Ends this session",
    access: "signed-in",
    answer: z.null(),
  },
  "GET Clients/Account/sessions": {
    summary: "The person's active sessions, last seen first",
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
