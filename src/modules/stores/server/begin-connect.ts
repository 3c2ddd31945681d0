import { createHash } from "node:crypto";
import { sql } from "#base/server/db/db.ts";
import type { Session } from "#base/server/http/session.ts";
import { randomToken } from "#base/server/ids.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { ConnectablePlatform, ReturnPath, StorePlatformName } from "../contract/words.ts";
import { hashOfState, newState } from "./consent-state.ts";
import type { StoresDeps } from "./stores.deps.ts";

/** A merchant has this long on the platform's consent page. */
export const consentMinutes = 10;

type Wish = { platform: ConnectablePlatform; return_to: ReturnPath };

/** Begins connecting: where to send the browser, and the state it must still hold when it comes back. */
export async function beginConnect(
  { db, vault, systemClock, platforms, publicUrl }: StoresDeps,
  { merchantId, sessionId }: Session,
  { platform, return_to }: Wish,
): Promise<{ consentUrl: string; state: string }> {
  const adapter = platforms[platform];
  if (!adapter) return baseRefusals.refuse("base.outside_not_answering");
  const state = newState();
  const stateHash = hashOfState(state);
  const verifier = randomToken(32);
  const endsAt = new Date(systemClock.now().getTime() + consentMinutes * 60_000);
  await db.run(sql`
    insert into stores.consents
      (state_hash, merchant_id, session_id, platform, return_to, code_verifier_sealed, expires_at)
    values (${stateHash}, ${merchantId}, ${sessionId}, ${platform}, ${return_to},
      ${vault.seal(verifier, `stores.consents:${stateHash}`)}, ${endsAt})`);
  const consentUrl = adapter.consentUrl({
    state,
    redirectUri: callbackUrl(publicUrl, platform),
    codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
  });
  return { consentUrl, state };
}

export function callbackUrl(publicUrl: string, platform: StorePlatformName): string {
  return `${publicUrl}/oauth/${platform}/callback`;
}
