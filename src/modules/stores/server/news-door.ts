import { type Db, sql } from "#base/server/db/db.ts";
import { randomToken } from "#base/server/ids.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { StorePlatformName } from "../contract/words.ts";
import type { NewsDoor, StorePlatform } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";

const contextOf = (storeId: string) => `stores.doors:${storeId}`;

/** Where a store's platform is told to bring its news. A store's door is made once and stays the same. */
export async function newsDoorOf(
  { db, vault, publicUrl }: Pick<StoresDeps, "db" | "vault" | "publicUrl">,
  { platform, newsDoor }: Pick<StorePlatform, "platform" | "newsDoor">,
  storeId: string,
): Promise<NewsDoor> {
  await db.run(sql`
    update stores.stores set door_key = ${randomToken(24)},
      door_secret_sealed = ${vault.seal(randomToken(24), contextOf(storeId))}
    where id = ${storeId} and door_key is null`);
  const { key, sealed } = await db.one<{ key: string; sealed: string }>(
    sql`select door_key as key, door_secret_sealed as sealed from stores.stores where id = ${storeId}`,
  );
  const appDoor = `${publicUrl}/webhooks/${platform}`;
  return {
    address: newsDoor === "app" ? appDoor : `${appDoor}/${key}`,
    secret: vault.open(sealed, contextOf(storeId)),
  };
}

export type FoundDoor = { storeId: string; externalStoreId: string; secret: string };

/** Whose door this is; null for an address nobody has. */
export async function behindDoor(
  db: Db,
  vault: Vault,
  platform: StorePlatformName,
  key: string,
): Promise<FoundDoor | null> {
  const row = await db.maybeOne<{ id: string; external_id: string; sealed: string }>(sql`
    select id, external_id, door_secret_sealed as sealed from stores.stores
    where door_key = ${key} and platform = ${platform}`);
  if (!row) return null;
  return {
    storeId: row.id,
    externalStoreId: row.external_id,
    secret: vault.open(row.sealed, contextOf(row.id)),
  };
}
