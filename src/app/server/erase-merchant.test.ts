import { randomUUID } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "#base/server/db/db.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { eraseJob } from "#modules/privacy/server/privacy.job-definitions.ts";
import { connectStore, linkAdAccount } from "../testing/connections.ts";
import { createCampaign, deposit, type Merchant, signUp, until, uploadPicture } from "../testing/merchant.ts";
import { openTestApp, type TestApp } from "../testing/test-app.ts";
import { serverModules } from "./find-modules.ts";
import { listPersonalData } from "./personal-data.ts";

/** A merchant takes a copy of everything, asks to be erased, and is gone 30 days later; another merchant stays whole. */

const name = "نورة الفريدة القحطاني";
const mobile = "0501000771";

type Overview = {
  export: { id: string; status: string; rows_done: number } | null;
  erasure: { state: string; due_at: string } | null;
  blockers: { kind: string; amount_halalas: number }[];
};

let sandbox: TestSandbox;
let testApp: TestApp;
let noura: Merchant;
let merchantId: string;
let sarah: Merchant;

beforeAll(async () => {
  sandbox = await startSandbox({ env: { SANDBOX_START: "2026-11-21T06:00:00Z" } });
  testApp = await openTestApp(sandbox);
  const addresses = { product: testApp.url, sandbox: sandbox.url };
  noura = await openMerchant(addresses, mobile, name);
  sarah = await openMerchant(addresses, "0501000772", "سارة");
  merchantId = (await noura.call<{ id: string }>("GET Clients/Account/index")).id;
}, 120_000);
afterAll(async () => {
  await testApp.close();
  await sandbox.stop();
});

/** With a store, an ad account, a picture, a campaign, a paid order with its invoice, and an empty wallet. */
async function openMerchant(addresses: { product: string; sandbox: string }, number: string, named: string) {
  const merchant = await signUp(addresses, number, named);
  const store = await connectStore(merchant);
  const { id: adAccountId } = await linkAdAccount(merchant);
  const { id: mediaId } = await uploadPicture(merchant);
  await createCampaign(merchant, { adAccountId, store, mediaId, dailyRiyals: 100 });
  await deposit(merchant, 158);
  await merchant.call("POST Clients/Billing/orders", {
    body: {
      lines: [{ kind: "package", package_id: "pkg_sms_500", quantity: 2 }],
      checkout_id: randomUUID(),
      expected_total_halalas: 15_800,
      payment: { method: "balance" },
    },
  });
  return merchant;
}

const load = (merchant = noura) => merchant.call<Overview>("GET Clients/Privacy/index");

/** The files of an archive by name. */
function unzip(archive: Buffer): Map<string, string> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, string>();
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const packed = archive.readUInt32LE(at + 20);
    const start = archive.readUInt32LE(at + 42);
    const file = archive.subarray(at + 46, at + 46 + archive.readUInt16LE(at + 28)).toString();
    const from = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    files.set(file, inflateRawSync(archive.subarray(from, from + packed)).toString());
    at += 46 + archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  return files;
}

/** Requests a code by a call, and reads it from the phone. */
async function readNewCode(request: () => Promise<unknown>): Promise<string> {
  const listCodes = async () =>
    (await sandbox.control<{ to: string; text: string }[]>("messages"))
      .filter(({ to }) => to.endsWith(mobile.slice(-9)))
      .map(({ text }) => text.match(/\d{6}/)?.[0] ?? "");
  const known = await listCodes();
  await testApp.db.run(sql`update merchants.code_sends set requested_at = requested_at - interval '1 hour'`);
  await request();
  return until("the code on the phone", async () =>
    (await listCodes()).find((code) => !known.includes(code)),
  );
}

const requestCode = () => readNewCode(() => noura.call("POST Clients/Privacy/erasure/code"));

const runErasure = () =>
  testApp.db.transaction((tx) => tx.enqueue(eraseJob, { merchant_id: merchantId }, { key: randomUUID() }));

/** All rows of our tables in which a text occurs. */
async function findText(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const { tables } of listPersonalData(serverModules))
    for (const { table } of tables) {
      const { rows } = await testApp.db.driver.query(
        `select count(*)::int as count from ${table} t where t::text like $1`,
        [`%${text}%`],
      );
      if ((rows[0] as { count: number }).count > 0) found.push(table);
    }
  return found;
}

describe("a merchant", () => {
  it("takes a copy of everything, without secrets and without anybody else's rows", async () => {
    await noura.call("POST Clients/Privacy/exports");
    const ready = await until("the copy", async () => {
      const { export: made } = await load();
      return made?.status === "ready" && made;
    });
    await expect(noura.call("POST Clients/Privacy/exports")).rejects.toThrow("privacy.export_just_made");
    const path = `Clients/Privacy/exports/${ready.id}/file`;
    const download = (token: string) =>
      fetch(`${testApp.url}/${path}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await download(sarah.token)).status).toBe(404);
    const files = unzip(Buffer.from(await (await download(noura.token)).arrayBuffer()));
    expect([...files.keys()]).toEqual(
      expect.arrayContaining([
        "README.ar.txt",
        "README.en.txt",
        "merchants/merchants.jsonl",
        "campaigns/campaigns.jsonl",
        "campaigns/campaign_sync.jsonl",
        "billing/invoice_lines.jsonl",
        "wallet/entries.jsonl",
        "creative/media.jsonl",
        "base/consents.jsonl",
      ]),
    );
    expect(files.get("README.en.txt")).toContain("campaigns/campaigns.jsonl: 1");
    expect(JSON.parse(files.get("merchants/merchants.jsonl") ?? "")).toMatchObject({ id: merchantId, name });
    const all = [...files.values()].join("\n");
    expect(all).not.toMatch(/"[a-z_]*(sealed|token_hash|password_hash|code_hash)"/);
    expect(all).not.toContain("سارة");
    const lines = [...files]
      .filter(([file]) => file.endsWith(".jsonl"))
      .flatMap(([, text]) => text.trim().split("\n"));
    expect(lines).toHaveLength(ready.rows_done);
  });

  it("asks to be erased with a code, changes their mind, and asks again", async () => {
    await expect(noura.call("POST Clients/Privacy/erasure", { body: { code: "000000" } })).rejects.toThrow(
      "merchants.code",
    );
    await noura.call("POST Clients/Privacy/erasure", { body: { code: await requestCode() } });
    expect((await load()).erasure).toMatchObject({
      state: "requested",
      due_at: expect.stringMatching("2026-12-21"),
    });
    expect((await noura.call<Overview>("DELETE Clients/Privacy/erasure")).erasure).toBeNull();
    await runErasure();
    expect((await noura.call<{ name: string }>("GET Clients/Account/index")).name).toBe(name);
    await noura.call("POST Clients/Privacy/erasure", { body: { code: await requestCode() } });
    expect((await load()).erasure).toMatchObject({ state: "requested" });
  });

  it("is gone after 30 days: nothing of the person is left, and the books are", async () => {
    const entries = sql`select count(*)::int as n from wallet.entries where merchant_id = ${merchantId}`;
    const invoices = sql`select count(*)::int as n from billing.invoices where merchant_id = ${merchantId}`;
    const before = [await testApp.db.one(entries), await testApp.db.one(invoices)];
    await testApp.db.run(sql`update privacy.erasures set due_at = due_at - interval '30 days'`);
    const state = async () =>
      (await testApp.db.one<{ state: string }>(sql`select state from privacy.erasures`)).state;
    await until("the end", async () => {
      // Ten minutes later it deletes what events under way have written since.
      await testApp.db.run(sql`update privacy.erasure_steps set tried_at = tried_at - interval '1 hour'`);
      await testApp.db.run(sql`update privacy.erasures set next_try_at = next_try_at - interval '1 hour'`);
      await runErasure();
      return (await state()) === "erased";
    });
    expect([await testApp.db.one(entries), await testApp.db.one(invoices)]).toEqual(before);
    await expect(noura.call("GET Clients/Account/index")).rejects.toThrow("401");
    expect(await findText("الفريدة")).toEqual([]);
    expect(await findText(mobile.slice(1))).toEqual([]);
    for (const { tables } of listPersonalData(serverModules))
      for (const { table, policy } of tables) {
        if (policy.kind !== "merchants" || policy.erasure.kind !== "delete" || !("column" in policy.owner))
          continue;
        const { rows } = await testApp.db.driver.query(
          `select count(*)::int as count from ${table} where ${policy.owner.column} = $1`,
          [merchantId],
        );
        expect(rows[0], table).toEqual({ count: 0 });
      }
  });

  it("whose number another account may have, while others keep everything", async () => {
    expect((await sarah.call<{ name: string }>("GET Clients/Account/index")).name).toBe("سارة");
    const { items } = await sarah.call<{ items: unknown[] }>("GET Clients/Campaigns/index");
    expect(items).toHaveLength(1);
    const number = { mobile_number: mobile };
    const code = await readNewCode(() => sarah.call("POST Clients/Account/login", { body: number }));
    const { user } = await sarah.call<{ user: { id: string } }>("POST Clients/Account/Verification", {
      body: { ...number, code, name: "هند" },
    });
    expect(user.id).not.toBe(merchantId);
  });
});
