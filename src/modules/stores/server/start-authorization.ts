import { createHash } from "node:crypto";
import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import { createState, hashState } from "#base/server/http/oauth-callback.ts";
import { randomToken } from "#base/server/ids.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import type { ReturnPath, StorePlatformName } from "../contract/enums.ts";
import { type OAuthPlatform, storePlatformTable } from "../contract/platform-table.ts";
import { parseSite } from "../contract/site-address.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import { limitConnecting } from "./connect-limits.ts";
import type { StorePlatform } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";

/** Time a merchant has on the platform's consent page. */
export const authorizationMinutes = 10;

type AuthorizationInput = {
  sessionId: string;
  fields: {
    platform: OAuthPlatform;
    address?: string | undefined;
    store_id?: string | undefined;
    return_to: ReturnPath;
  };
};

/** Starts an authorization. Returns where to send the browser, and the state it must still hold when it returns. */
export const startAuthorization =
  ({
    vault,
    systemClock,
    platforms,
    publicUrl,
  }: Pick<StoresDeps, "vault" | "systemClock" | "platforms" | "publicUrl">) =>
  async (
    ctx: ReadContext,
    { sessionId, fields: { platform, address = "", store_id, return_to } }: AuthorizationInput,
  ): Promise<{ authorizationUrl: string; state: string }> => {
    const adapter = platforms[platform];
    if (!adapter) return storesRefusals.refuse("stores.platform_not_available", {}, "platform");
    const knownSite = store_id === undefined ? null : await loadStoreSite(ctx, store_id, platform);
    const site = knownSite ?? parseSite(platform, address);
    if (site === null && storePlatformTable[platform].addressKind !== "nothing")
      storesRefusals.refuse("stores.address_not_valid", {}, "address");
    await limitConnecting(ctx, "stores.too_many_connects", systemClock.now());
    if (site !== null) await checkStoreExists(adapter, site);
    const state = createState();
    const stateHash = hashState(state);
    const codeVerifier = randomToken(32);
    const endsAt = new Date(systemClock.now().getTime() + authorizationMinutes * 60_000);
    await ctx.db.run(sql`
      insert into stores.authorizations
        (state_hash, merchant_id, session_id, platform, return_to, site, code_verifier_sealed, expires_at)
      values (${stateHash}, ${ctx.actor.merchantId}, ${sessionId}, ${platform}, ${return_to}, ${site},
        ${vault.seal(codeVerifier, authorizationContext(stateHash))}, ${endsAt})`);
    const authorizationUrl = adapter.authorizationUrl({
      state,
      redirectUri: callbackUrl(publicUrl, platform),
      codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
      site,
      serverCallbackUri: serverCallbackUrl(publicUrl, platform),
    });
    return { authorizationUrl, state };
  };

/** A mistyped address is refused here, so the browser is not sent to a page that does not exist. */
async function checkStoreExists(adapter: StorePlatform, site: string): Promise<void> {
  try {
    await adapter.checkStoreExists?.(site);
  } catch (error) {
    if (!isFault(error)) throw error;
    storesRefusals.refuse("stores.no_store_there", {}, "address");
  }
}

/** The address under which this merchant connected the store before. */
async function loadStoreSite({ db, actor }: ReadContext, storeId: string, platform: StorePlatformName) {
  const store = await db.maybeOne<{ site: string | null }>(sql`
    select site from stores.stores
    where id = ${storeId} and merchant_id = ${actor.merchantId} and platform = ${platform}`);
  return store ? store.site : storesRefusals.refuse("stores.store_not_found");
}

/** Secrets sealed for one authorization do not open in another. */
export const authorizationContext = (stateHash: string) => `stores.authorizations:${stateHash}`;

export function serverCallbackUrl(publicUrl: string, platform: StorePlatformName): string {
  return `${publicUrl}/oauth/${platform}/server-callback`;
}

export function callbackUrl(publicUrl: string, platform: StorePlatformName): string {
  return `${publicUrl}/oauth/${platform}/callback`;
}
