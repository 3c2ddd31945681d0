import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { callOut, type OutgoingAnswer } from "#base/server/outgoing.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import type { AccountLinker, PlatformTokens } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { readCodeCallback } from "../shared/code-callback.ts";
import { faultOf, rejected } from "./faults.ts";

/** Ads, and the public profiles that ads appear under (Snap docs, Authentication). */
const scopes = ["snapchat-marketing-api", "snapchat-profile-api"];

type Options = {
  accountsUrl: string;
  clientId: string;
  clientSecret: string;
  clock: Clock;
  timeoutMs?: number | undefined;
};

const tokenAnswer = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).optional(),
  expires_in: z.number().positive(),
  scope: z.string().optional(),
});

/** Snapchat's sign-in for apps. It offers no PKCE, so the challenge stays with us. */
export function makeAuth({
  accountsUrl,
  clientId,
  clientSecret,
  clock,
  timeoutMs,
}: Options): Pick<AccountLinker, "beginConsent" | "readCallback" | "exchangeConsent" | "refresh"> {
  async function askToken(form: Record<string, string>): Promise<OutgoingAnswer> {
    try {
      return await callOut({
        method: "POST",
        url: `${accountsUrl}/login/oauth2/access_token`,
        form: { client_id: clientId, client_secret: clientSecret, ...form },
        ...(timeoutMs ? { timeoutMs } : {}),
      });
    } catch (error) {
      // A refresh token is not used up by its use, and a lost code is simply not valid any more: asking again is safe.
      if (isFault(error, "outcome_unknown"))
        throw new AdapterFault("later", { reason: error.reason, cause: error });
      throw error;
    }
  }

  function read(answer: OutgoingAnswer): PlatformTokens {
    const tokens = tokenAnswer.safeParse(answer.json);
    if (!tokens.success) throw new AdapterFault("later", { reason: "unreadable token answer" });
    const { access_token, refresh_token, expires_in, scope } = tokens.data;
    return {
      accessToken: access_token,
      refreshToken: refresh_token ?? null,
      expiresAt: new Date(clock.now().getTime() + expires_in * 1_000),
      scopes: scope?.split(" ").filter(Boolean) ?? scopes,
    };
  }

  return {
    async beginConsent({ state, redirectUri }) {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(" "),
        state,
      });
      return { url: `${accountsUrl}/login/oauth2/authorize?${query}`, state, secret: null };
    },
    readCallback: readCodeCallback,
    async exchangeConsent({ query, redirectUri }) {
      const answer = await askToken({
        grant_type: "authorization_code",
        code: query.code ?? "",
        redirect_uri: redirectUri,
      });
      if (answer.status !== 200)
        throw tokenFault(answer, clock, rejected(errorIn(answer), "ad_accounts:consent_not_valid"));
      const tokens = read(answer);
      const missing = scopes.filter((scope) => !tokens.scopes.includes(scope));
      if (missing.length > 0) throw rejected(`missing ${missing.join(", ")}`, "ad_accounts:scopes_missing");
      return tokens;
    },
    async refresh(refreshToken) {
      const answer = await askToken({ grant_type: "refresh_token", refresh_token: refreshToken });
      if (answer.status === 200) return read(answer);
      const gone = { reason: errorIn(answer), messageKey: "ad_accounts:lost_permission_gone" };
      throw tokenFault(answer, clock, new AdapterFault("reconnect", gone));
    },
  };
}

function errorIn(answer: OutgoingAnswer): string {
  const { error, error_description } = (answer.json ?? {}) as Record<string, unknown>;
  return `${answer.status} ${String(error ?? "")} ${String(error_description ?? "")}`.trim().slice(0, 300);
}

/** `invalid_grant` is about the merchant's permission; a refused client is about our own settings and passes. */
function tokenFault(answer: OutgoingAnswer, clock: Clock, refusedGrant: AdapterFault): AdapterFault {
  if (answer.status === 400) return refusedGrant;
  if (answer.status === 429 || answer.status >= 500) return faultOf(answer, false, clock.now());
  return new AdapterFault("later", { reason: errorIn(answer), retryAfterSeconds: 300 });
}
