import type { FastifyReply } from "fastify";
import { type Failure, type MakeVendor, Refusal, type VendorHost } from "../../base/vendor.ts";
import { clickRoute } from "../shared/conversions.ts";
import { customerListRoute } from "../shared/customer-lists.ts";
import { requireIdentity, revokeRoute } from "../shared/identities.ts";
import { makeRequestId, serveApi, versionIn } from "./api.ts";
import { dataManagerRoutes } from "./data-manager.ts";
import { errorBody, GoogleError, INVALID_ARGUMENT, requestError, tooManyCalls } from "./errors.ts";
import { DATA_MANAGER_SCOPE, SCOPE } from "./facts.ts";
import { makeLimit } from "./guard.ts";
import { makeMarket } from "./market.ts";
import { accountsRoutes, tokenRoutes } from "./oauth.ts";
import { type Context, makeContext } from "./registry.ts";
import { pageRows } from "./search-calls.ts";
import { APP, makeTokens, type Tokens } from "./tokens.ts";
import type { Uploads } from "./uploads.ts";
import { handleUserLists, memberRoutes } from "./user-lists.ts";

/** The Google Ads API over REST and Google's sign-in, as the README describes. */
export const makeGoogle: MakeVendor = (world) => {
  const context = makeContext(world);
  const tokens = makeTokens(world);
  const uploads: Uploads = new Map();
  const limit = makeLimit(world);
  const sendFailure = (reply: FastifyReply, failure: Failure) =>
    reply.code(failure.status).send({ error: "server_error", error_description: failure.message });
  const hosts: VendorHost[] = [
    {
      name: "google",
      standsFor: "googleads.googleapis.com",
      routes: (app) => serveApi(app, { context, tokens, limit, uploads }),
      renderFailure: (reply, failure) => {
        const requestId = makeRequestId(context);
        const body = errorBody(toGoogleError(failure), versionIn(reply.request.vendorPath), requestId);
        return reply.code(failure.status).header("request-id", requestId).send(body);
      },
    },
    {
      name: "google-data-manager",
      standsFor: "datamanager.googleapis.com",
      routes: (app) => dataManagerRoutes(app, context, tokens, { routes: memberRoutes, handleUserLists }),
      renderFailure: (reply, { status: code, message }) =>
        reply
          .code(code)
          .send({ error: { code, status: code === 429 ? "RESOURCE_EXHAUSTED" : "UNAVAILABLE", message } }),
    },
    {
      name: "google-oauth",
      standsFor: "oauth2.googleapis.com",
      routes: (app) => tokenRoutes(app, tokens),
      renderFailure: sendFailure,
    },
    {
      name: "google-accounts",
      standsFor: "accounts.google.com",
      routes: (app) => accountsRoutes(app, tokens, context),
      renderFailure: sendFailure,
    },
  ];
  return {
    vendor: "google",
    title: { ar: "إعلانات Google", en: "Google Ads" },
    hosts,
    credentials: { GOOGLE_CLIENT_ID: APP.id, GOOGLE_CLIENT_SECRET: APP.secret },
    issueTokens: (input) => issueTokens(input, context, tokens),
    expireTokens: tokens.expireAll,
    market: makeMarket(context),
    controlRoutes: (app) => {
      const { objects, conversions } = context;
      revokeRoute(app, "google", tokens.revoke);
      customerListRoute(app, "google", context.customerLists);
      clickRoute(app, world, "google", { ads: objects.tables.adGroupAds, conversions });
      // Smaller pages than Google's ten thousand rows, to test a caller's paging.
      app.post("/control/google/paging", (request) => {
        const { rows } = (request.body ?? {}) as { rows?: unknown };
        if (!Number.isSafeInteger(rows) || Number(rows) < 1)
          throw new Refusal("rows must be a whole number from 1");
        pageRows(context).rows = Number(rows);
        return { rows };
      });
    },
  };
};

/** The shared faults in Google's shape. */
function toGoogleError({ status, message, retryAfterSeconds }: Failure): GoogleError {
  if (status === 429) return tooManyCalls(retryAfterSeconds ?? 5);
  if (status === 500 || status === 503)
    return requestError(
      status,
      "internalError",
      status === 500 ? "INTERNAL_ERROR" : "TRANSIENT_ERROR",
      message,
    );
  return new GoogleError(status, status === 400 ? `${INVALID_ARGUMENT} ${message}` : message);
}

/**
 * A ready token. `identity` names one of the demo people (default noura), or "fresh" for new accounts; `scope`
 * narrows the token's access.
 */
function issueTokens(
  input: Record<string, unknown>,
  context: Context,
  tokens: Tokens,
): Record<string, unknown> {
  const identity = requireIdentity(context.people, input);
  const scopes =
    typeof input.scope === "string" ? input.scope.split(" ").filter(Boolean) : [SCOPE, DATA_MANAGER_SCOPE];
  const [account] = identity.accounts;
  return {
    ...tokens.issueDirectly({ identity: identity.key, scopes }),
    identity: identity.key,
    login_customer_id: identity.manager?.id ?? account?.id ?? null,
    customer_id: account?.id ?? null,
    conversion_action_id: account?.conversionActionId ?? null,
  };
}
