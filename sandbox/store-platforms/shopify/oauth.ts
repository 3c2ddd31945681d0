import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import { consentPage, consentRefused } from "../../base/consent.ts";
import { sendPage } from "../../base/page.ts";
import type { World } from "../../base/world.ts";
import { trades } from "../shared/demo-stores.ts";
import { app, scopes as appScopes, shopify } from "./app.ts";
import { demoShops } from "./demo-shops.ts";
import type { Grants } from "./grants.ts";
import { type Grant, SHOP_DOMAIN, type Shop } from "./model.ts";
import type { Records } from "./records.ts";

const CODE_LIFETIME_MS = 60_000;

const scopeLabels: Record<string, { ar: string; en: string }> = {
  products: { ar: "المنتجات", en: "Products" },
  orders: { ar: "الطلبات", en: "Orders" },
  customers: { ar: "العملاء", en: "Customers" },
  inventory: { ar: "المخزون", en: "Inventory" },
  discounts: { ar: "الخصومات", en: "Discounts" },
};

interface Deps {
  world: World;
  records: Records;
  grants: Grants;
}

interface AuthorizeParams {
  client_id?: string;
  scope?: string;
  redirect_uri?: string;
  state?: string;
}

/**
 * Hex HMAC-SHA256 of the callback's parameters, sorted by name and joined as a query (shopify.dev, "Authorization
 * code grant").
 */
export function callbackProof(params: Record<string, string>, secret: string): string {
  const message = Object.keys(params)
    .filter((name) => name !== "hmac")
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(params[name] ?? "")}`)
    .join("&");
  return createHmac("sha256", secret).update(message).digest("hex");
}

/** The consent page of a shop and its tokens. A shop that does not exist yet is created by consenting. */
export function oauthRoutes(fastify: FastifyInstance, deps: Deps): void {
  const { world, records } = deps;
  const refuse = (reply: FastifyReply, ar: string, en: string) =>
    sendPage(reply, 400, consentRefused(shopify, { ar, en }));

  fastify.get("/:shop/admin/oauth/authorize", (request, reply) => {
    const domain = (request.params as { shop: string }).shop;
    const authParams = request.query as AuthorizeParams;
    const wrong = findProblem(domain, authParams);
    if (wrong) return refuse(reply, wrong.ar, wrong.en);
    return sendPage(reply, 200, renderConsent(deps, domain, authParams));
  });

  fastify.post("/:shop/admin/oauth/authorize", (request, reply) => {
    const domain = (request.params as { shop: string }).shop;
    const form = (request.body ?? {}) as AuthorizeParams & { decision?: string; choice?: string };
    const wrong = findProblem(domain, form);
    if (wrong) return refuse(reply, wrong.ar, wrong.en);
    if (form.decision !== "allow")
      return reply.redirect(buildRedirect(domain, form, { error: "access_denied" }), 302);
    const shop = records.shopAt(domain) ?? openShop(records, domain, form.choice ?? "");
    const code = records.codes.put({
      id: world.ids.token("shopify/code", 32),
      shopId: shop.id,
      scopes: parseScopes(form),
      expires: Date.now() + CODE_LIFETIME_MS,
    });
    return reply.redirect(buildRedirect(domain, form, { code: code.id }), 302);
  });

  fastify.post("/:shop/admin/oauth/access_token", (request, reply) => {
    const shop = records.shopAt((request.params as { shop: string }).shop);
    return exchange(deps, shop, (request.body ?? {}) as Record<string, string | undefined>, reply);
  });
}

function openShop(records: Records, domain: string, choice: string): Shop {
  return records.newStore(choice.replace(/^new:/, ""), domain.replace(/\.myshopify\.com$/, ""));
}

function findProblem(domain: string, authParams: AuthorizeParams): { ar: string; en: string } | null {
  if (!SHOP_DOMAIN.test(domain))
    return { ar: "لا يوجد متجر بهذا العنوان", en: "There is no shop at this address" };
  if (authParams.client_id !== app.id)
    return { ar: "التطبيق غير معروف", en: "Oauth error application_cannot_be_found" };
  const uri = URL.canParse(authParams.redirect_uri ?? "") ? new URL(authParams.redirect_uri ?? "") : null;
  const isLoopback = uri && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(uri.hostname);
  if (!uri || !(uri.protocol === "https:" || isLoopback)) {
    return {
      ar: "عنوان الرجوع غير مقبول",
      en: "Oauth error invalid_request: The redirect_uri is not whitelisted",
    };
  }
  const unknown = parseScopes(authParams).find((scope) => !appScopes.includes(scope));
  if (unknown !== undefined || parseScopes(authParams).length === 0) {
    return { ar: "صلاحيات غير معروفة", en: `Oauth error invalid_scope: ${unknown ?? "none"}` };
  }
  return null;
}

function parseScopes({ scope = "" }: AuthorizeParams): string[] {
  return scope.split(",").filter(Boolean);
}

/** The redirect back, signed with the app's secret. The timestamp is system time: apps refuse an old one. */
function buildRedirect(domain: string, authParams: AuthorizeParams, answer: Record<string, string>): string {
  const host = Buffer.from(`admin.shopify.com/store/${domain.replace(/\.myshopify\.com$/, "")}`);
  const params: Record<string, string> = {
    ...answer,
    host: host.toString("base64").replace(/=+$/, ""),
    shop: domain,
    state: authParams.state ?? "",
    timestamp: String(Math.floor(Date.now() / 1_000)),
  };
  const url = new URL(authParams.redirect_uri ?? "");
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
  url.searchParams.set("hmac", callbackProof(params, app.secret));
  return url.toString();
}

function renderConsent({ world, records }: Deps, domain: string, authParams: AuthorizeParams): string {
  const shop = records.shopAt(domain);
  const choices = shop
    ? [{ value: shop.id, label: shop.name, detail: domain }]
    : demoShops.map(({ kind }) => ({
        value: `new:${kind}`,
        label: `متجر تجريبي جديد: ${trades[kind]?.title ?? kind}`,
        detail: domain,
      }));
  const names = [...new Set(parseScopes(authParams).map((scope) => scope.replace(/^(read|write)_/, "")))];
  const { client_id = "", scope = "", redirect_uri = "", state = "" } = authParams;
  return consentPage({
    vendor: shopify,
    colour: "#5e8e3e",
    appName: app.name,
    action: `${world.url("shopify")}/${domain}/admin/oauth/authorize`,
    hidden: { client_id, scope, redirect_uri, state },
    choicesTitle: { ar: "متجرك", en: "Your shop" },
    choices,
    permissions: names.map((name) => scopeLabels[name] ?? { ar: name, en: name }),
  });
}

/** `POST /admin/oauth/access_token`: exchanges a code or a refresh token for expiring offline tokens. */
function exchange(
  { records, grants }: Deps,
  shop: Shop | undefined,
  authParams: Record<string, string | undefined>,
  reply: FastifyReply,
): FastifyReply {
  const refuse = (status: number, error: string, reason: string) =>
    reply.status(status).header("cache-control", "no-store").send({ error, error_description: reason });
  if (!shop) return reply.status(404).send({ errors: "Not Found" });
  if (authParams.client_id !== app.id || authParams.client_secret !== app.secret)
    return refuse(401, "invalid_client", "Client authentication failed");
  if (authParams.grant_type === "refresh_token") {
    const renewed = grants.refresh(shop, authParams.refresh_token ?? "");
    return renewed
      ? sendTokens(reply, renewed)
      : refuse(400, "invalid_grant", "The refresh token is not valid");
  }
  if (authParams.grant_type !== undefined) return refuse(400, "unsupported_grant_type", "Unknown grant_type");
  if (authParams.expiring !== "1")
    return refuse(400, "invalid_request", "Non-expiring offline tokens are not available to this app");
  const code = records.codes.get(authParams.code ?? "");
  if (code?.shopId !== shop.id || code.expires < Date.now())
    return refuse(400, "invalid_request", "The authorization code was not found or was already used");
  records.codes.delete(code.id);
  return sendTokens(reply, grants.issue(records.markInstalled(shop), code.scopes));
}

export function presentTokens(grant: Grant) {
  const now = Math.floor(Date.now() / 1_000);
  return {
    access_token: grant.id,
    scope: grant.scopes.join(","),
    expires_in: grant.expires - now,
    refresh_token: grant.refreshToken,
    refresh_token_expires_in: grant.refreshExpires - now,
  };
}

function sendTokens(reply: FastifyReply, grant: Grant): FastifyReply {
  return reply.header("cache-control", "no-store").send(presentTokens(grant));
}
