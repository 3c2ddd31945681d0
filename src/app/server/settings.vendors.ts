import { z } from "zod";
import { address } from "#base/server/settings.ts";
import { paymentMethods } from "#modules/payments/contract/enums.ts";

/** Where Chrome, Firefox, Safari and Edge take push messages. */
export const browserPushServices = [
  "https://fcm.googleapis.com",
  "https://*.push.services.mozilla.com",
  "https://*.push.apple.com",
  "https://*.notify.windows.com",
];

const secret = z.string().min(4, { error: "is too short" }).optional();
const needed = (why: string) => z.string({ error: `required: ${why}` }).min(4, { error: "is too short" });
export const gatewayNames = ["moyasar", "tap"] as const;
const integrity = z
  .string()
  .regex(/^sha(256|384|512)-[A-Za-z0-9+/=]+$/, { error: "must be like sha384-…" })
  .optional();

/** What every endpoint of models needs. */
const endpoint = {
  name: z.string().min(1).max(60),
  url: address,
  key: z.string().min(4),
  model: z.string().min(1),
};
const seconds = (fallback: number, most = 120) => z.number().min(1).max(most).default(fallback);
const riyals = z.number().min(0).max(10_000);

/** A list of endpoints, written as JSON, the one that is asked first at the beginning. */
const endpoints = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .string()
    .default("[]")
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: "custom", message: "must be a list written as JSON" });
        return z.NEVER;
      }
    })
    .pipe(z.array(z.strictObject({ ...endpoint, ...shape })).max(5));

/** The settings of the adapters: each vendor's addresses, keys and versions. */
export const vendorSettings = {
  /** Uploaded media: a bucket of S3, or of a server that speaks its protocol; without one a folder in DATA_DIR. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, { error: "must be the name of a bucket" })
    .optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_URL: address.optional(),
  S3_ACCESS_KEY_ID: secret,
  S3_SECRET_ACCESS_KEY: secret,

  UNIFONIC_API_URL: address.default("https://el.cloud.unifonic.com"),
  UNIFONIC_APP_SID: needed("sign-in codes leave through Unifonic"),
  UNIFONIC_SENDER_ID: z.string().max(11).default("Rawaj"),

  /** The second vendor of text messages, where the first is down; without its token there is none. */
  TAQNYAT_API_URL: address.default("https://api.taqnyat.sa"),
  TAQNYAT_TOKEN: secret,
  TAQNYAT_SENDER_ID: z.string().max(11).default("Rawaj"),

  /** The same, without Taqnyat; without all three there is none. */
  TWILIO_API_URL: address.default("https://api.twilio.com"),
  TWILIO_ACCOUNT_SID: secret,
  TWILIO_AUTH_TOKEN: secret,
  TWILIO_FROM: z.string().max(34).optional(),

  /** WhatsApp: all five or none; without them texts go by SMS. */
  WHATSAPP_API_URL: address.default("https://graph.facebook.com"),
  WHATSAPP_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d$/, { error: "must be like v26.0" })
    .default("v26.0"),
  WHATSAPP_PHONE_NUMBER_ID: secret,
  WHATSAPP_BUSINESS_ACCOUNT_ID: secret,
  WHATSAPP_TOKEN: secret,
  WHATSAPP_APP_SECRET: secret,
  /** Ours, of any words: WhatsApp repeats it when it checks the webhook's address. */
  WHATSAPP_VERIFY_TOKEN: secret,

  /** The push services that are sent to, with commas; `*.` stands for every host below one. */
  WEB_PUSH_SERVICES: z
    .string()
    .default(browserPushServices.join(","))
    .transform((text) => text.split(",").map((service) => service.trim()))
    .pipe(
      z.array(
        z.string().regex(/^https?:\/\/(\*\.)?[\w.-]+(:\d+)?(\/[\w/-]*)?$/, {
          error: "must be addresses such as https://push.example.com or https://*.push.example.com",
        }),
      ),
    ),
  /** A pair of VAPID keys, base64url; without them one is made at the first use, and kept sealed. Both or none. */
  WEB_PUSH_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, { error: "must be 65 bytes in base64url" })
    .optional(),
  WEB_PUSH_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, { error: "must be 32 bytes in base64url" })
    .optional(),

  /** Calendars on which consultations are booked: without its secret, times are confirmed by hand. */
  CALCOM_PAGE_URL: address.default("https://cal.com"),
  CALCOM_WEBHOOK_SECRET: secret,
  CALENDLY_PAGE_URL: address.default("https://calendly.com"),
  CALENDLY_SIGNING_KEY: secret,

  /** Where e-mail is handed in; without it none is sent. */
  SMTP_URL: z
    .url({
      protocol: /^smtps?$/,
      error: "must be smtps://user:password@host or smtp://user:password@host:587",
    })
    .optional(),
  EMAIL_FROM: z
    .string()
    .regex(/^[^<>\r\n]{0,100}<?[^\s<>@]+@[^\s<>@]+>?$/, {
      error: "must be like Rawaj <no-reply@example.com>",
    })
    .optional(),

  /** Text models of servers compatible with OpenAI's; without one the built-in engine writes. */
  TEXT_MODELS: endpoints({
    token_limit_field: z.enum(["max_completion_tokens", "max_tokens"]).default("max_completion_tokens"),
    /** Riyals for a million tokens. */
    input_sar: riyals,
    output_sar: riyals,
    first_token_seconds: seconds(15),
    next_token_seconds: seconds(20),
  }),

  /** Speech models of such servers; without one nothing is dictated. */
  SPEECH_MODELS: endpoints({ minute_sar: riyals, timeout_seconds: seconds(60) }),

  /** Picture models of such servers; without one backgrounds are the designer's own. */
  PICTURE_MODELS: endpoints({
    picture_sar: riyals,
    quality: z.string().min(1).max(20).nullable().default(null),
    /** Older models, and some servers, answer with an address unless base64 is asked for. */
    asks_for_base64: z.boolean().default(false),
    timeout_seconds: seconds(150, 600),
  }),

  SALLA_API_URL: address.default("https://api.salla.dev"),
  SALLA_ACCOUNTS_URL: address.default("https://accounts.salla.sa"),
  SALLA_CLIENT_ID: secret,
  SALLA_CLIENT_SECRET: secret,
  /** One secret, or two separated by a comma while it is rotated. */
  SALLA_WEBHOOK_SECRET: secret,

  ZID_API_URL: address.default("https://api.zid.sa"),
  ZID_OAUTH_URL: address.default("https://oauth.zid.sa"),
  ZID_CLIENT_ID: secret,
  ZID_CLIENT_SECRET: secret,

  /** Address of a shop's own host; {shop} stands for its myshopify domain. */
  SHOPIFY_SHOP_URL: z
    .string()
    .regex(/^https?:\/\/[^{}]*\{shop\}$/, { error: "must be an address with {shop} at its end" })
    .default("https://{shop}"),
  SHOPIFY_CLIENT_ID: secret,
  /** One secret, or two separated by a comma while it is rotated, the new one first. */
  SHOPIFY_CLIENT_SECRET: secret,
  SHOPIFY_API_VERSION: z
    .string()
    .regex(/^\d{4}-(01|04|07|10)$/, { error: "must be a quarter's version, like 2026-07" })
    .default("2026-07"),

  META_API_URL: address.default("https://graph.facebook.com"),
  META_VIDEO_URL: address.default("https://graph-video.facebook.com"),
  META_DIALOG_URL: address.default("https://www.facebook.com"),
  META_APP_ID: secret,
  META_APP_SECRET: secret,
  META_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d$/, { error: "must be like v26.0" })
    .default("v26.0"),

  TIKTOK_API_URL: address.default("https://business-api.tiktok.com"),
  TIKTOK_APP_ID: secret,
  TIKTOK_SECRET: secret,
  TIKTOK_API_VERSION: z
    .string()
    .regex(/^v\d+\.\d$/, { error: "must be like v1.3" })
    .default("v1.3"),
  /** From this day (UTC) on, campaigns are created in TikTok's Smart+; its manual flow ends then. */
  TIKTOK_SMART_PLUS_FROM: z.iso.date({ error: "must be a day like 2027-01-01" }).default("2027-01-01"),
  TIKTOK_SMART_PLUS_OBJECTIVES: z.enum(["all", "sales"], { error: "must be all or sales" }).default("all"),

  X_ADS_API_URL: address.default("https://ads-api.x.com"),
  X_API_URL: address.default("https://api.x.com"),
  X_CONSUMER_KEY: secret,
  X_CONSUMER_SECRET: secret,
  X_API_VERSION: z.string().regex(/^\d+$/, { error: "must be a number, like 12" }).default("12"),

  GOOGLE_ADS_API_URL: address.default("https://googleads.googleapis.com"),
  GOOGLE_OAUTH_URL: address.default("https://oauth2.googleapis.com"),
  GOOGLE_ACCOUNTS_URL: address.default("https://accounts.google.com"),
  GOOGLE_DATA_MANAGER_URL: address.default("https://datamanager.googleapis.com"),
  GOOGLE_CLIENT_ID: secret,
  GOOGLE_CLIENT_SECRET: secret,
  /** Retired by Google; only where a project still has to send one. */
  GOOGLE_DEVELOPER_TOKEN: secret,
  GOOGLE_ADS_API_VERSION: z
    .string()
    .regex(/^v\d+$/, { error: "must be like v25" })
    .default("v25"),

  SNAPCHAT_API_URL: address.default("https://adsapi.snapchat.com"),
  SNAPCHAT_ACCOUNTS_URL: address.default("https://accounts.snapchat.com"),
  SNAPCHAT_BUSINESS_URL: address.default("https://businessapi.snapchat.com"),
  SNAPCHAT_CONVERSIONS_URL: address.default("https://tr.snapchat.com"),
  SNAPCHAT_CLIENT_ID: secret,
  SNAPCHAT_CLIENT_SECRET: secret,

  /** Where new payments begin. Payments, cards and refunds of the other gateway go on there while its keys are set. */
  PAYMENT_GATEWAY: z.enum(gatewayNames, { error: "must be moyasar or tap" }).default("moyasar"),

  MOYASAR_API_URL: address.default("https://api.moyasar.com"),
  MOYASAR_CDN_URL: address.default("https://cdn.moyasar.com"),
  MOYASAR_PUBLISHABLE_KEY: secret,
  MOYASAR_SECRET_KEY: secret,
  MOYASAR_WEBHOOK_SECRET: secret,

  /** What the payment form offers. Apple Pay and STC Pay need a contract with the gateway. */
  PAYMENT_METHODS: z
    .string()
    .default("card")
    .transform((text) => text.split(",").map((method) => method.trim()))
    .pipe(z.array(z.enum(paymentMethods, { error: "must be of card, apple_pay, stc_pay" })).min(1)),

  /** The hashes of the payment form's two files, as Moyasar prints them for the version in use. */
  MOYASAR_SCRIPT_INTEGRITY: integrity,
  MOYASAR_STYLE_INTEGRITY: integrity,

  TAP_API_URL: address.default("https://api.tap.company"),
  TAP_SECRET_KEY: secret,

  /** A key for browsers, restricted to our address at Google; without one maps are the bundled one. */
  GOOGLE_MAPS_KEY: z
    .string()
    .regex(/^[\w-]+$/, { error: "must be a key of letters, digits, - and _" })
    .optional(),
  GOOGLE_MAPS_VERSION: z
    .string()
    .regex(/^(\d+\.\d+|weekly|quarterly)$/, { error: "must be like 3.47, weekly or quarterly" })
    .default("3.47"),
};
