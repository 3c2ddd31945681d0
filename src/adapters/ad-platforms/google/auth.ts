import type { Clock } from "#base/server/clock.ts";
import { parseCodeCallback } from "../shared/code-callback.ts";
import type { AuthPart } from "../shared/parts.ts";
import { makeTokenClient } from "../shared/token-client.ts";
import { toFault } from "./faults.ts";

/** Ads; purchases and customer lists, which have an interface and a scope of their own (Data Manager API, Set up API access). */
const scopes = ["https://www.googleapis.com/auth/adwords", "https://www.googleapis.com/auth/datamanager"];

type Options = {
  /** accounts.google.com, the consent page. */
  accountsUrl: string;
  /** oauth2.googleapis.com, which exchanges codes for tokens. */
  oauthUrl: string;
  clientId: string;
  clientSecret: string;
  clock: Clock;
  timeoutMs?: number | undefined;
};

/** Google's sign-in for web servers, with PKCE (Google Identity, Using OAuth 2.0 for Web Server Applications). */
export function makeAuth({ accountsUrl, oauthUrl, ...client }: Options): AuthPart {
  const tokenClient = makeTokenClient({
    ...client,
    url: `${oauthUrl}/token`,
    scopes,
    toFault: (response) => toFault(response, false, client.clock.now()),
  });
  return {
    async startAuthorization({ state, redirectUri, codeChallenge }) {
      const query = new URLSearchParams({
        response_type: "code",
        client_id: client.clientId,
        redirect_uri: redirectUri,
        scope: scopes.join(" "),
        state,
        // Google returns a refresh token only for offline access, and a second time only after a new consent prompt.
        access_type: "offline",
        prompt: "consent",
        include_granted_scopes: "true",
        code_challenge: codeChallenge,
        code_challenge_method: "S256",
      });
      return { url: `${accountsUrl}/o/oauth2/v2/auth?${query}`, state, secret: null };
    },
    parseCallback: parseCodeCallback,
    exchangeCode: ({ query, redirectUri, codeVerifier }) =>
      tokenClient.exchange({
        code: query.code ?? "",
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      }),
    // The response holds no new refresh token: the old one stays valid until it is revoked.
    refresh: tokenClient.refresh,
  };
}
