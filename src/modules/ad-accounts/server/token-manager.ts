import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { type TokenTable, tokenColumns } from "#base/server/oauth/sealed-tokens.ts";
import { makeTokenManager, type TokenManager } from "#base/server/oauth/token-manager.ts";
import type { StoredTokens, TokenDeps } from "#base/server/oauth/token-renewal.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Platform } from "../contract/platforms.ts";
import { markConnectionLost } from "./ad-accounts.store.ts";
import type { AdPlatform } from "./ad-platform.port.ts";

export type AdTokenManager = TokenManager<Platform>;

export const connectionTokens: TokenTable = { name: "ad_accounts.connections", key: "id" };

type Deps = TokenDeps & { platforms: Partial<Record<Platform, AdPlatform>> };

/** Calls with the tokens of a connection, which are kept valid. Every account of a lost connection is lost. */
export function makeAdTokenManager(deps: Deps): AdTokenManager {
  return makeTokenManager<Platform>(deps, {
    table: connectionTokens,
    find: findTokens,
    findVendor: (name) => deps.platforms[name],
    markLost: (ctx, connectionId) =>
      markConnectionLost(ctx, { connectionId, lostAt: deps.systemClock.now() }),
    accessRevoked,
  });
}

function findTokens(
  { db, actor }: ReadContext,
  connectionId: string,
): Promise<StoredTokens<Platform> | undefined> {
  return db.maybeOne(sql`
    select platform as vendor, ${tokenColumns} from ad_accounts.connections
    where id = ${connectionId} and merchant_id = ${actor.merchantId} and status in ('open', 'in_use')`);
}

export function accessRevoked(reason: string): AdapterFault {
  return new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_access_revoked" });
}
