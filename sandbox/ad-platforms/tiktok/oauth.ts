import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendConsentPage, sendRefusalPage } from "../shared/consent-page.ts";
import { type Json, webUrl } from "../shared/field-table.ts";
import { TIKTOK, tiktokConsentPage } from "./consent-page.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { rejectUnknownParams } from "./query.ts";
import type { Context, Registry } from "./registry.ts";
import { type Call, type Route, requireBody } from "./router.ts";
import { APP, type Tokens } from "./tokens.ts";

/** The page on which a person authorizes the app; it redirects back with an `auth_code`. */
export function portalRoutes(app: FastifyInstance, tokens: Tokens, registry: Registry): void {
  app.get("/portal/auth", (request, reply) => {
    const authRequest = parseAuthorizeRequest(request);
    if ("refusal" in authRequest) return sendRefusalPage(reply, TIKTOK, authRequest.refusal);
    return sendConsentPage(reply, tiktokConsentPage(registry.choices()));
  });

  app.post("/portal/auth", (request, reply) => {
    const authRequest = parseAuthorizeRequest(request);
    if ("refusal" in authRequest) return sendRefusalPage(reply, TIKTOK, authRequest.refusal);
    const form = (request.body ?? {}) as Record<string, string>;
    const back = new URL(authRequest.redirectUri);
    if (form.decision === "allow") {
      const identity = registry.resolveChoice(form.choice ?? "");
      if (!identity) return sendRefusalPage(reply, TIKTOK, "Choose who you are.");
      const code = tokens.issueCode({ identity: identity.key, scopes: identity.scopes });
      back.searchParams.set("auth_code", code);
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "access_denied");
    if (authRequest.state) back.searchParams.set("state", authRequest.state);
    return reply.redirect(back.href, 303);
  });
}

type AuthorizeRequest = { redirectUri: string; state: string } | { refusal: string };

/** Errors are shown here, never redirected to an unverified address. */
function parseAuthorizeRequest(request: FastifyRequest): AuthorizeRequest {
  const query = request.query as Record<string, string | undefined>;
  if (query.app_id !== APP.id) return { refusal: "app_id is not known." };
  const problem = webUrl(2_048)(query.redirect_uri, "redirect_uri");
  if (problem || !query.redirect_uri) return { refusal: `${problem}.` };
  return { redirectUri: query.redirect_uri, state: query.state ?? "" };
}

/** Exchanges codes for tokens without an expiry; lists the ad accounts a token can access; revokes tokens. */
export function oauthRoutes(context: Context, tokens: Tokens): Route[] {
  return [
    {
      method: "POST",
      path: "/oauth2/access_token/",
      scope: "public",
      handle: (call) => exchange(call, context, tokens),
    },
    {
      method: "POST",
      path: "/oauth2/revoke_token/",
      scope: "public",
      handle: (call) => revoke(call, tokens),
    },
    { method: "GET", path: "/oauth2/advertiser/get/", scope: "account", handle: listAdvertisers },
  ];
}

function exchange(call: Call, { registry }: Context, tokens: Tokens): Json {
  const body = requireBody(call);
  requireApp(body);
  if (typeof body.auth_code !== "string") throw badParameter("auth_code: Missing data for required field");
  const grant = tokens.exchange(body.auth_code);
  const identity = grant && registry.findIdentity(grant.identity);
  if (!grant || !identity) throw new TikTokError(40110, "Auth_code is expired or has been used");
  return {
    access_token: grant.token,
    advertiser_ids: identity.accounts.map((account) => account.id),
    scope: grant.scopes,
  };
}

function revoke(call: Call, tokens: Tokens): Json {
  const body = requireBody(call);
  requireApp(body);
  if (!tokens.revokeToken(String(body.access_token)))
    throw new TikTokError(40105, "Access token is incorrect or has been revoked.");
  return {};
}

function listAdvertisers(call: Call): Json {
  rejectUnknownParams(call.query, ["app_id", "secret"]);
  requireApp(Object.fromEntries(call.query));
  const accounts = call.identity?.accounts ?? [];
  return { list: accounts.map(({ id, name }) => ({ advertiser_id: id, advertiser_name: name })) };
}

function requireApp({ app_id, secret }: Json): void {
  if (app_id !== APP.id || secret !== APP.secret)
    throw new TikTokError(40101, "App id or secret is incorrect");
}
