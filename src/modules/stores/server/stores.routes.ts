import type { FastifyInstance, FastifyRequest } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { authorizationCookie, mountOAuthCallback } from "#base/server/http/oauth-callback.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { listAvailability } from "../contract/platform-table.ts";
import { storesCalls } from "../contract/stores.calls.ts";
import type { StorePlatformName } from "../contract/words.ts";
import { authorizationRefusedPage, refusedPagePolicy } from "./callback-refused-page.ts";
import { completeAuthorization } from "./complete-authorization.ts";
import { countUnconfirmed } from "./count-unconfirmed.ts";
import { disconnectStore } from "./disconnect-store.ts";
import { syncNow } from "./enqueue-sync.ts";
import { listProducts } from "./list-products.ts";
import { listStores, loadStore } from "./list-stores.ts";
import { mountPixel } from "./pixel.routes.ts";
import { receiveServerCallback } from "./receive-server-callback.ts";
import { receiveWebhook } from "./receive-webhook.ts";
import { addSite, listSites } from "./sites.ts";
import { authorizationMinutes, startAuthorization } from "./start-authorization.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { verifySite } from "./verify-site.ts";

/** The module's calls, and for each platform its webhook endpoint and OAuth callback. */
export function mountStores(app: FastifyInstance, context: HttpContext, deps: StoresDeps): void {
  mountCalls(app, context, storesCalls, {
    "POST Clients/Stores/connect": async ({ session, body, setHeader }) => {
      const { authorizationUrl, state } = await startAuthorization(deps, session, body);
      setHeader("set-cookie", authorizationCookie(state, deps.publicUrl, authorizationMinutes * 60));
      return { authorization_url: authorizationUrl };
    },
    "GET Clients/Stores/index": async ({ session, db }) => ({
      stores: await listStores(db, session.merchantId),
      platforms: listAvailability((platform) => platform in deps.platforms),
    }),
    "GET Clients/Stores/products": ({ session, db, query }) => listProducts(db, session.merchantId, query),
    "GET Clients/Stores/{id}": ({ session, db, params }) => loadStore(db, session.merchantId, params.id),
    "POST Clients/Stores/{id}/sync": async ({ session, db, params }) => {
      await syncNow(deps, session.merchantId, params.id);
      return loadStore(db, session.merchantId, params.id);
    },
    "POST Clients/Stores/sites": ({ session, body }) => addSite(deps, session.merchantId, body.address),
    "GET Clients/Stores/sites": async ({ session }) => ({ sites: await listSites(deps, session.merchantId) }),
    "POST Clients/Stores/sites/{id}/verify": ({ session, params, body }) =>
      verifySite(deps, session.merchantId, params.id, body.by),
    "POST Clients/Stores/{id}/count-unconfirmed": async ({ session, db, params, body }) => {
      await countUnconfirmed(deps, session.merchantId, params.id, body.counts);
      return loadStore(db, session.merchantId, params.id);
    },
    "POST Clients/Stores/{id}/disconnect": async ({ session, db, params }) => {
      await disconnectStore(deps, session.merchantId, params.id);
      return loadStore(db, session.merchantId, params.id);
    },
  });
  mountPixel(app, deps);
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
  mountOAuthCallback(app, context, platform, async (callback, reply) => {
    const outcome = await completeAuthorization(deps, { platform, ...callback });
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
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const toBuffer = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
    const accepted = { error: false, messages: [], data: null };

    for (const path of [`/webhooks/${platform}`, `/webhooks/${platform}/:endpoint`]) {
      scope.post(path, async (request, reply) => {
        const endpointKey = (request.params as { endpoint?: string }).endpoint ?? null;
        const { headers } = request;
        const isAuthentic = await receiveWebhook(deps, {
          platform,
          endpointKey,
          headers,
          body: toBuffer(request),
        });
        // Shopify's review requires a 401; the other platforms accept any error.
        return isAuthentic ? reply.send(accepted) : reply.status(401).send(refusedWebhook);
      });
    }
    // A WooCommerce site revokes its key unless it gets exactly 200.
    if (deps.platforms[platform]?.parseServerCallback) {
      scope.post(`/oauth/${platform}/server-callback`, async (request, reply) => {
        const isExpected = await receiveServerCallback(deps, platform, toBuffer(request));
        return isExpected ? reply.status(200).send(accepted) : baseRefusals.refuse("base.not_allowed");
      });
    }
  });
}

const refusedWebhook = { error: true, messages: ["This delivery could not be verified"], data: null };
