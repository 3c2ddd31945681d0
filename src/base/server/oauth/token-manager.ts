import { isFault } from "../../shared/adapter-fault.ts";
import { type SealedTokens, tokenSeal } from "./sealed-tokens.ts";
import {
  type ConnectionRef,
  makeTokenRenewal,
  type StoredTokens,
  type TokenDeps,
  type TokenSource,
} from "./token-renewal.ts";

const maxAheadMs = 24 * 3_600_000;
const minAheadMs = 120_000;

export type TokenManager<Vendor extends string> = ReturnType<typeof makeTokenManager<Vendor>>;

/** Keeps the tokens of one module's connections valid, for all callers in all processes. */
export function makeTokenManager<Vendor extends string>(deps: TokenDeps, source: TokenSource<Vendor>) {
  const renewal = makeTokenRenewal(deps, source);

  async function loadValid(connection: ConnectionRef): Promise<StoredTokens<Vendor>> {
    const tokens = await renewal.load(connection);
    const { leftMs, isDue } = computeRenewal(tokens, deps.systemClock.now());
    // Without a refresh token the merchant renews; until the vendor refuses the token, it is used.
    if (!isDue || tokens.refresh_token_sealed === null) return tokens;
    const isValid = leftMs > 0;
    try {
      return await renewal.renew(connection, tokens, { waits: !isValid });
    } catch (error) {
      // The renewal is early, so its failure must not stop calls that the old token still allows.
      if (isValid && isFault(error) && error.kind !== "reconnect") return tokens;
      throw error;
    }
  }

  return {
    /**
     * Runs a call with a valid access token, renewed ahead of its expiry. When the vendor refuses the token all the
     * same, it is renewed once and the call repeated once; refused again, the connection is lost, and `reconnect` is
     * thrown. Other faults pass through. Never call it inside a transaction.
     */
    async withToken<Outcome>(
      connection: ConnectionRef,
      call: (accessToken: string, vendor: Vendor) => Promise<Outcome>,
    ): Promise<Outcome> {
      const callWith = ({ access_token_sealed, vendor }: StoredTokens<Vendor>) =>
        call(deps.vault.open(access_token_sealed, tokenSeal(source.table, connection.id)), vendor);
      const tokens = await loadValid(connection);
      try {
        return await callWith(tokens);
      } catch (error) {
        if (!isFault(error, "reconnect")) throw error;
      }
      const renewed = await renewal.renew(connection, tokens);
      try {
        return await callWith(renewed);
      } catch (error) {
        if (isFault(error, "reconnect")) await renewal.loseAccess(connection, renewed, "access_revoked");
        throw error;
      }
    },
  };
}

/**
 * How long an access token is still valid (infinite without an expiry), and whether it should be renewed: in the last
 * quarter of its life, so that an outage of the vendor does not end the connection; a day ahead at most, and at least
 * two minutes, so that a call started with it can finish.
 */
export function computeRenewal(
  { access_expires_at, issued_at }: Pick<SealedTokens, "access_expires_at" | "issued_at">,
  now: Date,
): { leftMs: number; isDue: boolean } {
  const end = access_expires_at?.getTime() ?? Number.POSITIVE_INFINITY;
  const leftMs = end - now.getTime();
  const lifeMs = end - issued_at.getTime();
  return { leftMs, isDue: leftMs <= Math.max(minAheadMs, Math.min(maxAheadMs, lifeMs / 4)) };
}
