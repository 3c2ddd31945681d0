import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeDb, sql } from "#base/server/db/db.ts";
import { makeLog } from "#base/server/log.ts";
import { reseal } from "#base/server/sealed/reseal.ts";
import { sealedColumns } from "#base/server/sealed/sealed-columns.ts";
import { makeVault, readVaultKeys } from "#base/server/secrets.ts";
import { type TestDb, testDb } from "#base/testing/db.ts";
import { startSandbox, type TestSandbox } from "#base/testing/sandbox.ts";
import { connectStore, linkAdAccount } from "../testing/connections.ts";
import { deposit, type Merchant, signUp } from "../testing/merchant.ts";
import { startProduct, type TestProduct } from "../testing/product.ts";
import { openDatabase } from "./database.ts";
import { serverModules } from "./find-modules.ts";
import { readCommandSettings } from "./settings.ts";

const declared = serverModules.flatMap(({ sealed = [] }) => sealed);
const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`;
const [first, second, third] = [newKey("k1"), newKey("k2"), newKey("k3")];

/** Sealed for a code or an authorization on its way: removed within a day, so a rotation waits for them. */
const temporary = [
  "base.authorizations.code_verifier_sealed",
  "base.authorizations.secret_sealed",
  "base.authorizations.server_grant_sealed",
  "merchants.code_sends.sealed_code",
  "messages.emails.sealed_code",
  "messages.texts.sealed_code",
];

describe("sealed columns", () => {
  let db: TestDb;
  beforeAll(async () => {
    db = await testDb();
  });
  afterAll(() => db.close());

  it("are declared by their modules, or temporary", async () => {
    const found = await db.many<{ place: string }>(sql`
      select n.nspname || '.' || c.relname || '.' || a.attname as place from pg_attribute a
        join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and not c.relispartition and attnum > 0 and not attisdropped
        and atttypid = 'text'::regtype and (attname ~ '(^|_)sealed(_|$)' or attname = 'totp_secret')`);
    const places = declared.flatMap(({ table, columns }) => columns.map((column) => `${table}.${column}`));
    expect(found.map(({ place }) => place).sort()).toEqual([...places, ...temporary].sort());
  });

  describe("are sealed anew", () => {
    const vapid = sealedColumns("notifications.vapid_keys", {
      key: ["public_key"],
      columns: ["sealed_private_key"],
      toContext: (key) => `of ${key}`,
    });
    const store = async (sealed: string) => {
      await db.reset();
      await db.run(sql`insert into notifications.vapid_keys values (true, 'pub', ${sealed})`);
    };
    const read = async () =>
      (
        await db.one<{ sealed: string }>(
          sql`select sealed_private_key as sealed from notifications.vapid_keys`,
        )
      ).sealed;

    it("once, with the newest key, in their own row's context", async () => {
      await store(makeVault(readVaultKeys(first)).seal("secret", "of pub"));
      const keys = readVaultKeys(`${second},${first}`);
      const place = "notifications.vapid_keys.sealed_private_key";
      expect(await reseal(db, keys, [vapid])).toEqual([{ place, resealed: 1, unreadable: 0, left: 0 }]);
      const sealed = await read();
      expect(makeVault(readVaultKeys(second)).open(sealed, "of pub")).toBe("secret");
      expect(await reseal(db, keys, [vapid])).toEqual([{ place, resealed: 0, unreadable: 0, left: 0 }]);
      expect(await read()).toBe(sealed);
    });

    it("not where no key opens them, or while they are in use: both are counted as left", async () => {
      const old = makeVault(readVaultKeys(first)).seal("secret", "of pub");
      await store(old);
      const [unreadable] = await reseal(db, readVaultKeys(second), [vapid]);
      expect(unreadable).toMatchObject({ resealed: 0, unreadable: 1, left: 1 });
      const [busy] = await reseal(db, readVaultKeys(`${second},${first}`), [{ ...vapid, isBusy: "is_only" }]);
      expect(busy).toMatchObject({ resealed: 0, unreadable: 0, left: 1 });
      expect(await read()).toBe(old);
    });
  });
});

describe("a rotation of keys", () => {
  let sandbox: TestSandbox;
  let product: TestProduct;
  let merchant: Merchant;
  let adAccountId: string;
  let cardId: string;

  beforeAll(async () => {
    sandbox = await startSandbox({ env: { SANDBOX_START: "2026-11-21T06:00:00Z" } });
    product = await startProduct(sandbox, { SECRET_KEYS: first });
    merchant = await signUp({ product: product.url, sandbox: sandbox.url }, "0504718299");
    await connectStore(merchant);
    adAccountId = (await linkAdAccount(merchant)).id;
    await deposit(merchant, 500);
    const { items: cards } = await merchant.call<{ items: { id: string }[] }>("GET Clients/Wallet/cards");
    cardId = cards[0]?.id ?? "";
  }, 120_000);
  afterAll(async () => {
    await product?.stop();
    await sandbox.stop();
  });

  const restartWith = async (keys: string) => {
    product.settings.SECRET_KEYS = keys;
    await product.restart();
  };
  /** The program as it is run by hand; its output by place. */
  const runReseal = (keys: string) =>
    new Promise<{ code: number; output: string }>((resolve) =>
      execFile(
        process.execPath,
        ["src/app/server/reseal.ts"],
        { env: { ...process.env, ...product.settings, SECRET_KEYS: keys } },
        (error, output, errors) => resolve({ code: error ? 1 : 0, output: output + errors }),
      ),
    );
  /** Uses the ad account's token at its platform, which it must open. */
  const checkAdAccount = async () => {
    const checked = await merchant.call<{ id: string; status: string }>("POST Clients/AdAccounts/check", {
      body: { ad_account_id: adAccountId },
    });
    expect(checked).toMatchObject({ id: adAccountId, status: "linked" });
  };
  const readSealed = async () => {
    const driver = await openDatabase(readCommandSettings(product.settings), makeLog("silent"));
    const db = makeDb(driver);
    const cards = await db.many<{ sealed: string }>(sql`select sealed_token as sealed from payments.cards`);
    const tokens = await db.many<{ sealed: string }>(sql`
      select access_token_sealed as sealed from stores.connections
      union all select access_token_sealed from ad_accounts.connections`);
    await driver.close();
    return { cards: cards.map(({ sealed }) => sealed), tokens: tokens.map(({ sealed }) => sealed) };
  };

  it("reads what the old key sealed, and seals it anew by a command, after which the old key goes", async () => {
    await restartWith(`${second},${first}`);
    await checkAdAccount();
    await product.stop();
    expect((await readSealed()).cards[0]).toMatch(/^v1\.k1\./);

    const { code, output } = await runReseal(`${second},${first}`);
    expect(output).toContain("payments.cards.sealed_token: 1 sealed anew, 0 unreadable, 0 left");
    expect(output).toContain("Everything is sealed with k2");
    expect(code).toBe(0);
    const { cards, tokens } = await readSealed();
    expect(tokens.length).toBe(2);
    for (const sealed of [...cards, ...tokens]) expect(sealed).toMatch(/^v1\.k2\./);

    await restartWith(second);
    await checkAdAccount();
    // The gateway is asked by the card's token, which only the new key opens.
    await merchant.call(`DELETE Clients/Wallet/cards/${cardId}`);
    expect((await merchant.call<{ items: object[] }>("GET Clients/Wallet/cards")).items).toEqual([]);
  }, 120_000);

  it("says what is left where a key is missing, and changes nothing of it", async () => {
    await product.stop();
    const { code, output } = await runReseal(third);
    expect(code).toBe(1);
    expect(output).toMatch(/stores\.connections\.access_token_sealed: 0 sealed anew, 1 unreadable, 1 left/);
    for (const sealed of (await readSealed()).tokens) expect(sealed).toMatch(/^v1\.k2\./);
  }, 60_000);
});
