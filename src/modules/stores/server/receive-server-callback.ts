import { receiveServerGrant } from "#base/server/oauth/server-grant.ts";
import type { StorePlatformName } from "../contract/enums.ts";
import { connectFlow } from "./start-authorization.ts";
import type { StoresDeps } from "./stores.deps.ts";

/** Stores the grant that a platform's own server sends for an authorization in progress. False for anything else. */
export const receiveServerCallback =
  (deps: Pick<StoresDeps, "db" | "vault" | "systemClock" | "platforms">) =>
  async ({ platform, body }: { platform: StorePlatformName; body: Buffer }): Promise<boolean> => {
    const callback = deps.platforms[platform]?.parseServerCallback?.(body) ?? null;
    if (!callback) return false;
    return receiveServerGrant(deps)({ owner: connectFlow.owner, vendor: platform, ...callback });
  };
