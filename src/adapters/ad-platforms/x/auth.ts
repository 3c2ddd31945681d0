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
 * X's sign-in for apps (X docs, OAuth 1.0a, 3-legged). The state is X's own request token: callback addresses must be
 * registered as they are, so nothing of ours is added to them.
 */
export function makeAuth({ apiUrl, consumerKey, consumerSecret, clock, timeoutMs }: Options): AuthPart {
  /** Asks for a pair of tokens; both legs answer with a form. */
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
      // A pair nobody received is of no use to anybody: asking again is safe.
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
      // X's tokens have no end and no scopes: a person withdraws them, or the app may post for them or not at all.
      return {
        accessToken: packToken(parseTokenPair(tokenForm)),
        refreshToken: null,
        expiresAt: null,
        scopes: [],
      };
    },
    async refresh() {
      throw new AdapterFault("reconnect", {
        reason: "X renews no tokens",
        messageKey: "ad_accounts:lost_access_revoked",
      });
    },
  };
}

function parseTokenPair(form: URLSearchParams): { token: string; secret: string } {
  const [token, secret] = [form.get("oauth_token"), form.get("oauth_token_secret")];
  if (!token || !secret) throw new AdapterFault("later", { reason: "unreadable token answer" });
  return { token, secret };
}

/** A refused verifier is about this consent; a refused app is about our own settings, and passes. */
function toLegFault(leg: Leg, fault: AdapterFault): AdapterFault {
  if (fault.kind === "later") return fault;
  if (leg === "access_token") return rejected(fault.reason, "ad_accounts:consent_not_valid");
  return new AdapterFault("later", { reason: fault.reason, retryAfterSeconds: 300 });
}
