import type { FastifyInstance, FastifyRequest } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { mountOAuthCallback } from "#base/server/oauth/browser-callback.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import type { StorePlatformName } from "../contract/enums.ts";
import { storesCalls } from "../contract/stores.calls.ts";
import { authorizationRefusedPage, refusedPagePolicy } from "./callback-refused-page.ts";
import { completeAuthorization } from "./complete-authorization.ts";
import { countUnconfirmed } from "./count-unconfirmed.ts";
import { disconnectStore } from "./disconnect-store.ts";
import { syncNow } from "./enqueue-sync.ts";
import { listProducts, showProduct } from "./list-products.ts";
import { listStores, loadStore } from "./list-stores.ts";
import { makePixelFile, mountPixelEvents } from "./pixel.routes.ts";
import { receiveServerCallback } from "./receive-server-callback.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { addSite, listSites } from "./sites.ts";
import { startAuthorization } from "./start-authorization.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { verifySite } from "./verify-site.ts";

/** The module's calls, and for each platform its webhook endpoint and OAuth callback. */
export function mountStores(app: FastifyInstance, context: HttpContext, deps: StoresDeps): void {
  const start = startAuthorization(deps);
  const list = listStores(deps);
  const sync = syncNow(deps);
  const add = addSite(deps);
  const listOwn = listSites(deps);
  const verify = verifySite(deps);
  const disconnect = disconnectStore(deps);
  const pixel = makePixelFile();
  mountCalls(app, context, storesCalls, {
    "GET pixel.js": async () => pixel,
    "POST Clients/Stores/connect": async ({ ctx, body, setHeader }) => {
      const { authorizationUrl, cookie } = await start(ctx, body);
      setHeader("set-cookie", cookie);
      return { authorization_url: authorizationUrl };
    },
    "GET Clients/Stores/index": ({ ctx }) => list(ctx),
    "GET Clients/Stores/products": ({ ctx, query }) => listProducts(ctx, query),
    "GET Clients/Stores/products/{id}": ({ ctx, params }) => showProduct(ctx, { productId: params.id }),
    "GET Clients/Stores/{id}": ({ ctx, params }) => loadStore(ctx, { storeId: params.id }),
    "POST Clients/Stores/{id}/sync": ({ ctx, params }) => sync(ctx, { storeId: params.id }),
    "POST Clients/Stores/sites": ({ ctx, body }) => add(ctx, { address: body.address }),
    "GET Clients/Stores/sites": ({ ctx }) => listOwn(ctx),
    "POST Clients/Stores/sites/{id}/verify": ({ ctx, params, body }) =>
      verify(ctx, { siteId: params.id, by: body.by }),
    "POST Clients/Stores/{id}/count-unconfirmed": ({ ctx, params, body }) =>
      countUnconfirmed(ctx, { storeId: params.id, counts: body.counts }),
    "POST Clients/Stores/{id}/disconnect": ({ ctx, params }) => disconnect(ctx, { storeId: params.id }),
  });
  mountPixelEvents(app, deps);
  for (const platform of Object.keys(deps.platforms) as StorePlatformName[]) {
    mountCallback(app, context, deps, platform);
    mountWebhooks(app, deps, platform);
  }
}

/**
 * Redirects the browser to the page where the authorization started; a browser that started none sees why it is
 * refused.
 */
function mountCallback(
  app: FastifyInstance,
  context: HttpContext,
  deps: StoresDeps,
  platform: StorePlatformName,
) {
  const complete = completeAuthorization(deps);
  mountOAuthCallback(app, context, platform, async (callback, reply) => {
    const outcome = await complete({ platform, ...callback });
    if (outcome.kind === "redirect") {
      const search = new URLSearchParams({ store_result: outcome.result });
      if (outcome.storeId) search.set("store", outcome.storeId);
      return reply.redirect(`${deps.publicUrl}${outcome.path}?${search}`, 303);
    }
    return reply
      .status(outcome.reason === "unknown" ? 404 : 403)
      .type("text/html; charset=utf-8")
      .header("content-security-policy", refusedPagePolicy)
      .send(authorizationRefusedPage(outcome.reason, deps.publicUrl));
  });
}

/**
 * What platforms' servers send us: webhooks and server callbacks. Signatures cover the raw bytes: no parser touches
 * them.
 */
function mountWebhooks(app: FastifyInstance, deps: StoresDeps, platform: StorePlatformName) {
  const receive = receiveWebhook(deps);
  const receiveGrant = receiveServerCallback(deps);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const toBuffer = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
    const accepted = { error: false, messages: [], data: null };

    for (const path of [`/webhooks/${platform}`, `/webhooks/${platform}/:endpoint`]) {
      scope.post(path, async (request, reply) => {
        const endpointKey = (request.params as { endpoint?: string }).endpoint ?? null;
        const { headers } = request;
        const isAuthentic = await receive({ platform, endpointKey, headers, body: toBuffer(request) });
        // Shopify's review requires a 401; the other platforms accept any error.
        return isAuthentic ? reply.send(accepted) : reply.status(401).send(refusedWebhook);
      });
    }
    // A WooCommerce site revokes its key unless it gets exactly 200.
    if (deps.platforms[platform]?.parseServerCallback) {
      scope.post(`/oauth/${platform}/server-callback`, async (request, reply) => {
        const isExpected = await receiveGrant({ platform, body: toBuffer(request) });
        return isExpected ? reply.status(200).send(accepted) : baseRefusals.refuse("base.not_allowed");
      });
    }
  });
}

const refusedWebhook = { error: true, messages: ["This delivery could not be verified"], data: null };
