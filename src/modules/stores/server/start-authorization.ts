import { z } from "zod";
import type { ReadContext } from "#base/server/context.ts";
import { sql } from "#base/server/db/db.ts";
import {
  type AuthorizationFlow,
  type OpenedAuthorization,
  openAuthorization,
} from "#base/server/oauth/open-authorization.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { type ReturnPath, returnPaths, type StorePlatformName } from "../contract/enums.ts";
import { type OAuthPlatform, storePlatformTable } from "../contract/platform-table.ts";
import { parseSite } from "../contract/site-address.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import type { StorePlatform } from "./store-platform.port.ts";
import type { StoresDeps } from "./stores.deps.ts";

/** Connecting a store: the page to return to, and the store's address where its platform needs one. */
export type ConnectDetails = { return_to: ReturnPath; site: string | null };
export const connectFlow: AuthorizationFlow<ConnectDetails> = {
  owner: "stores",
  details: z.object({ return_to: z.enum(returnPaths), site: z.string().nullable() }),
  refuseTooMany: (params) => storesRefusals.refuse("stores.too_many_connects", params),
};

type AuthorizationInput = {
  platform: OAuthPlatform;
  address?: string | undefined;
  store_id?: string | undefined;
  return_to: ReturnPath;
};

/** Starts an authorization: where to send the browser, and the cookie it must still hold when it returns. */
export const startAuthorization =
  (deps: Pick<StoresDeps, "vault" | "systemClock" | "platforms" | "publicUrl">) =>
  async (
    ctx: ReadContext,
    { platform, address = "", store_id, return_to }: AuthorizationInput,
  ): Promise<OpenedAuthorization> => {
    const adapter = deps.platforms[platform];
    if (!adapter) return storesRefusals.refuse("stores.platform_not_available", {}, "platform");
    const knownSite = store_id === undefined ? null : await loadStoreSite(ctx, store_id, platform);
    const site = knownSite ?? parseSite(platform, address);
    if (site === null && storePlatformTable[platform].addressKind !== "nothing")
      storesRefusals.refuse("stores.address_not_valid", {}, "address");
    const serverCallbackUri = `${deps.publicUrl}/oauth/${platform}/server-callback`;
    return openAuthorization(deps)(ctx, connectFlow, {
      vendor: platform,
      details: { return_to, site },
      async openConsent(request) {
        if (site !== null) await checkStoreExists(adapter, site);
        const url = adapter.authorizationUrl({ ...request, site, serverCallbackUri });
        return { url, state: request.state, secret: null };
      },
    });
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
