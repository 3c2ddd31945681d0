import { type Db, sql } from "#base/server/db/db.ts";
import { randomToken } from "#base/server/ids.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { StorePlatformName } from "../contract/words.ts";
import type { StorePlatform, WebhookEndpoint } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";

const sealContext = (storeId: string) => `stores.doors:${storeId}`;

/** Where a store's platform sends its webhooks. A store's endpoint is created once and stays the same. */
export async function loadWebhookEndpoint(
  { db, vault, publicUrl }: Pick<StoresDeps, "db" | "vault" | "publicUrl">,
  { platform, webhookEndpoint }: Pick<StorePlatform, "platform" | "webhookEndpoint">,
  storeId: string,
): Promise<WebhookEndpoint> {
  await db.run(sql`
    update stores.stores set webhook_key = ${randomToken(24)},
      webhook_secret_sealed = ${vault.seal(randomToken(24), sealContext(storeId))}
    where id = ${storeId} and webhook_key is null`);
  const { key, sealed } = await db.one<{ key: string; sealed: string }>(
    sql`select webhook_key as key, webhook_secret_sealed as sealed from stores.stores where id = ${storeId}`,
  );
  const appEndpoint = `${publicUrl}/webhooks/${platform}`;
  return {
    address: webhookEndpoint === "app" ? appEndpoint : `${appEndpoint}/${key}`,
    secret: vault.open(sealed, sealContext(storeId)),
  };
}

export type FoundEndpoint = { storeId: string; externalStoreId: string; secret: string };

/** The store this endpoint belongs to; null for an unknown key. */
export async function findEndpoint(
  db: Db,
  vault: Vault,
  platform: StorePlatformName,
  key: string,
): Promise<FoundEndpoint | null> {
  const row = await db.maybeOne<{ id: string; external_id: string; sealed: string }>(sql`
    select id, external_id, webhook_secret_sealed as sealed from stores.stores
    where webhook_key = ${key} and platform = ${platform}`);
  if (!row) return null;
  return {
    storeId: row.id,
    externalStoreId: row.external_id,
    secret: vault.open(row.sealed, sealContext(row.id)),
  };
}
