import type { FastifyInstance } from "fastify";
import { consentPage, consentRefused } from "../../base/consent.ts";
import { sendPage } from "../../base/page.ts";
import type { VendorHost } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { isAllowedRedirect, resolveShopChoice, shopChoices } from "../shared/consent-shops.ts";
import { app, salla } from "./app.ts";
import { demoStores } from "./demo-stores.ts";
import { appScopes, type Grants } from "./grants.ts";
import { authenticate } from "./guard.ts";
import type { Store } from "./model.ts";
import type { Records } from "./records.ts";
import { failure, success } from "./responses.ts";
import { exchange } from "./token.ts";

const CODE_LIFETIME_MS = 10 * 60_000;

const scopeLabels: Record<string, { ar: string; en: string }> = {
  offline_access: { ar: "الوصول في أي وقت", en: "Access at any time" },
  settings: { ar: "قراءة بيانات المتجر", en: "Read the store's details" },
  orders: { ar: "الطلبات", en: "Orders" },
  products: { ar: "المنتجات", en: "Products" },
  customers: { ar: "العملاء", en: "Customers" },
  webhooks: { ar: "التنبيهات الآلية", en: "Webhooks" },
};

interface Deps {
  world: World;
  records: Records;
  grants: Grants;
  /** The install is complete: the vendor sends the app its event. */
  installed(store: Store): void;
}

/** accounts.salla.sa: consent, tokens, who-am-I (Salla docs, "Authorization"). */
export function accountsHost(deps: Deps): VendorHost {
  return {
    name: "salla-accounts",
    standsFor: "accounts.salla.sa",
    renderFailure: (reply, { status, message }) => failure(reply, status, status, message),
    routes(fastify) {
      authorizeRoutes(fastify, deps);
      fastify.post("/oauth2/token", (request, reply) => exchange(deps, request.body, reply));
      fastify.get("/oauth2/user/info", (request, reply) => {
        const caller = authenticate(request, deps.records, deps.grants);
        if (typeof caller === "string") return failure(reply, 401, "Unauthorized", caller);
        return success(reply, userInfo(deps.world, caller.store));
      });
    },
  };
}

interface AuthorizeParams {
  client_id?: string;
  response_type?: string;
  redirect_uri?: string;
  scope?: string;
  state?: string;
}

function authorizeRoutes(fastify: FastifyInstance, { world, records, installed }: Deps): void {
  fastify.get("/oauth2/auth", (request, reply) => {
    const params = request.query as AuthorizeParams;
    const blockingError = findBlockingError(params);
    if (blockingError) return sendPage(reply, 400, consentRefused(salla, blockingError));
    const wrong = findAuthorizeError(params);
    if (wrong)
      return reply.redirect(
        buildRedirect(params, { error: wrong.error, error_description: wrong.reason }),
        302,
      );
    return sendPage(reply, 200, renderConsent(world, records, params));
  });

  fastify.post("/oauth2/auth", (request, reply) => {
    const form = (request.body ?? {}) as AuthorizeParams & { decision?: string; choice?: string };
    const blockingError = findBlockingError(form);
    if (blockingError) return sendPage(reply, 400, consentRefused(salla, blockingError));
    if (form.decision !== "allow" || findAuthorizeError(form)) {
      return reply.redirect(
        buildRedirect(form, {
          error: "access_denied",
          error_description: "The resource owner denied the request",
        }),
        302,
      );
    }
    const store = resolveShopChoice(records, form.choice);
    if (!store)
      return sendPage(reply, 400, consentRefused(salla, { ar: "اختر متجرًا", en: "Choose a store" }));
    const scopes = parseScopes(form);
    const code = `ory_ac_${world.ids.token("salla/code", 40)}`;
    const expires = Date.now() + CODE_LIFETIME_MS;
    records.codes.put({ id: code, storeId: store.id, redirectUri: form.redirect_uri ?? "", scopes, expires });
    installed(store);
    return reply.redirect(buildRedirect(form, { code, scope: scopes.join(" ") }), 302);
  });
}

function renderConsent(world: World, records: Records, params: AuthorizeParams): string {
  const names = [...new Set(parseScopes(params).map((scope) => scope.split(".")[0] ?? scope))];
  return consentPage({
    vendor: salla,
    colour: "#004d5a",
    appName: app.name,
    action: `${world.url("salla-accounts")}/oauth2/auth`,
    hidden: { ...params },
    choicesTitle: { ar: "اختر متجرك", en: "Choose your store" },
    choices: shopChoices({ world, records, storefrontName: "storefront", demos: demoStores }),
    permissions: names.map((name) => scopeLabels[name] ?? { ar: name, en: name }),
  });
}

/** The reasons for which it is unsafe to redirect the browser back. */
function findBlockingError(params: AuthorizeParams): { ar: string; en: string } | null {
  if (params.client_id !== app.id)
    return { ar: "التطبيق غير معروف", en: "invalid_client: unknown client_id" };
  if (!isAllowedRedirect(params.redirect_uri)) {
    return {
      ar: "عنوان الرجوع غير مقبول",
      en: "invalid_request: redirect_uri must be https (http on loopback only)",
    };
  }
  return null;
}

function findAuthorizeError(params: AuthorizeParams): { error: string; reason: string } | null {
  if (params.response_type !== "code")
    return { error: "unsupported_response_type", reason: "response_type must be code" };
  if (!params.state || params.state.length < 8)
    return { error: "invalid_state", reason: "state must be at least 8 characters" };
  const scopes = parseScopes(params);
  const unknown = scopes.find((scope) => !appScopes.includes(scope));
  if (unknown) return { error: "invalid_scope", reason: `The scope ${unknown} is not one of the app's` };
  return scopes.length === 0 ? { error: "invalid_scope", reason: "scope is required" } : null;
}

function parseScopes(params: AuthorizeParams): string[] {
  return (params.scope ?? "").split(" ").filter(Boolean);
}

/** The redirect back. Salla removes the hyphens of the state it echoes. */
function buildRedirect(params: AuthorizeParams, answer: Record<string, string>): string {
  const url = new URL(params.redirect_uri ?? "");
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (params.state) url.searchParams.set("state", params.state.replaceAll("-", ""));
  return url.toString();
}

function userInfo(world: World, store: Store) {
  return {
    id: store.owner.id,
    name: store.owner.name,
    email: store.owner.email,
    mobile: store.owner.mobile,
    role: "user",
    created_at: store.openedAt.slice(0, 10),
    merchant: {
      id: Number(store.id),
      username: store.slug,
      name: store.name,
      avatar: null,
      plan: store.plan,
      status: "active",
      domain: `${world.url("storefront")}/${store.slug}`,
    },
  };
}
