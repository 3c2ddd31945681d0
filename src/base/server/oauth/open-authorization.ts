import { createHash } from "node:crypto";
import type { z } from "zod";
import type { Clock } from "../clock.ts";
import type { ReadContext } from "../context.ts";
import { randomToken } from "../ids.ts";
import { consumeRateLimit, waitParams } from "../rate-limit.ts";
import type { Vault } from "../secrets.ts";
import { authorizationSeal, insertAuthorization } from "./authorizations.store.ts";
import { authorizationCookie, callbackUrl, createState, hashState } from "./browser-callback.ts";
import type { ConsentPage, ConsentRequest } from "./consent.ts";

/** Time a merchant has on the vendor's consent page. */
const authorizationMinutes = 10;
/** What a merchant may start in an hour: far more than connecting needs; each is a row and may be an external call. */
const rateLimit = { limit: 30, windowSeconds: 3_600 };

/** What one module authorizes for. */
export type AuthorizationFlow<Details> = {
  /** The module's schema. Secrets are sealed to it, and its states work in no other module. */
  owner: string;
  /** What the module needs again when the browser returns; stored as JSON, so no secrets. */
  details: z.ZodType<Details>;
  refuseTooMany(params: ReturnType<typeof waitParams>): never;
};

type AuthorizationInput<Details> = {
  vendor: string;
  details: Details;
  /** May call the vendor, so it is not called inside a transaction. Its faults and refusals pass through. */
  openConsent(request: ConsentRequest): Promise<ConsentPage>;
};

/** Where to send the browser, and the `set-cookie` header that binds the authorization to it. */
export type OpenedAuthorization = { authorizationUrl: string; cookie: string };

/** Opens an authorization at a vendor for whoever acts. It works once, for ten minutes, in the same browser. */
export const openAuthorization =
  ({ vault, systemClock, publicUrl }: { vault: Vault; systemClock: Clock; publicUrl: string }) =>
  async <Details>(
    { db, actor: { merchantId, by } }: ReadContext,
    { owner, refuseTooMany }: AuthorizationFlow<Details>,
    { vendor, details, openConsent }: AuthorizationInput<Details>,
  ): Promise<OpenedAuthorization> => {
    const now = systemClock.now();
    const allowance = await consumeRateLimit(db, {
      key: `${owner}.authorizations:${merchantId}`,
      ...rateLimit,
      now,
    });
    if (!allowance.isAllowed) return refuseTooMany(waitParams(allowance.retryAfterSeconds));
    const codeVerifier = randomToken(32);
    const { url, state, secret } = await openConsent({
      state: createState(),
      redirectUri: callbackUrl(publicUrl, vendor),
      codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url"),
    });
    const stateHash = hashState(state);
    const seal = (text: string) => vault.seal(text, authorizationSeal(owner, stateHash));
    await insertAuthorization(db, {
      state_hash: stateHash,
      owner,
      vendor,
      merchant_id: merchantId,
      actor_kind: by.kind,
      actor_id: by.id,
      details,
      code_verifier_sealed: seal(codeVerifier),
      secret_sealed: secret && seal(secret),
      expires_at: new Date(now.getTime() + authorizationMinutes * 60_000),
    });
    return {
      authorizationUrl: url,
      cookie: authorizationCookie(state, publicUrl, authorizationMinutes * 60),
    };
  };
