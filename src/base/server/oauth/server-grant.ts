import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "../clock.ts";
import type { Db } from "../db/db.ts";
import type { Vault } from "../secrets.ts";
import { authorizationSeal, saveServerGrant, takeServerGrant } from "./authorizations.store.ts";
import { hashState } from "./browser-callback.ts";

/** How long the returning browser waits for the server's callback. */
const waitMs = 200;
const maxWaits = 15;

/**
 * Stores, sealed, what a vendor's own server sends for an authorization in progress, before the browser returns. Only
 * the first grant counts, and only while the authorization is valid and not completed (a returned browser waits a
 * moment for it). Returns false for anything else; nothing is trusted yet.
 */
export const receiveServerGrant =
  ({ db, vault, systemClock }: { db: Db; vault: Vault; systemClock: Clock }) =>
  async (input: { owner: string; vendor: string; state: string; grant: string }): Promise<boolean> => {
    const { owner, vendor, state, grant } = input;
    const stateHash = hashState(state);
    const now = systemClock.now();
    const usedSince = new Date(now.getTime() - waitMs * maxWaits);
    const sealed = vault.seal(grant, authorizationSeal(owner, stateHash));
    return saveServerGrant(db, { stateHash, owner, vendor }, { sealed, usedSince, now });
  };

/** What the server sent; the browser may return slightly earlier. Null when it does not come. */
export async function waitForServerGrant(
  { db, vault }: { db: Db; vault: Vault },
  owner: string,
  stateHash: string,
): Promise<string | null> {
  for (let attempt = 0; attempt <= maxWaits; attempt += 1) {
    const sealed = await takeServerGrant(db, stateHash);
    if (sealed !== null) return vault.open(sealed, authorizationSeal(owner, stateHash));
    await sleep(waitMs);
  }
  return null;
}
