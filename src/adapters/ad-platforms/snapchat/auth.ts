import type { Clock } from "#base/server/clock.ts";
import { parseCodeCallback } from "../shared/code-callback.ts";
import type { AuthPart } from "../shared/parts.ts";
import { makeTokenClient } from "../shared/token-client.ts";
import { toFault } from "./faults.ts";

/** Ads, the public profiles that ads appear under, and purchases sent back (Snap docs, Authentication). */
const scopes = ["snapchat-marketing-api", "snapchat-profile-api", "snapchat-offline-conversions-api"];

type Options = {
  accountsUrl: string;
  clientId: string;
  clientSecret: string;
  clock: Clock;
  timeoutMs?: number | undefined;
};

/** Snapchat's OAuth for apps. It supports no PKCE, so the challenge is not sent. */
export function makeAuth({ accountsUrl, ...client }: Options): AuthPart {
  const tokenClient = makeTokenClient({
    ...client,
    url: `${accountsUrl}/login/oauth2/access_token`,
    scopes,
    toFault: (response) => toFault(response, false, client.clock.now()),
  });
  return {
    async startAuthorization({ state, redirectUri }) {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: client.clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(" "),
        state,
      });
      return { url: `${accountsUrl}/login/oauth2/authorize?${query}`, state, secret: null };
    },
    parseCallback: parseCodeCallback,
    exchangeCode: ({ query, redirectUri }) =>
      tokenClient.exchange({ code: query.code ?? "", redirect_uri: redirectUri }),
    refresh: tokenClient.refresh,
  };
}
