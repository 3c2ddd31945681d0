import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readProductSettings } from "./settings.ts";

const folder = () => mkdtempSync(join(tmpdir(), "rawaj-settings-"));
/** As the gateways issue them. */
const aLiveKey = () => `sk_live_${randomBytes(16).toString("hex")}`;
const right = () => ({
  DATA_DIR: folder(),
  UNIFONIC_APP_SID: "an-app-sid",
  MOYASAR_PUBLISHABLE_KEY: "pk_live_1",
  MOYASAR_SECRET_KEY: aLiveKey(),
  MOYASAR_WEBHOOK_SECRET: randomBytes(24).toString("base64url"),
});
const production = () => ({
  ...right(),
  NODE_ENV: "production",
  PUBLIC_URL: "https://rawaj.example",
  DATABASE_URL: "postgres://rawaj@db.example/rawaj",
  SECRET_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  SELLER_NAME_AR: "مؤسسة الواحة للتسويق",
  SELLER_NAME_EN: "Oasis Marketing Est.",
  SELLER_VAT_NUMBER: "310122393500003",
  SELLER_REGISTRATION_NUMBER: "1010123456",
  // The rest of the address is the sample's: somebody may have their office in that street.
  SELLER_BUILDING_NUMBER: "7321",
});

describe("the product's settings", () => {
  it("require only what cannot have a default", () => {
    expect(readProductSettings(right())).toMatchObject({
      PORT: 3000,
      PUBLIC_URL: "http://localhost:3000",
      ROLE: "all",
      TRUSTED_PROXIES: [],
      SALLA_API_URL: "https://api.salla.dev",
    });
  });

  it.each([
    ["PORT", "65536", /PORT: must be a port number/],
    ["ROLE", "boss", /ROLE: must be all, web, jobs or redirect/],
    ["PUBLIC_URL", "rawaj.example", /PUBLIC_URL: must be an address/],
    ["SALLA_API_URL", "ftp://api.salla.dev", /SALLA_API_URL: must be an address/],
    ["SHOPIFY_SHOP_URL", "https://shops.example", /SHOPIFY_SHOP_URL: must be an address with \{shop\}/],
    ["SHOPIFY_API_VERSION", "2026-08", /SHOPIFY_API_VERSION: must be a quarter's version/],
    ["DATABASE_URL", "mysql://db", /DATABASE_URL: must be postgres:\/\//],
    ["DATABASE_DIRECT_URL", "postgres://db", /DATABASE_DIRECT_URL: needs DATABASE_URL/],
    ["DATABASE_READ_URL", "postgres://db", /DATABASE_READ_URL: needs DATABASE_URL/],
    ["DATABASE_NAMED_STATEMENTS", "yes", /DATABASE_NAMED_STATEMENTS: must be on or off/],
    ["DATABASE_POOL", "many", /DATABASE_POOL: must be a whole number/],
    ["SMS_PER_HOUR", "0", /SMS_PER_HOUR: /],
    ["METRICS_TOKEN", "two words of a sentence", /METRICS_TOKEN: must be 16 to 512/],
    ["HSTS_DAYS", "-1", /HSTS_DAYS: must be at least 0/],
    ["MAX_CONNECTIONS", "0", /MAX_CONNECTIONS: must be at least 1/],
    ["SMS_PER_DAY", "-1", /SMS_PER_DAY: must be at least 1/],
    ["SESSION_DAYS", "a month", /SESSION_DAYS: must be a whole number/],
    ["TRUSTED_PROXIES", "everybody", /TRUSTED_PROXIES: must be addresses or networks/],
    ["TRUSTED_PROXIES", "10.0.0.0/33", /TRUSTED_PROXIES: must be addresses or networks/],
    ["LOG_LEVEL", "loud", /LOG_LEVEL: /],
    ["EMBEDDED_IN_PRODUCTION", "yes", /EMBEDDED_IN_PRODUCTION: must be on or off/],
    ["SECRET_KEYS", "k1:short", /SECRET_KEYS: a key is `id:` and 32 bytes in base64/],
    ["MOYASAR_SECRET_KEY", "", /MOYASAR_SECRET_KEY: required: deposits are paid through Moyasar/],
    ["UNIFONIC_APP_SID", "x", /UNIFONIC_APP_SID: is too short/],
    ["S3_BUCKET", "Media Of Rawaj", /S3_BUCKET: must be the name of a bucket/],
    ["S3_URL", "bucket.example", /S3_URL: must be an address/],
  ])("name the error of %s=%s", (name, value, message) => {
    expect(() => readProductSettings({ ...right(), [name]: value })).toThrow(message);
  });

  it("require the keys of the chosen gateway, and of the other one all or none", () => {
    const { MOYASAR_PUBLISHABLE_KEY, MOYASAR_SECRET_KEY, MOYASAR_WEBHOOK_SECRET, ...others } = right();
    const onTap = { ...others, PAYMENT_GATEWAY: "tap" };
    expect(() => readProductSettings(onTap)).toThrow(
      /TAP_SECRET_KEY: required: deposits are paid through Tap/,
    );
    expect(() => readProductSettings({ ...right(), PAYMENT_GATEWAY: "paypal" })).toThrow(
      /PAYMENT_GATEWAY: must/,
    );
    const keys = { TAP_SECRET_KEY: "sk_live_2" };
    expect(readProductSettings({ ...onTap, ...keys }).MOYASAR_SECRET_KEY).toBeUndefined();
    expect(() => readProductSettings({ ...onTap, ...keys, MOYASAR_SECRET_KEY })).toThrow(
      /MOYASAR_PUBLISHABLE_KEY, MOYASAR_SECRET_KEY, MOYASAR_WEBHOOK_SECRET: all or none/,
    );
    const both = { ...onTap, ...keys, MOYASAR_PUBLISHABLE_KEY, MOYASAR_SECRET_KEY, MOYASAR_WEBHOOK_SECRET };
    expect(readProductSettings(both)).toMatchObject({ PAYMENT_GATEWAY: "tap", MOYASAR_SECRET_KEY });
  });

  it("trust only named proxies", () => {
    const given = { ...right(), TRUSTED_PROXIES: "10.0.0.0/8, 192.168.1.7,::1" };
    expect(readProductSettings(given).TRUSTED_PROXIES).toEqual(["10.0.0.0/8", "192.168.1.7", "::1"]);
  });
});

describe("the key created at the first start", () => {
  it("is readable by its owner alone, and never changes", () => {
    const given = right();
    const [first, second] = [readProductSettings(given), readProductSettings(given)];
    expect(first.vaultKeys).toEqual(second.vaultKeys);
    expect(statSync(join(given.DATA_DIR, "secret-keys")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(given.DATA_DIR, "secret-keys"), "utf8")).toMatch(/^k1:/);
  });

  it("that was emptied is an error, and not replaced: what it sealed would be lost", () => {
    const given = right();
    writeFileSync(join(given.DATA_DIR, "secret-keys"), "");
    expect(() => readProductSettings(given)).toThrow(/SECRET_KEYS/);
  });
});

describe("production", () => {
  it("starts with all required settings", () => {
    expect(readProductSettings(production()).NODE_ENV).toBe("production");
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ["without its own keys", { SECRET_KEYS: "" }, /SECRET_KEYS: required in production/],
    ["on the embedded database", { DATABASE_URL: "" }, /DATABASE_URL: required in production.*power cut/],
    ["without its address", { PUBLIC_URL: "" }, /PUBLIC_URL: required in production/],
    ["in clear", { PUBLIC_URL: "http://rawaj.example" }, /PUBLIC_URL: must begin with https/],
    [
      "with a vendor in clear",
      { MOYASAR_API_URL: "http://localhost:3900/moyasar" },
      /MOYASAR_API_URL: must begin with https/,
    ],
    [
      "on a rehearsal's clock",
      { WORLD_CLOCK_URL: "https://clock.example" },
      /WORLD_CLOCK_URL: .*not allowed in production/,
    ],
    [
      "on payments that are only played",
      { MOYASAR_PUBLISHABLE_KEY: "pk_test_1" },
      /MOYASAR_PUBLISHABLE_KEY: must be a live key/,
    ],
    [
      "with a secret that is only for tests",
      { MOYASAR_SECRET_KEY: "sk_test_1" },
      /MOYASAR_SECRET_KEY: must be a live key/,
    ],
    ["with Tap's test key", { TAP_SECRET_KEY: "sk_test_1" }, /TAP_SECRET_KEY: must be a live key/],
    [
      "with a gateway's key of no mode",
      { MOYASAR_SECRET_KEY: randomBytes(16).toString("hex") },
      /MOYASAR_SECRET_KEY: must be a live key in production, which begins with sk_live_/,
    ],
    [
      "with the two keys mixed up",
      { MOYASAR_PUBLISHABLE_KEY: aLiveKey() },
      /MOYASAR_PUBLISHABLE_KEY: must be/,
    ],
    ["with a key that can be guessed", { MOYASAR_SECRET_KEY: "sk_live_1" }, /MOYASAR_SECRET_KEY: must have/],
    [
      "with words for the key that signs Tap's webhooks",
      { TAP_SECRET_KEY: "sk_live_rawaj-production-tap" },
      /TAP_SECRET_KEY: is not random enough/,
    ],
    [
      "with a bucket's placeholder",
      { S3_ACCESS_KEY_ID: "AKIAEXAMPLE", S3_SECRET_ACCESS_KEY: "changeme-changeme" },
      /S3_SECRET_ACCESS_KEY: is not random enough/,
    ],
    [
      "with keys of zeros",
      { SECRET_KEYS: `k1:${Buffer.alloc(32).toString("base64")}` },
      /SECRET_KEYS: k1 repeats/,
    ],
    [
      "with a sentence as an older key",
      {
        SECRET_KEYS: `k2:${randomBytes(32).toString("base64")},k1:${Buffer.from("this is my very own secret key!!").toString("base64")}`,
      },
      /SECRET_KEYS: k1 is text/,
    ],
    [
      "with a short secret for webhooks",
      { MOYASAR_WEBHOOK_SECRET: "8fJ2kQ9xLw" },
      /MOYASAR_WEBHOOK_SECRET: must have/,
    ],
    [
      "with words for a secret",
      { MOYASAR_WEBHOOK_SECRET: "correct-horse-battery-staple" },
      /MOYASAR_WEBHOOK_SECRET: is made of words; make one with/,
    ],
    [
      "with a weak one beside the one it replaces",
      { SALLA_WEBHOOK_SECRET: `${randomBytes(24).toString("hex")},aaaaaaaaaaaaaaaaaaaaaaaaaaaa` },
      /SALLA_WEBHOOK_SECRET: repeats itself/,
    ],
    ["with a placeholder of a vendor's", { META_APP_SECRET: "changeme-changeme" }, /META_APP_SECRET: /],
    ["with half of a bucket's keys", { S3_ACCESS_KEY_ID: "AKIAEXAMPLE" }, /S3_ACCESS_KEY_ID.*both or none/],
    ["with a bucket in clear", { S3_URL: "http://s3.example" }, /S3_URL: must begin with https/],
    ["without the rest of withdrawals", { WITHDRAWAL_REST: "off" }, /WITHDRAWAL_REST: off is for tests/],
    ["as nobody", { SELLER_NAME_AR: "" }, /SELLER_NAME_AR: required in production: .*sample seller/],
    ["under the sample's name", { SELLER_NAME_EN: "Rawaj Marketing (sample)" }, /SELLER_NAME_EN: required/],
    ["under a VAT number of nobody", { SELLER_VAT_NUMBER: "" }, /SELLER_VAT_NUMBER: required/],
    ["without a registration", { SELLER_REGISTRATION_NUMBER: "" }, /SELLER_REGISTRATION_NUMBER: required/],
    ["at the sample's address", { SELLER_BUILDING_NUMBER: "" }, /SELLER_STREET, .*: required in production/],
    ["with figures open to guesses", { METRICS_TOKEN: "prometheus-metrics" }, /METRICS_TOKEN: must have/],
  ])("does not start %s", (_what, change, message) => {
    expect(() => readProductSettings({ ...production(), ...change })).toThrow(message);
  });

  it("starts with random secrets, whatever their alphabet", () => {
    for (let n = 0; n < 50; n += 1) {
      const given = {
        ...production(),
        MOYASAR_WEBHOOK_SECRET: randomBytes(32).toString("base64"),
        METRICS_TOKEN: randomBytes(16).toString("hex"),
        TAP_SECRET_KEY: `sk_live_${randomBytes(18).toString("base64url")}`,
        S3_ACCESS_KEY_ID: "AKIAEXAMPLE",
        S3_SECRET_ACCESS_KEY: randomBytes(30).toString("base64"),
        SALLA_WEBHOOK_SECRET: `${randomBytes(24).toString("hex")}, ${randomBytes(24).toString("base64url")}`,
      };
      expect(readProductSettings(given).NODE_ENV).toBe("production");
    }
  });

  it("names all missing settings at once", () => {
    const given = { ...production(), SECRET_KEYS: "", DATABASE_URL: "", PUBLIC_URL: "" };
    expect(() => readProductSettings(given)).toThrow(/PUBLIC_URL[\s\S]*SECRET_KEYS[\s\S]*DATABASE_URL/);
  });

  it("runs on the embedded database only where that was accepted", () => {
    const given = { ...production(), DATABASE_URL: "", EMBEDDED_IN_PRODUCTION: "on" };
    expect(readProductSettings(given).DATABASE_URL).toBeUndefined();
  });
});
