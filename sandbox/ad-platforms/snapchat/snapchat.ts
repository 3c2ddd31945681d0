import type { FastifyReply } from "fastify";
import type { Failure, MakeVendor, VendorHost } from "../../base/vendor.ts";
import { clickRoute, makeConversions } from "../shared/conversions.ts";
import { customerListRoute, makeCustomerLists } from "../shared/customer-lists.ts";
import { makeDeliveries } from "../shared/deliveries.ts";
import { requireIdentity, revokeRoute } from "../shared/identities.ts";
import { conversionRoutes } from "./conversions.ts";
import { SnapError } from "./errors.ts";
import { SCOPES } from "./facts.ts";
import { makeMarket } from "./market.ts";
import { mediaRoutes } from "./media.ts";
import { accountsRoutes } from "./oauth.ts";
import { type Context, profileRoutes, readRoutes } from "./reads.ts";
import { makeRegistry } from "./registry.ts";
import { makeLimits, sendError, serveApi } from "./router.ts";
import { segmentRoutes } from "./segments.ts";
import { statsRoutes } from "./stats.ts";
import { APP, makeTokens, type Tokens } from "./tokens.ts";
import { writeRoutes } from "./writes.ts";

/** Snapchat's Ads API, Public Profile API and sign-in, as the README describes. */
export const makeSnapchat: MakeVendor = (world) => {
  const registry = makeRegistry(world);
  const deliveries = makeDeliveries(world, "snapchat");
  const conversions = makeConversions(world, {
    platform: "snapchat",
    deliveries,
    clickName: "ScCid",
    datedBy: "conversion",
    windowDays: 28,
    findCurrency: (adId) =>
      registry.findOwner(registry.tables.ads.get(adId)?.account_id ?? "")?.account.currency,
  });
  const customerLists = makeCustomerLists(world, "snapchat");
  const context: Context = { world, registry, deliveries, conversions, customerLists };
  const tokens = makeTokens(world);
  const limits = makeLimits(world);
  const adRoutes = [
    ...readRoutes(context),
    ...writeRoutes(context),
    ...mediaRoutes(context),
    ...statsRoutes(context),
    ...segmentRoutes(context),
  ];
  const shared = { world, tokens, limits };
  const renderFailure = (reply: FastifyReply, failure: Failure) =>
    sendError(
      reply,
      new SnapError(failure.status, failure.status >= 500 ? "E1000" : `E1${failure.status}`, failure.message),
      world.ids.uuid("snapchat/request"),
    );
  const hosts: VendorHost[] = [
    {
      name: "snapchat",
      standsFor: "adsapi.snapchat.com",
      routes: (app) => serveApi(app, { ...shared, name: "snapchat", scope: SCOPES.ads, routes: adRoutes }),
      renderFailure,
    },
    {
      name: "snapchat-business",
      standsFor: "businessapi.snapchat.com",
      routes: (app) =>
        serveApi(app, {
          ...shared,
          name: "snapchat-business",
          scope: SCOPES.profiles,
          routes: profileRoutes(context),
        }),
      renderFailure,
    },
    {
      name: "snapchat-conversions",
      standsFor: "tr.snapchat.com",
      routes: (app) => conversionRoutes(app, context, tokens),
      renderFailure: (reply, failure) =>
        reply.code(failure.status).send({ status: "FAILED", reason: failure.message }),
    },
    {
      name: "snapchat-accounts",
      standsFor: "accounts.snapchat.com",
      routes: (app) => accountsRoutes(app, tokens, context.registry),
      renderFailure: (reply, failure) =>
        reply.code(failure.status).send({ error: "server_error", error_description: failure.message }),
    },
  ];
  return {
    vendor: "snapchat",
    title: { ar: "سناب شات", en: "Snapchat" },
    hosts,
    credentials: { SNAPCHAT_CLIENT_ID: APP.id, SNAPCHAT_CLIENT_SECRET: APP.secret },
    issueTokens: (input) => issueTokens(input, context, tokens),
    expireTokens: tokens.expireAll,
    market: makeMarket(context),
    controlRoutes: (app) => {
      revokeRoute(app, "snapchat", tokens.revoke);
      customerListRoute(app, "snapchat", customerLists);
      clickRoute(app, world, "snapchat", { ads: registry.tables.ads, conversions });
    },
  };
};

/**
 * A ready token. `identity` names one of the demo people (default noura), or "fresh" for a new organisation; `scope`
 * narrows the token's access.
 */
function issueTokens(
  input: Record<string, unknown>,
  context: Context,
  tokens: Tokens,
): Record<string, unknown> {
  const identity = requireIdentity(context.registry, input);
  const scopes = typeof input.scope === "string" ? input.scope.split(" ") : Object.values(SCOPES);
  const account = identity.accounts[0];
  return {
    ...tokens.issueDirectly({ identity: identity.key, scopes }),
    identity: identity.key,
    organization_id: identity.organization.id,
    ad_account_id: account?.id ?? null,
    pixel_id: account?.pixelId ?? null,
    profile_id: identity.profiles[0]?.id ?? null,
  };
}
