import type { Clock } from "#base/server/clock.ts";
import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { AuthPart } from "../shared/parts.ts";
import { rejected, toFault } from "./faults.ts";
import { buildAuthorization, type SigningToken } from "./signature.ts";
import { packToken } from "./tokens.ts";

type Options = {
  apiUrl: string;
  consumerKey: string;
  consumerSecret: string;
  clock: Clock;
  timeoutMs?: number | undefined;
};
type Leg = "request_token" | "access_token";

/**
 * X's OAuth for apps (X docs, OAuth 1.0a, 3-legged). The state is X's own request token: callback URLs must match the
 * registered ones exactly, so no state parameter is added to them.
 */
export function makeAuth({ apiUrl, consumerKey, consumerSecret, clock, timeoutMs }: Options): AuthPart {
  /** Requests a token pair; both legs respond with a form. */
  async function requestTokenPair(
    leg: Leg,
    token: SigningToken,
    oauth: Record<string, string>,
  ): Promise<URLSearchParams> {
    const url = `${apiUrl}/oauth/${leg}`;
    const consumer = { consumerKey, consumerSecret };
    const signed = { method: "POST", url, oauth };
    const authorization = buildAuthorization(consumer, token, signed, { now: clock.now() });
    try {
      const response = await httpRequest({
        method: "POST",
        url,
        headers: { authorization },
        ...(timeoutMs ? { timeoutMs } : {}),
      });
      if (response.status === 200) return new URLSearchParams(response.text);
      throw toLegFault(leg, toFault(response, false, clock.now()));
    } catch (error) {
      // A pair whose response was lost is unused: repeating the call is safe.
      if (isFault(error, "outcome_unknown"))
        throw new AdapterFault("later", { reason: error.reason, cause: error });
      throw error;
    }
  }

  return {
    async startAuthorization({ redirectUri }) {
      const tokenForm = await requestTokenPair(
        "request_token",
        { token: null, secret: "" },
        { oauth_callback: redirectUri },
      );
      const { token, secret } = parseTokenPair(tokenForm);
      return {
        url: `${apiUrl}/oauth/authorize?oauth_token=${encodeURIComponent(token)}`,
        state: token,
        secret,
      };
    },
    parseCallback({ oauth_token, oauth_verifier, denied }) {
      if (denied) return { state: denied, outcome: "denied" };
      return { state: oauth_token ?? null, outcome: oauth_token && oauth_verifier ? "allowed" : "unclear" };
    },
    async exchangeCode({ query, secret }) {
      const { oauth_token = null, oauth_verifier = "" } = query;
      const tokenForm = await requestTokenPair(
        "access_token",
        { token: oauth_token, secret: secret ?? "" },
        { oauth_verifier },
      );
      // X's tokens have no expiry and no scopes: the user revokes them, and the app may post or not.
      return {
        accessToken: packToken(parseTokenPair(tokenForm)),
        refreshToken: null,
        expiresAt: null,
        scopes: [],
      };
    },
    async refresh() {
      throw new AdapterFault("reconnect", {
        reason: "X tokens cannot be refreshed",
        messageKey: "ad_accounts:lost_access_revoked",
      });
    },
  };
}

function parseTokenPair(form: URLSearchParams): { token: string; secret: string } {
  const [token, secret] = [form.get("oauth_token"), form.get("oauth_token_secret")];
  if (!token || !secret) throw new AdapterFault("later", { reason: "unreadable token response" });
  return { token, secret };
}

/**
 * A refused verifier means that this consent is invalid; a refused app means that our settings are wrong, which is
 * temporary.
 */
function toLegFault(leg: Leg, fault: AdapterFault): AdapterFault {
  if (fault.kind === "later") return fault;
  if (leg === "access_token") return rejected(fault.reason, "ad_accounts:consent_not_valid");
  return new AdapterFault("later", { reason: fault.reason, retryAfterSeconds: 300 });
}
