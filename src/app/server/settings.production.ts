import { findKeyWeakness, findSecretWeakness } from "#base/server/weak-secrets.ts";
import type { ReadSettings } from "./settings.schema.ts";
import { loadVaultKeys } from "./vault-keys.ts";

/** Both gateways' keys state for which of their two modes they are (their docs, API keys): test keys move no money. */
const livePrefixes = {
  MOYASAR_PUBLISHABLE_KEY: "pk_live_",
  MOYASAR_SECRET_KEY: "sk_live_",
  TAP_SECRET_KEY: "sk_live_",
};
const gatewayKeys = ["MOYASAR_PUBLISHABLE_KEY", "MOYASAR_SECRET_KEY", "TAP_SECRET_KEY"] as const;

const whatsAppNames = [
  "WHATSAPP_PHONE_NUMBER_ID",
  "WHATSAPP_BUSINESS_ACCOUNT_ID",
  "WHATSAPP_TOKEN",
  "WHATSAPP_APP_SECRET",
  "WHATSAPP_VERIFY_TOKEN",
] as const;
const twilioNames = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"] as const;

/** What production refuses, one line per setting. */
export function findProductionProblems(settings: ReadSettings): string[] {
  const problems: string[] = [];
  if (!settings.PUBLIC_URL) problems.push("PUBLIC_URL: required in production, where merchants open it");
  for (const [name, value] of Object.entries(settings)) {
    if (name.endsWith("_URL") && String(value).startsWith("http:"))
      problems.push(`${name}: must begin with https in production`);
  }
  if (Boolean(settings.S3_ACCESS_KEY_ID) !== Boolean(settings.S3_SECRET_ACCESS_KEY))
    problems.push("S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: both or none");
  if (Boolean(settings.SMTP_URL) !== Boolean(settings.EMAIL_FROM))
    problems.push("SMTP_URL, EMAIL_FROM: both or none");
  for (const names of [whatsAppNames, twilioNames]) {
    const isSet = names.map((name) => Boolean(settings[name]));
    if (new Set(isSet).size > 1) problems.push(`${names.join(", ")}: all or none`);
  }
  if (settings.WEB_PUSH_SERVICES.some((service) => service.startsWith("http:")))
    problems.push("WEB_PUSH_SERVICES: must begin with https in production");
  if (Boolean(settings.WEB_PUSH_PUBLIC_KEY) !== Boolean(settings.WEB_PUSH_PRIVATE_KEY))
    problems.push("WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY: both or none");
  if (!settings.SECRET_KEYS) problems.push("SECRET_KEYS: required in production (id:base64 of 32 bytes)");
  if (!settings.DATABASE_URL && settings.EMBEDDED_IN_PRODUCTION === "off") {
    problems.push(
      "DATABASE_URL: required in production; the embedded database does not survive a power cut (EMBEDDED_IN_PRODUCTION=on accepts that)",
    );
  }
  if (settings.ALLOW_PRIVATE_SITES === "on")
    problems.push("ALLOW_PRIVATE_SITES: for a rehearsal, not allowed in production");
  if (settings.WORLD_CLOCK_URL)
    problems.push("WORLD_CLOCK_URL: a rehearsal's clock, not allowed in production");
  for (const name of gatewayKeys) {
    const prefix = livePrefixes[name];
    if (settings[name]?.startsWith(prefix) === false)
      problems.push(`${name}: must be a live key in production, which begins with ${prefix}`);
  }
  return [...problems, ...findWeakSecrets(settings)];
}

/** Secrets we choose ourselves, so we must check their strength. */
const ownSecrets = [
  "MOYASAR_WEBHOOK_SECRET",
  "SALLA_WEBHOOK_SECRET",
  "METRICS_TOKEN",
  "WHATSAPP_VERIFY_TOKEN",
];
const howToMake = "; make one with: openssl rand -base64 32";
const minLengths = { own: 24, vendors: 16 };

/** Vendors' secrets whose names do not end with `_SECRET`. Tap signs its webhooks with the key itself. */
const vendorSecrets = [
  "MOYASAR_SECRET_KEY",
  "TAP_SECRET_KEY",
  "S3_SECRET_ACCESS_KEY",
  "TWILIO_AUTH_TOKEN",
  "CALENDLY_SIGNING_KEY",
];
const isVendorSecret = (name: string) => /_SECRET$/.test(name) || vendorSecrets.includes(name);

/** Secrets that can be guessed. A value with a comma holds two secrets, during a rotation. */
function findWeakSecrets(settings: ReadSettings): string[] {
  const problems: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const isOwn = ownSecrets.includes(name);
    if (!value || !(isOwn || isVendorSecret(name))) continue;
    for (const part of String(value).split(",")) {
      // A key's mode adds nothing to its strength.
      const secret = part.trim().replace(/^sk_(live|test)_/, "");
      const weakness = findSecretWeakness(secret, isOwn ? minLengths.own : minLengths.vendors);
      if (weakness) problems.push(`${name}: ${weakness}${isOwn ? howToMake : ""}`);
    }
  }
  for (const { id, key } of settings.SECRET_KEYS ? loadVaultKeys(settings.SECRET_KEYS, "") : []) {
    const weakness = findKeyWeakness(key);
    if (weakness) problems.push(`SECRET_KEYS: ${id} ${weakness}${howToMake}`);
  }
  return problems;
}
