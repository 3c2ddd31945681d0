import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { embeddedDriver } from "../db/embedded-driver.ts";
import { migrate } from "../db/migrate.ts";
import { makeVault } from "../secrets.ts";

const migrations = join(import.meta.dirname, "../../../../db/migrations");
const oauthMigration = "20261122183000_base_oauth.sql";
const vault = makeVault([{ id: "k1", key: Buffer.alloc(32, 7) }]);

/** What the two modules stored before: a connection each, a renewal in progress, and an authorization each. */
const earlierRows = `
  insert into stores.stores (id, merchant_id, platform, external_id, name, link, domain, currency, status, connected_at)
  values ('sto_1', 'mer_1', 'salla', '77', 'n', 'https://n.example', 'n.example', 'SAR', 'connected', now());
  insert into stores.connections (store_id, credential_sealed, refresh_token_sealed, expires_at, scopes,
    refreshing_since, changed_at)
  values ('sto_1', '${vault.seal("store-access", "stores.connections:sto_1")}',
    '${vault.seal("store-refresh", "stores.connections:sto_1")}', '2026-12-01T00:00:00Z', '{orders.read}',
    '2026-11-22T09:00:00Z', '2026-11-17T00:00:00Z');
  insert into stores.authorizations (state_hash, merchant_id, session_id, platform, return_to, code_verifier_sealed,
    expires_at, used_at, site)
  values ('open', 'mer_1', 'ses_1', 'woocommerce', '/link-ad-accounts/add-store', 'sealed-verifier',
    '2026-11-22T10:00:00Z', null, 'https://n.example'),
    ('used', 'mer_1', 'ses_1', 'salla', '/link-ad-accounts/add-store', 'sealed-verifier',
    '2026-11-22T10:00:00Z', '2026-11-22T09:55:00Z', null);
  insert into ad_accounts.connections (id, merchant_id, platform, status, access_token_sealed, refresh_token_sealed,
    access_expires_at, scopes, version, renewing, renewing_until, accessible_accounts, accounts_listed_at, created_at)
  values ('con_1', 'mer_1', 'snapchat', 'in_use', '${vault.seal("ads-access", "ad_accounts.connections:con_1")}',
    '${vault.seal("ads-refresh", "ad_accounts.connections:con_1")}', '2026-11-22T10:00:00Z', '{ads}', 7, 'rnw_1',
    '2026-11-22T09:01:00Z', '[]', '2026-11-20T00:00:00Z', '2026-11-20T00:00:00Z');
  insert into ad_accounts.authorizations (state_hash, merchant_id, session_id, platform, return_to,
    code_verifier_sealed, secret_sealed, ad_account_id, expires_at)
  values ('ads', 'mer_1', 'ses_1', 'x', '/first-campaign', 'sealed-verifier', 'sealed-secret', 'aac_1',
    '2026-11-22T10:00:00Z')`;

it("connections and authorizations of before keep their tokens, their secrets, and renewals in progress", async () => {
  const folder = await mkdtemp(join(tmpdir(), "rawaj-oauth-"));
  const driver = await embeddedDriver({});
  const query = async (text: string) => (await driver.query(text, [])).rows;
  const files = (await readdir(migrations)).filter((file) => file < oauthMigration);
  for (const file of files) await cp(join(migrations, file), join(folder, file));
  await migrate(driver, folder);
  await driver.script(earlierRows);
  await cp(join(migrations, oauthMigration), join(folder, oauthMigration));
  await migrate(driver, folder);

  const [store] = (await query("select * from stores.connections")) as Record<string, string>[];
  expect(vault.open(store?.access_token_sealed ?? "", "stores.connections:sto_1")).toBe("store-access");
  expect(vault.open(store?.refresh_token_sealed ?? "", "stores.connections:sto_1")).toBe("store-refresh");
  expect(store).toMatchObject({
    access_expires_at: new Date("2026-12-01T00:00:00Z"),
    issued_at: new Date("2026-11-17T00:00:00Z"),
    renewing_until: new Date("2026-11-22T09:01:00Z"),
  });
  const [ads] = (await query("select * from ad_accounts.connections")) as Record<string, string>[];
  expect(vault.open(ads?.access_token_sealed ?? "", "ad_accounts.connections:con_1")).toBe("ads-access");
  expect(vault.open(ads?.refresh_token_sealed ?? "", "ad_accounts.connections:con_1")).toBe("ads-refresh");
  expect(ads).toMatchObject({
    status: "in_use",
    issued_at: new Date("2026-11-20T00:00:00Z"),
    renewing_until: new Date("2026-11-22T09:01:00Z"),
  });

  const byMember = { merchant_id: "mer_1", actor_kind: "member", actor_id: "mer_1" };
  const listPage = "/link-ad-accounts/add-store";
  expect(await query("select * from base.authorizations order by state_hash")).toMatchObject([
    {
      ...byMember,
      state_hash: "ads",
      owner: "ad_accounts",
      vendor: "x",
      details: { return_to: "/first-campaign", ad_account_id: "aac_1" },
      code_verifier_sealed: "sealed-verifier",
      secret_sealed: "sealed-secret",
    },
    {
      ...byMember,
      state_hash: "open",
      owner: "stores",
      vendor: "woocommerce",
      details: { return_to: listPage, site: "https://n.example" },
      code_verifier_sealed: "sealed-verifier",
      used_at: null,
    },
    { state_hash: "used", details: { return_to: listPage, site: null }, code_verifier_sealed: null },
  ]);
  await driver.close();
  await rm(folder, { recursive: true });
}, 60_000);
