import type { Clock } from "#base/server/clock.ts";
import type { Context, ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { sealTokens, type TokenTable, tokenColumns, tokenSeal } from "#base/server/oauth/sealed-tokens.ts";
import { makeTokenManager } from "#base/server/oauth/token-manager.ts";
import type { StoredTokens, TokenDeps } from "#base/server/oauth/token-renewal.ts";
import type { Vault } from "#base/server/secrets.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { StorePlatformName } from "../contract/enums.ts";
import { upsertTokens } from "./connections.store.ts";
import type { StorePlatform, StoreTokens } from "./store-platform.port.ts";
import { type MerchantRecords, markConnectionLost, type StoreRow } from "./stores.store.ts";

/** A store, and the merchant it belongs to. */
type OwnedStore = Pick<StoreRow, "id" | "merchant_id">;

type Deps = TokenDeps & {
  platforms: Partial<Record<StorePlatformName, StorePlatform>>;
  merchants: MerchantRecords;
};

export interface StoreAccess {
  /**
   * Calls a store's platform with a valid token: renewed ahead of its expiry, renewed once more when the platform
   * refuses it. If that fails too, the connection is marked lost. Faults pass through. Never call it inside a
   * transaction.
   */
  use<T>(store: OwnedStore, work: (platform: StorePlatform, credential: string) => Promise<T>): Promise<T>;
}

/** For whoever only reads what is stored here: no platform is reached. */
export const noAccess: StoreAccess = {
  use: () =>
    Promise.reject(new AdapterFault("rejected", { reason: "no store platform is reached from here" })),
};

export function makeStoreAccess(deps: Deps): StoreAccess {
  const { platforms, merchants } = deps;
  const tokenManager = makeTokenManager<StorePlatformName>(deps, {
    table: storeTokens,
    find: findTokens,
    findVendor(name) {
      const platform = platforms[name];
      return platform && { refresh: async (token) => toTokenPair(await platform.refresh(token)) };
    },
    markLost: (ctx, storeId, reason) => markConnectionLost(ctx, merchants, { storeId, reason }),
    accessRevoked: (reason) => new AdapterFault("reconnect", { reason }),
  });
  return {
    use: (store, work) =>
      tokenManager.withToken(store, (credential, name) => {
        const platform = platforms[name];
        if (!platform) throw new AdapterFault("rejected", { reason: `no adapter for ${name}` });
        return work(platform, credential);
      }),
  };
}

export const storeTokens: TokenTable = { name: "stores.connections", key: "store_id" };

function findTokens(
  { db, actor }: ReadContext,
  storeId: string,
): Promise<StoredTokens<StorePlatformName> | undefined> {
  return db.maybeOne(sql`
    select platform as vendor, ${tokenColumns}
    from stores.connections join stores.stores on stores.id = store_id
    where store_id = ${storeId} and merchant_id = ${actor.merchantId} and status = 'connected'`);
}

/** Stores the pair of a new grant, sealed; the pair of an earlier grant is overwritten. */
export const saveTokens =
  ({ vault, systemClock }: { vault: Vault; systemClock: Clock }) =>
  async (ctx: Context, { storeId, tokens }: { storeId: string; tokens: StoreTokens }): Promise<void> => {
    const pair = toTokenPair(tokens);
    const sealed = sealTokens(vault, tokenSeal(storeTokens, storeId), pair, systemClock.now());
    await upsertTokens(ctx, storeId, { ...sealed, scopes: [...tokens.scopes] });
  };

const toTokenPair = ({ credential, ...rest }: StoreTokens) => ({ accessToken: credential, ...rest });
