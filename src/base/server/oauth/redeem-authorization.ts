import { type AdapterFault, isFault } from "../../shared/adapter-fault.ts";
import type { ReadContext } from "../context.ts";
import { authorizationSeal, findAuthorization, markAuthorizationUsed } from "./authorizations.store.ts";
import { callbackUrl, hashState, type OAuthCallback } from "./browser-callback.ts";
import type { AuthorizationFlow } from "./open-authorization.ts";
import { waitForServerGrant } from "./server-grant.ts";
import type { TokenDeps } from "./token-renewal.ts";

/** What an exchange needs of the authorization it completes. */
export type Grant<Details> = {
  details: Details;
  redirectUri: string;
  codeVerifier: string;
  /** As `openConsent` gave it. */
  secret: string | null;
  /** What the vendor's own server sent, waited for a moment and handed out once; null when nothing came. */
  waitForServerGrant(): Promise<string | null>;
};

export type Redemption<Details, Outcome> =
  /** The browser did not start it, and learns nothing about it. */
  | { kind: "refused"; reason: "unknown" | "elsewhere" }
  | { kind: "refused"; reason: "expired" | "used"; details: Details }
  | { kind: "failed"; fault: AdapterFault; details: Details }
  | { kind: "completed"; outcome: Outcome; details: Details };

type RedeemInput<Details, Outcome> = {
  vendor: string;
  /** As the vendor's callback carries it; null when it carries none. */
  state: string | null;
  /** Exchanges and stores what was granted, outside of a transaction. Its faults end in `failed`. */
  complete(ctx: ReadContext, grant: Grant<Details>): Promise<Outcome>;
};

type Deps = TokenDeps & { publicUrl: string };

/**
 * Completes what `openAuthorization` opened: once, in time, in the browser that started it, and for who started it. The
 * state is used up before the code is exchanged. If the process dies in between, nothing is stored, and the merchant
 * starts again.
 */
export const redeemAuthorization =
  (deps: Deps) =>
  async <Details, Outcome>(
    { isOwn, requestId }: OAuthCallback,
    flow: AuthorizationFlow<Details>,
    { vendor, state, complete }: RedeemInput<Details, Outcome>,
  ): Promise<Redemption<Details, Outcome>> => {
    const { db, systemClock, worldClock, log } = deps;
    const stateHash = hashState(state ?? "");
    const row = await findAuthorization(db, { stateHash, owner: flow.owner, vendor });
    if (!row || state === null) return { kind: "refused", reason: "unknown" };
    const { merchant_id: merchantId, actor_kind: kind, actor_id: id } = row;
    if (!(await isOwn(state, merchantId))) return { kind: "refused", reason: "elsewhere" };
    const details = flow.details.parse(row.details);
    const now = systemClock.now();
    if (row.expires_at <= now) return { kind: "refused", reason: "expired", details };
    const isFirstUse = await markAuthorizationUsed(db, stateHash, now);
    if (!isFirstUse || row.code_verifier_sealed === null) return { kind: "refused", reason: "used", details };

    const ctx = { db, actor: { merchantId, by: { kind, id } }, now: worldClock.now(), requestId };
    const open = (sealed: string) => deps.vault.open(sealed, authorizationSeal(flow.owner, stateHash));
    try {
      const outcome = await complete(ctx, {
        details,
        redirectUri: callbackUrl(deps.publicUrl, vendor),
        codeVerifier: open(row.code_verifier_sealed),
        secret: row.secret_sealed && open(row.secret_sealed),
        waitForServerGrant: () => waitForServerGrant(deps, flow.owner, stateHash),
      });
      return { kind: "completed", outcome, details };
    } catch (error) {
      if (!isFault(error)) throw error;
      log.warn({ vendor, kind: error.kind, reason: error.reason }, "an authorization failed");
      return { kind: "failed", fault: error, details };
    }
  };
