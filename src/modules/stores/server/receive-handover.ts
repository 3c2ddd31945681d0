import { type Db, sql } from "#base/server/db/db.ts";
import { hashState } from "#base/server/http/oauth-callback.ts";
import type { Vault } from "#base/server/secrets.ts";
import type { StorePlatformName } from "../contract/words.ts";
import { contextOfConsent } from "./begin-connect.ts";
import type { StoresDeps } from "./stores.deps.ts";

/** How long a browser that is back waits for what the server was to bring. */
const waitMs = 200;
const waits = 15;

/**
 * Takes what a platform's own server hands over for a consent under way, before the browser comes back: kept sealed,
 * the first time alone, for as long as the consent lives (a moment longer than the browser is away). Answers false for anything else; nothing is believed yet.
 */
export async function receiveHandover(
  { db, vault, systemClock, platforms }: StoresDeps,
  platform: StorePlatformName,
  body: Buffer,
): Promise<boolean> {
  const handover = platforms[platform]?.readHandover?.(body) ?? null;
  if (!handover) return false;
  const stateHash = hashState(handover.state);
  const now = systemClock.now();
  const stillAwaited = new Date(now.getTime() - waitMs * waits);
  const kept = await db.run(sql`
    update stores.consents set handed_over_sealed = ${vault.seal(handover.grant, contextOfConsent(stateHash))}
    where state_hash = ${stateHash} and platform = ${platform} and handed_over_sealed is null
      and (used_at is null or used_at > ${stillAwaited}) and expires_at > ${now}`);
  return kept > 0;
}

/** What was handed over; the browser may be back a moment before it. Null when it does not come. */
export async function takeHandover(db: Db, vault: Vault, stateHash: string): Promise<string | null> {
  for (let wait = 0; wait <= waits; wait += 1) {
    const { sealed } = await db.one<{ sealed: string | null }>(
      sql`select handed_over_sealed as sealed from stores.consents where state_hash = ${stateHash}`,
    );
    if (sealed !== null) {
      await db.run(sql`update stores.consents set handed_over_sealed = null where state_hash = ${stateHash}`);
      return vault.open(sealed, contextOfConsent(stateHash));
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
  return null;
}
