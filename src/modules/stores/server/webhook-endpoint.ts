import type { ReadContext } from "#base/server/context.ts";
import { type Db, sql } from "#base/server/db/db.ts";
import type { Row } from "#base/server/db/row.ts";
import { randomToken } from "#base/server/ids.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { StorePlatformName } from "../contract/enums.ts";
import type { StorePlatform, WebhookEndpoint } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { saveEndpointOnce } from "./stores.store.ts";

export const sealContext = (storeId: string) => `stores.doors:${storeId}`;

type EndpointInput = { platform: Pick<StorePlatform, "platform" | "webhookEndpoint">; storeId: string };

/** Where a store's platform sends its webhooks. A store's endpoint is created once and stays the same. */
export const loadWebhookEndpoint =
  ({ vault, publicUrl }: Pick<StoresDeps, "vault" | "publicUrl">) =>
  async (
    ctx: ReadContext,
    { platform: { platform, webhookEndpoint }, storeId }: EndpointInput,
  ): Promise<WebhookEndpoint> => {
    const sealedSecret = vault.seal(randomToken(24), sealContext(storeId));
    await saveEndpointOnce(ctx, storeId, { key: randomToken(24), sealedSecret });
    const { key, sealed } = await ctx.db.one<{ key: string; sealed: string }>(sql`
      select webhook_key as key, webhook_secret_sealed as sealed from stores.stores
      where id = ${storeId} and merchant_id = ${ctx.actor.merchantId}`);
    const appEndpoint = `${publicUrl}/webhooks/${platform}`;
    return {
      address: webhookEndpoint === "app" ? appEndpoint : `${appEndpoint}/${key}`,
      secret: vault.open(sealed, sealContext(storeId)),
    };
  };

export type FoundEndpoint = { storeId: string; externalStoreId: string; secret: string };

/** The store this endpoint belongs to; null for an unknown key. */
export async function findEndpoint(
  db: Db,
  vault: Vault,
  platform: StorePlatformName,
  key: string,
): Promise<FoundEndpoint | null> {
  const row = await db.maybeOne<Row<"stores.stores", "id" | "external_id"> & { sealed: string }>(sql`
    select id, external_id, webhook_secret_sealed as sealed from stores.stores
    where webhook_key = ${key} and platform = ${platform}`);
  if (!row) return null;
  return {
    storeId: row.id,
    externalStoreId: row.external_id,
    secret: vault.open(row.sealed, sealContext(row.id)),
  };
}
