import type { FastifyReply } from "fastify";
import { type Failure, type MakeVendor, Refusal } from "../../base/vendor.ts";
import { clickRoute, makeConversions } from "../shared/conversions.ts";
import { customerListRoute, makeCustomerLists } from "../shared/customer-lists.ts";
import { makeDeliveries } from "../shared/deliveries.ts";
import { requireIdentity, revokeRoute } from "../shared/identities.ts";
import { accountRoutes } from "./accounts.ts";
import { conversionRoutes } from "./conversions.ts";
import { creativeRoutes } from "./creatives.ts";
import { audienceRoutes } from "./custom-audiences.ts";
import { XError } from "./errors.ts";
import { APP } from "./facts.ts";
import { makeGuard } from "./guard.ts";
import { makeLimits } from "./limits.ts";
import { lineItemRules } from "./line-items.ts";
import { makeMarket } from "./market.ts";
import { oauthRoutes } from "./oauth.ts";
import { readRoutes } from "./reads.ts";
import { makeRegistry } from "./registry.ts";
import { type Context, sendError, serveAds } from "./router.ts";
import { statsRoutes } from "./stats.ts";
import { jobRoutes, jobsTable, serveReports } from "./stats-jobs.ts";
import { targetingReads } from "./targeting.ts";
import { makeTokens, type Tokens } from "./tokens.ts";
import { makeUploads } from "./upload.ts";
import { writeRoutes } from "./writes.ts";

/** X's Ads API, sign-in and media upload, as the README describes. */
export const makeX: MakeVendor = (world) => {
  const registry = makeRegistry(world);
  const deliveries = makeDeliveries(world, "x");
  const conversions = makeConversions(world, {
    platform: "x",
    deliveries,
    clickName: "twclid",
    datedBy: "conversion",
    windowDays: 30,
    findCurrency(adId) {
      const promoted = registry.tables.promoted_tweets.get(adId);
      return promoted && registry.findOwner(promoted.account_id)?.account.currency;
    },
  });
  const customerLists = makeCustomerLists(world, "x");
  const context: Context = { world, registry, deliveries, conversions, customerLists };
  const tokens = makeTokens(world);
  const guard = makeGuard();
  const uploads = makeUploads(world);
  const jobs = jobsTable(world);
  const routes = [
    ...accountRoutes(context),
    ...conversionRoutes(context),
    ...audienceRoutes(context),
    ...readRoutes(context),
    ...writeRoutes(context),
    ...targetingReads(context),
    ...creativeRoutes(context, uploads),
    ...statsRoutes(context),
    ...jobRoutes(context, jobs),
  ];
  return {
    vendor: "x",
    title: { ar: "إكس", en: "X" },
    hosts: [
      {
        name: "x-ads",
        standsFor: "ads-api.x.com",
        routes: (app) => serveAds(app, { world, guard, tokens, limits: makeLimits(), routes }),
        renderFailure,
      },
      {
        name: "x",
        standsFor: "api.x.com",
        routes: (app) => {
          oauthRoutes(app, guard, tokens, context.registry);
          uploads.serve(app, guard, tokens);
        },
        renderFailure: (reply, { status, message }) =>
          reply.code(status).send({ errors: [{ code: status === 429 ? 88 : 131, message }] }),
      },
      {
        name: "x-reports",
        standsFor: "ton.twimg.com, where finished reports lie",
        routes: (app) => serveReports(app, context, jobs),
        renderFailure: (reply, { status, message }) => reply.code(status).type("text/plain").send(message),
      },
    ],
    credentials: { X_CONSUMER_KEY: APP.key, X_CONSUMER_SECRET: APP.secret },
    issueTokens: (input) => issueTokens(input, context, tokens),
    // X's tokens have no expiry: they can only be revoked.
    expireTokens: () => tokens.revokeTokens(),
    market: makeMarket(context),
    controlRoutes: (app) => {
      revokeRoute(app, "x", tokens.revokeTokens);
      customerListRoute(app, "x", customerLists);
      clickRoute(app, world, "x", { ads: registry.tables.promoted_tweets, conversions });
      app.post("/control/x/line-items", (request) => {
        const { needs_end } = (request.body ?? {}) as { needs_end?: unknown };
        if (typeof needs_end !== "boolean") throw new Refusal("needs_end must be true or false");
        lineItemRules(context).needsEnd = needs_end;
        return { needs_end };
      });
    },
  };
};

const CODES: Partial<Record<Failure["status"], string>> = {
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_ERROR",
  503: "SERVICE_UNAVAILABLE",
  404: "ROUTE_NOT_FOUND",
};

function renderFailure(reply: FastifyReply, { status, message, retryAfterSeconds }: Failure): unknown {
  if (status === 429 && retryAfterSeconds !== undefined)
    reply.headers({
      "x-rate-limit-limit": "450",
      "x-rate-limit-remaining": "0",
      "x-rate-limit-reset": String(Math.ceil(Date.now() / 1_000) + retryAfterSeconds),
    });
  return sendError(reply, new XError(status, { code: CODES[status] ?? "INVALID_REQUEST", message }));
}

/**
 * A ready token with its secret. `identity` names one of the demo people (default noura), or "fresh" for a new
 * person with new ad accounts.
 */
function issueTokens(
  input: Record<string, unknown>,
  context: Context,
  tokens: Tokens,
): Record<string, unknown> {
  const identity = requireIdentity(context.registry, input);
  const { id, secret } = tokens.issue(identity.key);
  const account = identity.accounts[0];
  return {
    oauth_token: id,
    oauth_token_secret: secret,
    identity: identity.key,
    user_id: identity.userId,
    screen_name: identity.screenName,
    account_id: account?.id ?? null,
    funding_instrument_id: account?.fundingId ?? null,
    promotable_user_id: account?.promotable.type === "FULL" ? account.promotable.userId : null,
    web_event_tag_id: account?.webEventTagId ?? null,
  };
}
