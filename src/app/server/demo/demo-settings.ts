import { createECDH, hkdfSync } from "node:crypto";
import type { Settings } from "../settings.ts";

/** Nobody answers here (RFC 6761), so nothing of the demo reaches a vendor. */
const nowhere = "https://demo.invalid";

/**
 * The product's settings for the demo store: its own folder and keys, no vendor, no model, no mail, no bucket. What a
 * screen shows of the company stays.
 */
export function toDemoSettings(settings: Settings, dataFolder: string): Settings {
  const vendors = Object.keys(settings).filter((name) => /_URL$/.test(name) && !kept.has(name));
  return {
    ...settings,
    ...Object.fromEntries(vendors.map((name) => [name, nowhere])),
    ...absent,
    ...makePushKeys(),
    DATA_DIR: dataFolder,
    ALLOW_PRIVATE_SITES: "off",
    TEXT_MODELS: [],
    SPEECH_MODELS: [],
    PICTURE_MODELS: [],
    PAYMENT_GATEWAY: "moyasar",
    MOYASAR_PUBLISHABLE_KEY: "pk_demo",
    MOYASAR_SECRET_KEY: "sk_demo",
    MOYASAR_WEBHOOK_SECRET: "demo",
    // The same in every process, so that an address of a picture that one has signed is read by another.
    vaultKeys: [{ id: "demo", key: deriveKey(settings.vaultKeys[0].key) }],
  };
}

/** No browser subscribes in the demo; without a pair the product would make one and keep it. */
function makePushKeys() {
  const pair = createECDH("prime256v1");
  const WEB_PUSH_PUBLIC_KEY = pair.generateKeys("base64url");
  return { WEB_PUSH_PUBLIC_KEY, WEB_PUSH_PRIVATE_KEY: pair.getPrivateKey("base64url") };
}

const deriveKey = (key: Uint8Array) => Buffer.from(hkdfSync("sha256", key, "rawaj", "demo store", 32));

/** Addresses of our own. */
const kept = new Set(["PUBLIC_URL", "TRACKING_URL", "HELP_CHAT_URL", "TERMS_URL", "PRIVACY_URL"]);

/** What the demo is without. */
const absent = {
  DATABASE_URL: undefined,
  WORLD_CLOCK_URL: undefined,
  S3_BUCKET: undefined,
  SMTP_URL: undefined,
  EMAIL_FROM: undefined,
  TAP_SECRET_KEY: undefined,
  TAQNYAT_TOKEN: undefined,
  TWILIO_ACCOUNT_SID: undefined,
  WHATSAPP_TOKEN: undefined,
  CALCOM_WEBHOOK_SECRET: undefined,
  CALENDLY_SIGNING_KEY: undefined,
} as const;
