import type { FastifyInstance, FastifyRequest } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { authorizationCookie, mountOAuthCallback } from "#base/server/http/oauth-callback.ts";
import { baseRefusals } from "#base/shared/base.refusals.ts";
import { availability } from "../contract/platform-table.ts";
import { storesCalls } from "../contract/stores.calls.ts";
import type { StorePlatformName } from "../contract/words.ts";
import { syncNow } from "./ask-sync.ts";
import { beginConnect, consentMinutes } from "./begin-connect.ts";
import { consentPagePolicy, consentRefusedPage } from "./consent-page.ts";
import { countUnconfirmed } from "./count-unconfirmed.ts";
import { disconnectStore } from "./disconnect-store.ts";
import { finishConnect } from "./finish-connect.ts";
import { listProducts } from "./list-products.ts";
import { listStores, oneStore } from "./list-stores.ts";
import { mountPixel } from "./pixel.routes.ts";
import { receiveHandover } from "./receive-handover.ts";
import { receiveNews } from "./receive-news.ts";
import { listSites, nameSite } from "./sites.ts";
import type { StoresDeps } from "./stores.deps.ts";
import { verifySite } from "./verify-site.ts";

/** The room's calls, and for each platform its webhook and the way back from its consent page. */
export function mountStores(app: FastifyInstance, context: HttpContext, deps: StoresDeps): void {
  mountCalls(app, context, storesCalls, {
    "POST Clients/Stores/connect": async ({ session, body, setHeader }) => {
      const { consentUrl, state } = await beginConnect(deps, session, body);
      setHeader("set-cookie", authorizationCookie(state, deps.publicUrl, consentMinutes * 60));
      return { consent_url: consentUrl };
    },
    "GET Clients/Stores/index": async ({ session, db }) => ({
      stores: await listStores(db, session.merchantId),
      platforms: availability((platform) => platform in deps.platforms),
    }),
    "GET Clients/Stores/products": ({ session, db, query }) => listProducts(db, session.merchantId, query),
    "GET Clients/Stores/{id}": ({ session, db, params }) => oneStore(db, session.merchantId, params.id),
    "POST Clients/Stores/{id}/sync": async ({ session, db, params }) => {
      await syncNow(deps, session.merchantId, params.id);
      return oneStore(db, session.merchantId, params.id);
    },
    "POST Clients/Stores/sites": ({ session, body }) => nameSite(deps, session.merchantId, body.address),
    "GET Clients/Stores/sites": async ({ session }) => ({ sites: await listSites(deps, session.merchantId) }),
    "POST Clients/Stores/sites/{id}/verify": ({ session, params, body }) =>
      verifySite(deps, session.merchantId, params.id, body.by),
    "POST Clients/Stores/{id}/count-unconfirmed": async ({ session, db, params, body }) => {
      await countUnconfirmed(deps, session.merchantId, params.id, body.counts);
      return oneStore(db, session.merchantId, params.id);
    },
    "POST Clients/Stores/{id}/disconnect": async ({ session, db, params }) => {
      await disconnectStore(deps, session.merchantId, params.id);
      return oneStore(db, session.merchantId, params.id);
    },
  });
  mountPixel(app, deps);
  for (const platform of Object.keys(deps.platforms) as StorePlatformName[]) {
    mountCallback(app, context, deps, platform);
    mountDeliveries(app, deps, platform);
  }
}

/** The browser goes on to the page of ours that the walk began at; a stranger's sees why it goes nowhere. */
function mountCallback(
  app: FastifyInstance,
  context: HttpContext,
  deps: StoresDeps,
  platform: StorePlatformName,
) {
  mountOAuthCallback(app, context, platform, async (way, reply) => {
    const outcome = await finishConnect(deps, { platform, ...way });
    if (outcome.kind === "back") {
      const told = new URLSearchParams({ store_result: outcome.result });
      if (outcome.storeId) told.set("store", outcome.storeId);
      return reply.redirect(`${deps.publicUrl}${outcome.path}?${told}`, 303);
    }
    return reply
      .status(outcome.why === "unknown" ? 404 : 403)
      .type("text/html; charset=utf-8")
      .header("content-security-policy", consentPagePolicy)
      .send(consentRefusedPage(outcome.why, deps.publicUrl));
  });
}

/** What platforms' servers bring us: webhooks and handovers. The raw bytes are what is signed: no parser touches them. */
function mountDeliveries(app: FastifyInstance, deps: StoresDeps, platform: StorePlatformName) {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    const bodyOf = ({ body }: FastifyRequest) => (Buffer.isBuffer(body) ? body : Buffer.alloc(0));
    const taken = { error: false, messages: [], data: null };

    for (const path of [`/webhooks/${platform}`, `/webhooks/${platform}/:door`]) {
      scope.post(path, async (request, reply) => {
        const doorKey = (request.params as { door?: string }).door ?? null;
        const { headers } = request;
        const isProven = await receiveNews(deps, { platform, doorKey, headers, body: bodyOf(request) });
        // Shopify's review asks for a 401; to the others it is all the same.
        return isProven ? reply.send(taken) : reply.status(401).send(refusedDelivery);
      });
    }
    // A site takes its key back unless it hears exactly 200.
    if (deps.platforms[platform]?.readHandover) {
      scope.post(`/oauth/${platform}/handover`, async (request, reply) => {
        const isAwaited = await receiveHandover(deps, platform, bodyOf(request));
        return isAwaited ? reply.status(200).send(taken) : baseRefusals.refuse("base.not_allowed");
      });
    }
  });
}

const refusedDelivery = { error: true, messages: ["The proof of this delivery does not hold"], data: null };
