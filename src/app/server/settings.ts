import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readVaultKeys, type VaultKeys } from "#base/server/secrets.ts";
import { address, count, networks, port, readSettings, SettingsNotValid } from "#base/server/settings.ts";
import { findKeyWeakness, findSecretWeakness } from "#base/server/weak-secrets.ts";
import { composeSettings } from "./compose-modules.ts";
import { serverModules } from "./find-modules.ts";

const secret = z.string().min(4, { error: "is too short" }).optional();
const needed = (why: string) => z.string({ error: `required: ${why}` }).min(4, { error: "is too short" });
const integrity = z
  .string()
  .regex(/^sha(256|384|512)-[A-Za-z0-9+/=]+$/, { error: "must be like sha384-…" })
  .optional();
const flag = z.enum(["on", "off"], { error: "must be on or off" });

/**
 * The settings of the program and of its adapters, read from the environment; each module declares its own in its
 * manifest. The README lists all of them for people.
 */
const schema = z.object({
  NODE_ENV: z.enum(["development", "production", "test"]).default("development"),
  ROLE: z
    .enum(["all", "web", "jobs", "redirect"], { error: "must be all, web, jobs or redirect" })
    .default("all"),
  HOST: z.string().default("127.0.0.1"),
  PORT: port(3000),
  PUBLIC_URL: address.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
  TRUSTED_PROXIES: networks,

  /** Folder of the built web. */
  WEB_DIR: z.string().default("dist/web"),
  DATA_DIR: z.string().default("data"),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "must be postgres://user:password@host:port/database" })
    .optional(),
  /** One connection is held while another works during the start. */
  DATABASE_POOL: count(16, 2),
  EMBEDDED_IN_PRODUCTION: flag.default("off"),
  SECRET_KEYS: z.string().optional(),
  MAX_CONNECTIONS: count(15_000),
  MAX_CONNECTIONS_PER_ADDRESS: count(1_000),
  /** Days of Strict-Transport-Security; only sent where PUBLIC_URL is https. */
  HSTS_DAYS: count(365, 0),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w\-.~+/=]{16,512}$/, { error: "must be 16 to 512 letters, digits or -._~+/=" })
    .optional(),
  WORLD_CLOCK_URL: address.optional(),

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

  /**
   * Sites given by merchants (WooCommerce, their own) are only called at public addresses, except hosts listed here for
   * tests.
   */
  ALLOW_PRIVATE_SITES: flag.default("off"),

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
  /** From this day (UTC) on, sales campaigns are created in TikTok's Smart+; its manual flow ends then. */
  TIKTOK_SMART_PLUS_FROM: z.iso.date({ error: "must be a day like 2027-01-01" }).default("2027-01-01"),

  X_ADS_API_URL: address.default("https://ads-api.x.com"),
  X_API_URL: address.default("https://api.x.com"),
  X_CONSUMER_KEY: secret,
  X_CONSUMER_SECRET: secret,
  X_API_VERSION: z.string().regex(/^\d+$/, { error: "must be a number, like 12" }).default("12"),

  GOOGLE_ADS_API_URL: address.default("https://googleads.googleapis.com"),
  GOOGLE_OAUTH_URL: address.default("https://oauth2.googleapis.com"),
  GOOGLE_ACCOUNTS_URL: address.default("https://accounts.google.com"),
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
  SNAPCHAT_CLIENT_ID: secret,
  SNAPCHAT_CLIENT_SECRET: secret,

  MOYASAR_API_URL: address.default("https://api.moyasar.com"),
  MOYASAR_CDN_URL: address.default("https://cdn.moyasar.com"),
  MOYASAR_PUBLISHABLE_KEY: needed("deposits are paid through Moyasar"),
  MOYASAR_SECRET_KEY: needed("deposits are paid through Moyasar"),
  MOYASAR_WEBHOOK_SECRET: needed("deposits are paid through Moyasar"),

  /** The hashes of the payment form's two files, as Moyasar prints them for the version in use. */
  MOYASAR_SCRIPT_INTEGRITY: integrity,
  MOYASAR_STYLE_INTEGRITY: integrity,

  /** A key for browsers, restricted to our address at Google; without one maps are the bundled one. */
  GOOGLE_MAPS_KEY: z
    .string()
    .regex(/^[\w-]+$/, { error: "must be a key of letters, digits, - and _" })
    .optional(),
  GOOGLE_MAPS_VERSION: z
    .string()
    .regex(/^(\d+\.\d+|weekly|quarterly)$/, { error: "must be like 3.47, weekly or quarterly" })
    .default("3.47"),

  HELP_CHAT_URL: address.optional(),
  HELP_CENTRE_URL: address.optional(),
  TERMS_URL: address.optional(),
  PRIVACY_URL: address.optional(),
});

/** The names of all settings, as the README lists them. */
export const settingNames: readonly string[] = [
  ...Object.keys(schema.shape),
  ...Object.keys(composeSettings(serverModules)),
];

export type Settings = Omit<z.output<typeof schema>, "PUBLIC_URL" | "SECRET_KEYS"> & {
  PUBLIC_URL: string;
  vaultKeys: VaultKeys;
};

/** Reads and validates the environment, the modules' settings too; throws SettingsNotValid naming each wrong setting. */
export function readProductSettings(env: NodeJS.ProcessEnv, modules = serverModules): Settings {
  // A module's settings are typed where it declares them; here only the program's own are used.
  const all = schema.extend(composeSettings(modules)) as unknown as typeof schema;
  const { PUBLIC_URL, SECRET_KEYS, ...settings } = readSettings(all, env);
  const isProduction = settings.NODE_ENV === "production";
  const problems = isProduction ? findProductionProblems({ ...settings, PUBLIC_URL, SECRET_KEYS }) : [];
  if (problems.length > 0) throw new SettingsNotValid(problems);
  return {
    ...settings,
    PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${settings.PORT}`,
    vaultKeys: loadVaultKeys(SECRET_KEYS, settings.DATA_DIR),
  };
}

const commandSchema = schema.pick({
  PORT: true,
  PUBLIC_URL: true,
  DATA_DIR: true,
  DATABASE_URL: true,
  DATABASE_POOL: true,
});

/** What a command on the product's database needs; throws SettingsNotValid naming each wrong setting. */
export function readCommandSettings(env: NodeJS.ProcessEnv) {
  const { PUBLIC_URL, ...settings } = readSettings(commandSchema, env);
  return { ...settings, PUBLIC_URL: PUBLIC_URL ?? `http://localhost:${settings.PORT}` };
}

/** Moyasar's keys state for which of its two modes they are (docs.moyasar.com, API keys). */
const testKey = /^[ps]k_test_/;

function findProductionProblems(settings: z.output<typeof schema>): string[] {
  const problems: string[] = [];
  if (!settings.PUBLIC_URL) problems.push("PUBLIC_URL: required in production, where merchants open it");
  for (const [name, value] of Object.entries(settings)) {
    if (name.endsWith("_URL") && String(value).startsWith("http:"))
      problems.push(`${name}: must begin with https in production`);
  }
  if (Boolean(settings.S3_ACCESS_KEY_ID) !== Boolean(settings.S3_SECRET_ACCESS_KEY))
    problems.push("S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: both or none");
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
  for (const name of ["MOYASAR_PUBLISHABLE_KEY", "MOYASAR_SECRET_KEY"] as const) {
    if (testKey.test(settings[name]))
      problems.push(`${name}: a test key moves no money, not allowed in production`);
  }
  return [...problems, ...findWeakSecrets(settings)];
}

/** Secrets we choose ourselves, so we must check their strength. */
const ownSecrets = ["MOYASAR_WEBHOOK_SECRET", "SALLA_WEBHOOK_SECRET", "METRICS_TOKEN"];
const howToMake = "; make one with: openssl rand -base64 32";
const minLengths = { own: 24, vendors: 16 };

/** Secrets that can be guessed. A value with a comma holds two secrets, during a rotation. */
function findWeakSecrets(settings: z.output<typeof schema>): string[] {
  const problems: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const isOwn = ownSecrets.includes(name);
    if (!value || !(isOwn || /_SECRET$/.test(name))) continue;
    for (const part of String(value).split(",")) {
      const weakness = findSecretWeakness(part.trim(), isOwn ? minLengths.own : minLengths.vendors);
      if (weakness) problems.push(`${name}: ${weakness}${isOwn ? howToMake : ""}`);
    }
  }
  for (const { id, key } of settings.SECRET_KEYS ? loadVaultKeys(settings.SECRET_KEYS, "") : []) {
    const weakness = findKeyWeakness(key);
    if (weakness) problems.push(`SECRET_KEYS: ${id} ${weakness}${howToMake}`);
  }
  return problems;
}

/** The given keys, or one that is created once and stored in the data folder with access for its owner alone. */
function loadVaultKeys(given: string | undefined, dataFolder: string): VaultKeys {
  try {
    return readVaultKeys(given ?? loadOrCreateKey(dataFolder));
  } catch (error) {
    throw new SettingsNotValid([`SECRET_KEYS: ${(error as Error).message}`]);
  }
}

function loadOrCreateKey(dataFolder: string): string {
  const file = join(dataFolder, "secret-keys");
  if (!existsSync(file)) {
    mkdirSync(dataFolder, { recursive: true });
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, `k1:${randomBytes(32).toString("base64")}`, { mode: 0o600 });
    chmodSync(draft, 0o600);
    linkIfAbsent(draft, file);
  }
  return readFileSync(file, "utf8").trim();
}

/** Publishes the draft under its final name atomically; when another process was first, that process's key is used. */
function linkIfAbsent(draft: string, file: string) {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}
