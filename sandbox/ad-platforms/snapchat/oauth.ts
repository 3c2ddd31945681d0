import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { sendConsentPage, sendRefusalPage } from "../shared/consent-page.ts";
import { webUrl } from "../shared/field-table.ts";
import { SNAPCHAT, snapchatConsentPage } from "./consent-page.ts";
import { SCOPES } from "./facts.ts";
import type { Registry } from "./registry.ts";
import { APP, type Tokens } from "./tokens.ts";

const AUTHORIZE = "/login/oauth2/authorize";

/** accounts.snapchat.com: the consent page, and the exchange of codes and refresh tokens for access tokens. */
export function accountsRoutes(app: FastifyInstance, tokens: Tokens, registry: Registry): void {
  app.get(AUTHORIZE, (request, reply) => {
    const authRequest = parseAuthorizeRequest(request);
    if ("refusal" in authRequest) return sendRefusalPage(reply, SNAPCHAT, authRequest.refusal);
    return sendConsentPage(reply, snapchatConsentPage(registry.choices(), authRequest.scopes));
  });

  app.post(AUTHORIZE, (request, reply) => {
    const authRequest = parseAuthorizeRequest(request);
    if ("refusal" in authRequest) return sendRefusalPage(reply, SNAPCHAT, authRequest.refusal);
    const form = (request.body ?? {}) as Record<string, string>;
    const back = new URL(authRequest.redirectUri);
    if (form.decision === "allow") {
      const identity = registry.resolveChoice(form.choice ?? "");
      if (!identity) return sendRefusalPage(reply, SNAPCHAT, "Choose who you are.");
      const grant = { identity: identity.key, scopes: authRequest.scopes };
      back.searchParams.set("code", tokens.issueCode(grant, authRequest.redirectUri));
    } else {
      back.searchParams.set("error", "access_denied");
      back.searchParams.set("error_description", "The user denied the request");
    }
    back.searchParams.set("state", authRequest.state);
    return reply.redirect(back.href, 303);
  });

  app.post("/login/oauth2/access_token", (request, reply) => issueToken(request, reply, tokens));
}

type AuthorizeRequest = { redirectUri: string; scopes: string[]; state: string } | { refusal: string };

/** The product's authorization request. Errors are shown here, never redirected to an unverified address. */
function parseAuthorizeRequest(request: FastifyRequest): AuthorizeRequest {
  const query = request.query as Record<string, string | undefined>;
  const scopes = (query.scope ?? "").split(/[ +]/).filter(Boolean);
  const known: string[] = Object.values(SCOPES);
  if (query.client_id !== APP.id) return { refusal: "client_id is not known." };
  if (query.response_type !== "code") return { refusal: "response_type must be code." };
  const problem = webUrl(2_048)(query.redirect_uri, "redirect_uri");
  if (problem || !query.redirect_uri) return { refusal: `${problem}.` };
  if (scopes.length === 0 || scopes.some((scope) => !known.includes(scope)))
    return { refusal: `scope must hold one or more of ${known.join(", ")}.` };
  if (!query.state) return { refusal: "state is required." };
  return { redirectUri: query.redirect_uri, scopes, state: query.state };
}

function issueToken(request: FastifyRequest, reply: FastifyReply, tokens: Tokens): unknown {
  const refuse = (status: number, error: string, description: string) =>
    reply.code(status).send({ error, error_description: description });
  if (!request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded"))
    return refuse(400, "invalid_request", "The body must be form-encoded");
  const form = (request.body ?? {}) as Record<string, string | undefined>;
  if (form.client_id !== APP.id || form.client_secret !== APP.secret)
    return refuse(401, "invalid_client", "Client authentication failed");
  if (form.grant_type === "authorization_code") {
    if (!form.code || !form.redirect_uri)
      return refuse(400, "invalid_request", "code and redirect_uri are required");
    const answer = tokens.exchange(form.code, form.redirect_uri);
    return (
      answer ??
      refuse(400, "invalid_grant", "The code is not valid, was used, or is for another redirect_uri")
    );
  }
  if (form.grant_type === "refresh_token") {
    if (!form.refresh_token) return refuse(400, "invalid_request", "refresh_token is required");
    return (
      tokens.refresh(form.refresh_token) ?? refuse(400, "invalid_grant", "The refresh token is not valid")
    );
  }
  return refuse(400, "unsupported_grant_type", "grant_type must be authorization_code or refresh_token");
}
