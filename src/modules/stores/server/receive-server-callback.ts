import { type Db, sql } from "#base/server/db/db.ts";
import { hashState } from "#base/server/http/oauth-callback.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { StorePlatformName } from "../contract/enums.ts";
import { authorizationContext } from "./start-authorization.ts";
import type { StoresDeps } from "./stores.deps.ts";

/** How long the returning browser waits for the server's callback. */
const waitMs = 200;
const maxWaits = 15;

/**
 * Stores, sealed, what a platform's own server sends for an authorization in progress, before the browser returns.
 * Only the first callback counts, and only while the authorization is valid and not completed (a returned browser
 * waits a moment for it). Returns false for anything else; nothing is trusted yet.
 */
export const receiveServerCallback =
  ({ db, vault, systemClock, platforms }: Pick<StoresDeps, "db" | "vault" | "systemClock" | "platforms">) =>
  async ({ platform, body }: { platform: StorePlatformName; body: Buffer }): Promise<boolean> => {
    const callback = platforms[platform]?.parseServerCallback?.(body) ?? null;
    if (!callback) return false;
    const stateHash = hashState(callback.state);
    const now = systemClock.now();
    const usedSince = new Date(now.getTime() - waitMs * maxWaits);
    const saved = await db.run(sql`
      update stores.authorizations
      set server_grant_sealed = ${vault.seal(callback.grant, authorizationContext(stateHash))}
      where state_hash = ${stateHash} and platform = ${platform} and server_grant_sealed is null
        and (used_at is null or used_at > ${usedSince}) and expires_at > ${now}`);
    return saved > 0;
  };

/** What the server sent; the browser may return slightly earlier. Null when it does not come. */
export async function waitForServerGrant(db: Db, vault: Vault, stateHash: string): Promise<string | null> {
  for (let attempt = 0; attempt <= maxWaits; attempt += 1) {
    const { sealed } = await db.one<{ sealed: string | null }>(
      sql`select server_grant_sealed as sealed from stores.authorizations where state_hash = ${stateHash}`,
    );
    if (sealed !== null) {
      await db.run(
        sql`update stores.authorizations set server_grant_sealed = null where state_hash = ${stateHash}`,
      );
      return vault.open(sealed, authorizationContext(stateHash));
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return null;
}
