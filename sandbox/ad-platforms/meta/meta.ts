import type { FastifyReply } from "fastify";
import { type Failure, type MakeVendor, Refusal, type VendorHost } from "../../base/vendor.ts";
import { clickRoute, makeConversions } from "../shared/conversions.ts";
import { customerListRoute, makeCustomerLists } from "../shared/customer-lists.ts";
import { isCurrency, makeDeliveries } from "../shared/deliveries.ts";
import { requireIdentity, revokeRoute } from "../shared/identities.ts";
import type { Context } from "./call.ts";
import type { Identity } from "./demo.ts";
import { dialogRoutes } from "./dialog.ts";
import { GraphError, invalid } from "./errors.ts";
import { SCOPES, SCORE_CEILING, type Tier } from "./facts.ts";
import { type Graph, sendFailure, serveGraph } from "./graph.ts";
import { makeHandlers } from "./handlers.ts";
import { syncLimit } from "./insights.ts";
import { makeMarket } from "./market.ts";
import { pixelRoutes } from "./pixel.ts";
import { makeRegistry } from "./registry.ts";
import { APP, makeTokens, type Tokens } from "./tokens.ts";
import { makeUsage, throttled } from "./usage.ts";

/** Meta's Graph and Marketing APIs and its login dialog, as the README describes. */
export const makeMeta: MakeVendor = (world) => {
  const registry = makeRegistry(world);
  const deliveries = makeDeliveries(world, "meta");
  const conversions = makeConversions(world, {
    platform: "meta",
    deliveries,
    clickName: "fbclid",
    datedBy: "conversion",
    windowDays: 7,
    findCurrency(adId) {
      const ad = registry.tables.ads.get(adId);
      return ad && registry.loadAccount(ad).account.currency;
    },
  });
  const customerLists = makeCustomerLists(world, "meta");
  const context: Context = { world, registry, deliveries, conversions, customerLists };
  const graph: Graph = {
    context,
    tokens: makeTokens(world),
    usage: makeUsage(world),
    handlers: makeHandlers(context),
  };
  const renderFailure = (reply: FastifyReply, failure: Failure) => {
    // Meta states the wait in its own header.
    reply.removeHeader("retry-after");
    return sendFailure(reply, failureAs(failure), world.ids.token("meta/trace", 22));
  };
  const graphHost = (name: string, standsFor: string): VendorHost => ({
    name,
    standsFor,
    routes: (app) => serveGraph(app, graph, name),
    renderFailure,
  });
  return {
    vendor: "meta",
    title: { ar: "ميتا", en: "Meta" },
    hosts: [
      graphHost("meta", "graph.facebook.com"),
      graphHost("meta-video", "graph-video.facebook.com"),
      {
        name: "meta-dialog",
        standsFor: "www.facebook.com",
        routes: (app) => {
          dialogRoutes(app, graph.tokens, context.registry);
          pixelRoutes(app, context);
        },
        renderFailure: (reply, failure) => reply.code(failure.status).send({ error: failure.message }),
      },
    ],
    credentials: { META_APP_ID: APP.id, META_APP_SECRET: APP.secret },
    issueTokens: (input) => issueTokens(input, context, graph.tokens),
    expireTokens: graph.tokens.expireAll,
    market: makeMarket(context),
    controlRoutes: (app) => {
      const toBody = (body: unknown) => (body ?? {}) as Record<string, unknown>;
      revokeRoute(app, "meta", graph.tokens.revoke);
      customerListRoute(app, "meta", customerLists);
      clickRoute(app, world, "meta", { ads: registry.tables.ads, conversions });
      app.post("/control/meta/tier", (request) => {
        const { tier } = toBody(request.body);
        if (!Object.hasOwn(SCORE_CEILING, String(tier)))
          throw new Refusal(`tier must be one of ${Object.keys(SCORE_CEILING).join(", ")}`);
        graph.usage.setTier(tier as Tier);
        return { tier };
      });
      app.post("/control/meta/reports", (request) => {
        const { sync_rows } = toBody(request.body);
        if (!Number.isInteger(sync_rows)) throw new Refusal("sync_rows must be a whole number");
        syncLimit(context).rows = Number(sync_rows);
        return { sync_rows };
      });
    },
  };
};

function failureAs({ status, message, retryAfterSeconds }: Failure): GraphError {
  if (status === 429) return throttled(retryAfterSeconds ?? 60);
  if (status >= 500) return new GraphError(2, message, { status, isTransient: true });
  return status === 404 ? new GraphError(2_500, message) : invalid(message);
}

/**
 * A ready long-lived token. `identity` names one of the demo people (default noura), or "fresh" for a new business,
 * then also with `currency` and `disabled`; `scope` narrows the token's permissions.
 */
function issueTokens(
  input: Record<string, unknown>,
  context: Context,
  tokens: Tokens,
): Record<string, unknown> {
  const identity = resolveIdentity(input, context);
  const scopes = typeof input.scope === "string" ? input.scope.split(/[ ,]+/) : [...SCOPES];
  const declined = SCOPES.filter((scope) => !scopes.includes(scope));
  const account = identity.accounts[0];
  const page = identity.pages[0];
  return {
    ...tokens.issueDirectly({ identity: identity.key, scopes, declined }),
    identity: identity.key,
    user_id: identity.userId,
    business_id: identity.business.id,
    ad_account_id: account?.id ?? null,
    pixel_id: account?.pixelId ?? null,
    page_id: page?.id ?? null,
    instagram_user_id: page?.instagram?.id ?? null,
    currency: account?.currency ?? null,
  };
}

function resolveIdentity(input: Record<string, unknown>, { registry }: Context): Identity {
  const currency = input.currency === undefined ? undefined : String(input.currency);
  if (currency !== undefined && !isCurrency(currency)) throw new Refusal(`No accounts in ${currency} here`);
  const overrides = {
    ...(currency ? { currency } : {}),
    ...(input.disabled === true ? { disabled: true as const } : {}),
  };
  return requireIdentity(registry, input, overrides);
}
