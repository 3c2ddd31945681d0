import type { FastifyInstance, FastifyReply } from "fastify";
import { consentPage, consentRefused } from "../../base/consent.ts";
import { sendPage } from "../../base/page.ts";
import type { VendorHost } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { isAllowedRedirect, resolveShopChoice, shopChoices } from "../shared/consent-shops.ts";
import { app, storefrontName, zid } from "./app.ts";
import { demoStores } from "./demo-stores.ts";
import { type Grants, LIFETIME_SECONDS } from "./grants.ts";
import type { Grant } from "./model.ts";
import type { Records } from "./records.ts";
import { failure } from "./responses.ts";

const CODE_LIFETIME_MS = 10 * 60_000;

interface Deps {
  world: World;
  records: Records;
  grants: Grants;
}

interface AuthorizeParams {
  client_id?: string;
  response_type?: string;
  redirect_uri?: string;
  scope?: string;
  state?: string;
}

/** oauth.zid.sa: consent and tokens (docs.zid.sa, "Authorization"). What the app may do is set in the dashboard. */
export function oauthHost(deps: Deps): VendorHost {
  return {
    name: "zid-oauth",
    standsFor: "oauth.zid.sa",
    renderFailure: (reply, { status, message }) => failure(reply, status, `ERROR_${status}`, message),
    routes(fastify) {
      authorizeRoutes(fastify, deps);
      fastify.post("/oauth/token", (request, reply) => exchange(deps, request.body, reply));
    },
  };
}

function authorizeRoutes(fastify: FastifyInstance, { world, records }: Deps): void {
  fastify.get("/oauth/authorize", (request, reply) => {
    const params = request.query as AuthorizeParams;
    const wrong = findBlockingError(params);
    if (wrong) return sendPage(reply, 400, consentRefused(zid, wrong));
    return sendPage(reply, 200, renderConsent(world, records, params));
  });

  fastify.post("/oauth/authorize", (request, reply) => {
    const form = (request.body ?? {}) as AuthorizeParams & { decision?: string; choice?: string };
    const wrong = findBlockingError(form);
    if (wrong) return sendPage(reply, 400, consentRefused(zid, wrong));
    if (form.decision !== "allow") {
      const reason = "The resource owner or authorization server denied the request.";
      return reply.redirect(buildRedirect(form, { error: "access_denied", error_description: reason }), 302);
    }
    const store = resolveShopChoice(records, form.choice);
    if (!store) return sendPage(reply, 400, consentRefused(zid, { ar: "اختر متجرًا", en: "Choose a store" }));
    const id = `def5${world.ids.token("zid/code", 60)}`;
    const expires = Date.now() + CODE_LIFETIME_MS;
    records.codes.put({ id, storeId: store.id, redirectUri: form.redirect_uri ?? "", expires });
    return reply.redirect(buildRedirect(form, { code: id }), 302);
  });
}

function renderConsent(world: World, records: Records, params: AuthorizeParams): string {
  return consentPage({
    vendor: zid,
    colour: "#3c1c54",
    appName: app.name,
    action: `${world.url("zid-oauth")}/oauth/authorize`,
    hidden: { ...params },
    choicesTitle: { ar: "اختر متجرك", en: "Choose your store" },
    choices: shopChoices({ world, records, storefrontName, demos: demoStores }),
    permissions: [
      { ar: "قراءة بيانات المتجر", en: "Read the store's details" },
      { ar: "قراءة الطلبات", en: "Read orders" },
      { ar: "قراءة المنتجات", en: "Read products" },
      { ar: "التنبيهات الآلية", en: "Webhooks" },
    ],
  });
}

function findBlockingError(params: AuthorizeParams): { ar: string; en: string } | null {
  if (params.client_id !== app.id)
    return { ar: "التطبيق غير معروف", en: "invalid_client: unknown client_id" };
  if (!isAllowedRedirect(params.redirect_uri))
    return { ar: "عنوان الرجوع غير مقبول", en: "redirect_uri must be https (http on loopback only)" };
  if (params.response_type !== "code") return { ar: "طلب غير مفهوم", en: "unsupported_response_type" };
  const isKnown = (params.scope ?? "")
    .split(" ")
    .every((scope) => ["", "embedded_apps_tokens_write"].includes(scope));
  return isKnown ? null : { ar: "إذن غير معروف", en: "invalid_scope: data scopes are set in the dashboard" };
}

function buildRedirect(params: AuthorizeParams, answer: Record<string, string>): string {
  const url = new URL(params.redirect_uri ?? "");
  for (const [name, value] of Object.entries({ ...answer, ...(params.state && { state: params.state }) }))
    url.searchParams.set(name, value);
  return url.toString();
}

/** `POST /oauth/token`: exchanges a code or a refresh token for both tokens. */
function exchange({ records, grants }: Deps, body: unknown, reply: FastifyReply): FastifyReply {
  const form = (body ?? {}) as Record<string, string | undefined>;
  const refuse = (status: number, error: string, reason: string) =>
    reply.status(status).send({ error, error_description: reason, message: reason });
  if (form.client_id !== app.id || form.client_secret !== app.secret)
    return refuse(401, "invalid_client", "Client authentication failed");
  if (form.grant_type === "refresh_token") {
    const grant = grants.refresh(form.refresh_token ?? "");
    return grant ? sendTokens(reply, grant) : refuse(401, "invalid_request", "The refresh token is invalid.");
  }
  if (form.grant_type !== "authorization_code")
    return refuse(400, "unsupported_grant_type", "The authorization grant type is not supported");
  const code = records.codes.get(form.code ?? "");
  if (code) records.codes.delete(code.id);
  const store = code && code.expires > Date.now() && records.stores.get(code.storeId);
  if (!store || code.redirectUri !== form.redirect_uri)
    return refuse(400, "invalid_grant", "The authorization code is invalid, used or has expired.");
  return sendTokens(reply, grants.issue(records.markInstalled(store)));
}

/** The names mislead: `authorization` is the partner's bearer, `access_token` the store manager's token. */
export function presentTokens({ id, authorization, refreshToken }: Grant) {
  return {
    access_token: id,
    authorization,
    refresh_token: refreshToken,
    token_type: "Bearer",
    expires_in: LIFETIME_SECONDS,
  };
}

/** A refresh response spells the bearer's field with a capital letter. */
function sendTokens(reply: FastifyReply, grant: Grant): FastifyReply {
  const { authorization, ...rest } = presentTokens(grant);
  const isFirst = !grant.refreshToken.endsWith("0");
  return reply
    .header("cache-control", "no-store")
    .send({ ...rest, ...(isFirst ? { authorization } : { Authorization: authorization }) });
}
