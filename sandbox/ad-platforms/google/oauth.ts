import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendConsentPage, sendRefusalPage } from "../shared/consent-page.ts";
import { webUrl } from "../shared/field-table.ts";
import { GOOGLE, googleConsentPage } from "./consent-page.ts";
import { DATA_MANAGER_SCOPE, SCOPE } from "./facts.ts";
import type { Context } from "./registry.ts";
import { APP, type CodeTerms, type Tokens } from "./tokens.ts";

const AUTHORIZE = "/o/oauth2/v2/auth";

/** accounts.google.com: the consent page. */
export function accountsRoutes(app: FastifyInstance, tokens: Tokens, { people }: Context): void {
  app.get(AUTHORIZE, (request, reply) => {
    const authRequest = parseAuthorizeRequest(request);
    if ("refusal" in authRequest) return sendRefusalPage(reply, GOOGLE, authRequest.refusal);
    return sendConsentPage(reply, googleConsentPage(people.choices()));
  });

  app.post(AUTHORIZE, (request, reply) => {
    const authRequest = parseAuthorizeRequest(request);
    if ("refusal" in authRequest) return sendRefusalPage(reply, GOOGLE, authRequest.refusal);
    const form = (request.body ?? {}) as Record<string, string>;
    const back = new URL(authRequest.terms.redirectUri);
    if (form.decision === "allow") {
      const identity = people.resolveChoice(form.choice ?? "");
      if (!identity) return sendRefusalPage(reply, GOOGLE, "Choose who you are.");
      back.searchParams.set(
        "code",
        tokens.issueCode({ identity: identity.key, scopes: authRequest.scopes }, authRequest.terms),
      );
      back.searchParams.set("scope", authRequest.scopes.join(" "));
    } else back.searchParams.set("error", "access_denied");
    back.searchParams.set("state", authRequest.state);
    return reply.redirect(back.href, 303);
  });
}

type AuthorizeRequest = { scopes: string[]; state: string; terms: CodeTerms } | { refusal: string };

/** The product's authorization request. Errors are shown here, never redirected to an unverified address. */
function parseAuthorizeRequest(request: FastifyRequest): AuthorizeRequest {
  const query = request.query as Record<string, string | undefined>;
  const scopes = (query.scope ?? "").split(/[ +]/).filter(Boolean);
  if (query.client_id !== APP.id)
    return { refusal: "Error 401: invalid_client. The OAuth client was not found." };
  if (query.response_type !== "code")
    return { refusal: "Error 400: invalid_request. response_type must be code." };
  const problem = webUrl(2_048)(query.redirect_uri, "redirect_uri");
  if (problem || !query.redirect_uri) return { refusal: `Error 400: redirect_uri_mismatch. ${problem}.` };
  if (scopes.length === 0)
    return { refusal: "Error 400: invalid_request. Missing required parameter: scope." };
  const challenge = query.code_challenge ?? null;
  if (challenge !== null && query.code_challenge_method !== "S256")
    return { refusal: "Error 400: invalid_request. code_challenge_method must be S256." };
  const isOffline = query.access_type === "offline" && query.prompt === "consent";
  const terms = { redirectUri: query.redirect_uri, codeChallenge: challenge, isOffline };
  return {
    scopes: scopes.filter((scope) => scope === SCOPE || scope === DATA_MANAGER_SCOPE),
    state: query.state ?? "",
    terms,
  };
}

/** oauth2.googleapis.com: exchanges codes and refresh tokens for access tokens, and revokes tokens. */
export function tokenRoutes(app: FastifyInstance, tokens: Tokens): void {
  app.post("/token", (request, reply) => issueToken(request, reply, tokens));
  app.post("/revoke", (request, reply) => {
    const query = request.query as Record<string, string | undefined>;
    const form = (request.body ?? {}) as Record<string, string | undefined>;
    return tokens.revokeToken(query.token ?? form.token ?? "")
      ? reply.send({})
      : refuse(reply, 400, "invalid_token", "Token expired or revoked");
  });
}

function refuse(reply: FastifyReply, status: number, error: string, description: string): unknown {
  return reply.code(status).send({ error, error_description: description });
}

function issueToken(request: FastifyRequest, reply: FastifyReply, tokens: Tokens): unknown {
  if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    return refuse(reply, 400, "invalid_request", "The body must be form-encoded");
  const form = (request.body ?? {}) as Record<string, string | undefined>;
  if (form.client_id !== APP.id || form.client_secret !== APP.secret)
    return refuse(reply, 401, "invalid_client", "The OAuth client was not found.");
  if (form.grant_type === "authorization_code") {
    if (!form.code || !form.redirect_uri)
      return refuse(reply, 400, "invalid_request", "Missing required parameter: code, redirect_uri");
    const answer = tokens.exchange(form.code, form.redirect_uri, form.code_verifier ?? null);
    return answer ?? refuse(reply, 400, "invalid_grant", "Bad Request");
  }
  if (form.grant_type === "refresh_token") {
    if (!form.refresh_token)
      return refuse(reply, 400, "invalid_request", "Missing required parameter: refresh_token");
    return (
      tokens.refresh(form.refresh_token) ??
      refuse(reply, 400, "invalid_grant", "Token has been expired or revoked.")
    );
  }
  return refuse(reply, 400, "unsupported_grant_type", "Invalid grant_type");
}
