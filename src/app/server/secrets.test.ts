import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Db, raw, sql } from "#base/server/db/db.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { connectStore, linkAdAccount } from "../testing/connections.ts";
import { createCampaign, deposit, type Merchant, signUp, until, uploadPicture } from "../testing/merchant.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";

/** A merchant goes through the whole flow, with errors; then all logs and tables are searched for secrets. */

const mobile = "0504718293";
const card = "4201320111111010";
const password = "crocus-7-saffron";

let sandbox: TestSandbox;
let testApp: TestApp;
let merchant: Merchant;
let secrets: Record<string, string>;
let codes: string[];

beforeAll(async () => {
  sandbox = await startSandbox({ env: { SANDBOX_START: "2026-11-21T06:00:00Z" } });
  testApp = await openTestApp(sandbox);
  merchant = await runJourney();
  await runFailures();
  await testApp.stopBackground();
  codes = await codesOnPhones();
  secrets = await collectSecrets();
}, 120_000);
afterAll(async () => {
  await testApp.close();
  await sandbox.stop();
});

const fault = (vendor: string, kind: string, times = 1) => sandbox.control("faults", { vendor, kind, times });

async function runJourney() {
  await fault("unifonic", "503");
  const merchant = await signUp({ product: testApp.url, sandbox: sandbox.url }, mobile);
  const store = await connectStore(merchant);
  const { id: adAccountId } = await linkAdAccount(merchant);
  await deposit(merchant, 2_000, card);
  const { id: mediaId } = await uploadPicture(merchant);
  await fault("snapchat", "500", 2);
  const { id } = await createCampaign(merchant, { adAccountId, store, mediaId, dailyRiyals: 100 });
  await merchant.call(`POST Clients/Campaigns/${id}/start`);
  await until("the platform's confirmation", async () => {
    const { sync } = await merchant.call<{ sync: string }>(`GET Clients/Campaigns/${id}`);
    return sync === "synced";
  });
  return merchant;
}

/** Ordinary failures, each of a request that carries a secret. */
async function runFailures() {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${testApp.url}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  // As if the minute between two codes had passed.
  await testApp.db.run(
    sql`update merchants.code_sends set requested_at = requested_at - interval '5 minutes'`,
  );
  await merchant.call("POST Clients/Account/ForgotPassword", { body: { mobile_number: mobile } });
  const code = await until("the second code", async () => (await codesOnPhones())[1]);
  await post("Clients/Account/ResetPassword", { mobile_number: mobile, code: "000000", password });
  await post("Clients/Account/ResetPassword", {
    mobile_number: mobile,
    code,
    password,
    password_confirmation: password,
  });
  await post("Clients/Account/PasswordLogin", { mobile_number: mobile, password });
  await post("Clients/Account/PasswordLogin", { mobile_number: mobile, password: `${password}-wrong` });
  await post("Clients/Wallet/deposit", { card_number: card }, { authorization: `Bearer ${merchant.token}` });
  await post("webhooks/moyasar", { secret_token: "moyasar-webhook-secret", type: "payment_paid", data: 7 });
  await post("webhooks/salla", { event: "order.created" }, { "x-salla-signature": "forged" });
  for (const vendor of ["salla", "snapchat"])
    await fetch(`${testApp.url}/oauth/${vendor}/callback?code=authorization-code-9&state=state-of-nobody-9`);
}

async function codesOnPhones(): Promise<string[]> {
  const messages = await sandbox.control<{ to: string; text: string }[]>("messages");
  return messages.reverse().flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? []);
}

/** All secrets that passed between the product and the vendors, read from the vendors' side. */
async function collectSecrets(): Promise<Record<string, string>> {
  const wire = JSON.stringify(await sandbox.control("received?limit=1000")).replaceAll("\\", "");
  const onTheWire = [
    ...wire.matchAll(/"(access_token|refresh_token|client_secret|token)":"([\w.~+/=-]{16,})"/g),
  ];
  const { MOYASAR_PUBLISHABLE_KEY: _public, ...credentials } = sandbox.credentials;
  const ofApps = Object.entries(credentials).filter(([name]) => /SECRET|APP_SID/.test(name));
  return {
    ...Object.fromEntries(onTheWire.map(([, name, value = ""], index) => [`${name} ${index}`, value])),
    ...Object.fromEntries(ofApps),
    "session token": merchant.token,
    password,
    "card number": card,
    "authorization code": "authorization-code-9",
    state: "state-of-nobody-9",
  };
}

/** The text as it is, in hex, and in base64 at each of the three alignments. */
function listEncodings(secret: string): string[] {
  const inBase64 = [0, 1, 2].map((offset) => {
    const encoded = Buffer.from(`${"\0".repeat(offset)}${secret}`).toString("base64");
    return encoded.slice(Math.ceil((offset * 8) / 6), encoded.length - 4);
  });
  const forUrls = inBase64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  return [secret, Buffer.from(secret).toString("hex"), ...inBase64, ...forUrls];
}

/** Every row of every table, as text, by table. */
async function dump(db: Db): Promise<Record<string, string>> {
  const tables = await db.many<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`);
  const texts: Record<string, string> = {};
  for (const { name } of tables) {
    const rows = await db.many<{ row: string }>(sql`select t::text as row from ${raw(name)} t`);
    texts[name] = rows.map(({ row }) => row).join("\n");
  }
  return texts;
}

function found(texts: Record<string, string>): string[] {
  return Object.entries(texts).flatMap(([where, text]) =>
    Object.entries(secrets).flatMap(([what, secret]) =>
      listEncodings(secret).some((encoding) => text.includes(encoding)) ? [`${what} in ${where}`] : [],
    ),
  );
}

describe("a secret", () => {
  it("was used in the test: tokens, keys, a card and codes", () => {
    expect(Object.keys(secrets).filter((name) => name.startsWith("access_token")).length).toBeGreaterThan(1);
    expect(Object.keys(secrets).filter((name) => name.startsWith("refresh_token")).length).toBeGreaterThan(1);
    expect(codes.length).toBe(2);
    expect(testApp.logLines.length).toBeGreaterThan(50);
    expect(found({ here: `x${Buffer.from(`ab${merchant.token}`).toString("base64")}` })).toEqual([
      "session token in here",
    ]);
  });

  it("is in no line of the log, nor is a whole mobile number", () => {
    const log = testApp.logLines.join("");
    expect(found({ "the log": log })).toEqual([]);
    expect(log).not.toContain(mobile.slice(1));
    for (const code of codes) expect(log).not.toMatch(new RegExp(`\\b${code}\\b`));
  });

  it("is in no table, neither in clear nor in another encoding", async () => {
    const texts = await dump(testApp.db);
    expect(texts["merchants.merchants"]).toContain(mobile.slice(1));
    expect(found(texts)).toEqual([]);
    const withMobile = Object.keys(texts).filter((name) => texts[name]?.includes(mobile.slice(1)));
    expect(withMobile.filter((name) => !name.startsWith("merchants."))).toEqual([]);
  });

  it("that is a code is not in its own table, the events, or the jobs that send it", async () => {
    const texts = await dump(testApp.db);
    expect(texts["pgboss.job_common"] ?? texts["pgboss.job"]).toContain("{");
    for (const [name, text] of Object.entries(texts)) {
      // Fractions of seconds have six digits too.
      const withoutTimes = text.replaceAll(/\d\d:\d\d:\d\d(\.\d+)?/g, "");
      for (const code of codes) {
        expect(withoutTimes, name).not.toMatch(new RegExp(`\\b${code}\\b`));
        expect(withoutTimes, name).not.toContain(Buffer.from(code).toString("hex"));
      }
    }
  });

  it("appears in no figure of /metrics and in no refusal", async () => {
    const metrics = await (await fetch(`${testApp.url}/metrics`)).text();
    expect(metrics).toContain("http_request_seconds");
    expect(found({ metrics })).toEqual([]);
    expect(metrics).not.toContain(mobile.slice(1));
    expect(metrics).not.toMatch(/mer_|cmp_|\/t\/\d{8}/);
  });
});
