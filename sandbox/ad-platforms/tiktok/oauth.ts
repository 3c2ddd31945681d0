import type { FastifyInstance, FastifyRequest } from "fastify";
import { showPage, showRefusal } from "../shared/consent.ts";
import { type Json, webUrl } from "../shared/field-table.ts";
import { TIKTOK, tiktokConsentPage } from "./consent-page.ts";
import { badParameter, TikTokError } from "./errors.ts";
import { onlyKnown } from "./query.ts";
import type { Registry, Room } from "./registry.ts";
import { bodyOf, type Call, type Route } from "./router.ts";
import { APP, type Tokens } from "./tokens.ts";

/** The page on which a person lets the app in; it sends them back with an `auth_code`. */
export function portalRoutes(app: FastifyInstance, tokens: Tokens, registry: Registry): void {
  app.get("/portal/auth", (request, reply) => {
    const asked = readAsked(request);
    if ("wrong" in asked) return showRefusal(reply, TIKTOK, asked.wrong);
    return showPage(reply, tiktokConsentPage(registry.choices()));
  });

  app.post("/portal/auth", (request, reply) => {
    const asked = readAsked(request);
    if ("wrong" in asked) return showRefusal(reply, TIKTOK, asked.wrong);
    const form = (request.body ?? {}) as Record<string, string>;
    const back = new URL(asked.redirectUri);
    if (form.decision === "allow") {
      const identity = registry.chosen(form.choice ?? "");
      if (!identity) return showRefusal(reply, TIKTOK, "Choose who you are.");
      const code = tokens.giveCode({ identity: identity.key, scopes: identity.scopes });
      back.searchParams.set("auth_code", code);
      back.searchParams.set("code", code);
    } else back.searchParams.set("error", "access_denied");
    if (asked.state) back.searchParams.set("state", asked.state);
    return reply.redirect(back.href, 303);
  });
}

type Asked = { redirectUri: string; state: string } | { wrong: string };

/** Anything wrong here is shown, never sent back to an unproven address. */
function readAsked(request: FastifyRequest): Asked {
  const query = request.query as Record<string, string | undefined>;
  if (query.app_id !== APP.id) return { wrong: "app_id is not known." };
  const problem = webUrl(2_048)(query.redirect_uri, "redirect_uri");
  if (problem || !query.redirect_uri) return { wrong: `${problem}.` };
  return { redirectUri: query.redirect_uri, state: query.state ?? "" };
}

/** Codes become tokens that do not end; a token tells which ad accounts it reaches, and can be taken back. */
export function oauthRoutes(room: Room, tokens: Tokens): Route[] {
  return [
    {
      method: "POST",
      path: "/oauth2/access_token/",
      scope: "public",
      handle: (call) => exchange(call, room, tokens),
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

function exchange(call: Call, { registry }: Room, tokens: Tokens): Json {
  const body = bodyOf(call);
  mustBeApp(body);
  if (typeof body.auth_code !== "string") throw badParameter("auth_code: Missing data for required field");
  const grant = tokens.exchange(body.auth_code);
  const identity = grant && registry.identityOf(grant.identity);
  if (!grant || !identity) throw new TikTokError(40110, "Auth_code is expired or has been used");
  return {
    access_token: grant.token,
    advertiser_ids: identity.accounts.map((account) => account.id),
    scope: grant.scopes,
  };
}

function revoke(call: Call, tokens: Tokens): Json {
  const body = bodyOf(call);
  mustBeApp(body);
  if (!tokens.revokeToken(String(body.access_token)))
    throw new TikTokError(40105, "Access token is incorrect or has been revoked.");
  return {};
}

function listAdvertisers(call: Call): Json {
  onlyKnown(call.query, ["app_id", "secret"]);
  mustBeApp(Object.fromEntries(call.query));
  const accounts = call.identity?.accounts ?? [];
  return { list: accounts.map(({ id, name }) => ({ advertiser_id: id, advertiser_name: name })) };
}

function mustBeApp({ app_id, secret }: Json): void {
  if (app_id !== APP.id || secret !== APP.secret)
    throw new TikTokError(40101, "App id or secret is incorrect");
}
