import { createHash } from "node:crypto";
import { sql } from "#base/server/db/db.ts";
import type { Session } from "#base/server/http/session.ts";
import { randomToken } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { type ConsentPlatform, storePlatformTable } from "../contract/platform-table.ts";
import { siteOf } from "../contract/site-address.ts";
import { storesRefusals } from "../contract/stores.refusals.ts";
import type { ReturnPath, StorePlatformName } from "../contract/words.ts";
import { hashOfState, newState } from "./consent-state.ts";
import type { StoresDeps } from "./stores.deps.ts";

/** A merchant has this long on the platform's consent page. */
export const consentMinutes = 10;

type Wish = { platform: ConsentPlatform; address?: string | undefined; return_to: ReturnPath };

/** Begins connecting: where to send the browser, and the state it must still hold when it comes back. */
export async function beginConnect(
  { db, vault, systemClock, platforms, publicUrl }: StoresDeps,
  { merchantId, sessionId }: Session,
  { platform, address = "", return_to }: Wish,
): Promise<{ consentUrl: string; state: string }> {
  const adapter = platforms[platform];
  if (!adapter) return baseRefusals.refuse("base.outside_not_answering");
  const site = siteOf(platform, address);
  if (site === null && storePlatformTable[platform].asks !== "nothing")
    storesRefusals.refuse("stores.address_not_valid", {}, "address");
  const state = newState();
  const stateHash = hashOfState(state);
  const verifier = randomToken(32);
  const endsAt = new Date(systemClock.now().getTime() + consentMinutes * 60_000);
  await db.run(sql`
    insert into stores.consents
      (state_hash, merchant_id, session_id, platform, return_to, site, code_verifier_sealed, expires_at)
    values (${stateHash}, ${merchantId}, ${sessionId}, ${platform}, ${return_to}, ${site},
      ${vault.seal(verifier, contextOfConsent(stateHash))}, ${endsAt})`);
  const consentUrl = adapter.consentUrl({
    state,
    redirectUri: callbackUrl(publicUrl, platform),
    codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
    site,
    handoverUri: handoverUrl(publicUrl, platform),
  });
  return { consentUrl, state };
}

/** Secrets sealed for one consent do not open in another. */
export const contextOfConsent = (stateHash: string) => `stores.consents:${stateHash}`;

export function handoverUrl(publicUrl: string, platform: StorePlatformName): string {
  return `${publicUrl}/oauth/${platform}/handover`;
}

export function callbackUrl(publicUrl: string, platform: StorePlatformName): string {
  return `${publicUrl}/oauth/${platform}/callback`;
}
