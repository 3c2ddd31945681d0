import type { FastifyReply } from "fastify";
import { type Failure, type MakeVendor, Refusal, type VendorHost } from "../../base/vendor.ts";
import { clickRoute } from "../shared/conversions.ts";
import { customerListRoute } from "../shared/customer-lists.ts";
import { RIYALS_PER_UNIT } from "../shared/deliveries.ts";
import { requireIdentity, revokeRoute } from "../shared/identities.ts";
import { accountRoutes } from "./accounts.ts";
import { adgroupRoutes } from "./adgroups.ts";
import { adRoutes } from "./ads.ts";
import { campaignRoutes } from "./campaigns.ts";
import type { Identity, Overrides } from "./demo.ts";
import { TikTokError } from "./errors.ts";
import { eventRoutes } from "./events.ts";
import { SCOPES } from "./facts.ts";
import { makeMarket } from "./market.ts";
import { CDN, mediaRoutes, renderCover } from "./media.ts";
import { musicRoutes } from "./music.ts";
import { oauthRoutes, portalRoutes } from "./oauth.ts";
import { portfolioRoutes } from "./portfolios.ts";
import { readRoutes } from "./reads.ts";
import { type Context, makeContext } from "./registry.ts";
import { reportRoutes } from "./report.ts";
import { reportTaskRoutes } from "./report-tasks.ts";
import { plain, sendError, serveApi } from "./router.ts";
import { segmentRoutes } from "./segments.ts";
import { smartPlusRoutes } from "./smart-plus.ts";
import { smartPlusAdRoutes } from "./smart-plus-ads.ts";
import { smartPlusReadRoutes } from "./smart-plus-reads.ts";
import { smartPlusStatusRoutes } from "./smart-plus-status-updates.ts";
import { statusUpdateRoutes } from "./status-updates.ts";
import { APP, makeTokens, type Tokens } from "./tokens.ts";

/** TikTok's Marketing API v1.3 with its consent page, as the README describes. */
export const makeTiktok: MakeVendor = (world) => {
  const context = makeContext(world);
  const tokens = makeTokens(world);
  const routes = [
    ...oauthRoutes(context, tokens),
    ...accountRoutes(context),
    ...campaignRoutes(context),
    ...adgroupRoutes(context),
    ...adRoutes(context),
    ...statusUpdateRoutes(context),
    ...readRoutes(context),
    ...mediaRoutes(context),
    ...musicRoutes(context),
    ...portfolioRoutes(context),
    ...smartPlusRoutes(context),
    ...smartPlusAdRoutes(context),
    ...smartPlusStatusRoutes(context),
    ...smartPlusReadRoutes(context),
    ...eventRoutes(context),
    ...segmentRoutes(context),
    ...reportRoutes(context),
    ...reportTaskRoutes(context),
  ];
  const api: VendorHost = {
    name: "tiktok",
    standsFor: "business-api.tiktok.com",
    routes(app) {
      portalRoutes(app, tokens, context.registry);
      serveApi(app, { world, tokens, registry: context.registry, routes, scopes: SCOPES });
    },
    renderFailure: (reply, failure) => renderFailure(reply, failure, context),
  };
  const pictures: VendorHost = {
    name: CDN,
    standsFor: "p16-sign-va.tiktokcdn.com",
    plain: true,
    routes: (app) => {
      app.get<{ Params: { file: string } }>("/cover/:file", async (request, reply) => {
        const picture = await renderCover(context, request.params.file.replace(/\.png$/, ""));
        return picture ? reply.type("image/png").send(picture) : plain(reply, 404, "not found");
      });
    },
    renderFailure: (reply, { status, message }) => plain(reply, status, message),
  };
  return {
    vendor: "tiktok",
    title: { ar: "تيك توك", en: "TikTok" },
    hosts: [api, pictures],
    credentials: { TIKTOK_APP_ID: APP.id, TIKTOK_SECRET: APP.secret },
    issueTokens: (input) => issueTokens(input, context, tokens),
    expireTokens: tokens.revokeAll,
    market: makeMarket(context),
    controlRoutes: (app) => {
      const { registry, conversions } = context;
      revokeRoute(app, "tiktok", tokens.revokeIdentity);
      customerListRoute(app, "tiktok", context.customerLists);
      clickRoute(app, world, "tiktok", { ads: registry.tables.ads, conversions });
    },
  };
};

/**
 * A call that never reached the API is answered by the gateway in front of it; the API itself fails inside an HTTP
 * 200.
 */
function renderFailure(reply: FastifyReply, { status, message }: Failure, { world }: Context): unknown {
  if (status === 503 || status === 404) return plain(reply, status, message);
  const codes: Record<number, number> = { 400: 40002, 415: 40002, 429: 40100, 500: 50000 };
  return sendError(reply, world, new TikTokError(codes[status] ?? 50000, message));
}

/**
 * A ready token. `identity` names one of the demo people (default noura), or "fresh" for a new person, who may
 * differ from Noura by `currency`, `disabled`, `no_identity`, `no_smart_plus` and `manual_flow_closed`; `scopes`
 * narrows the token's access.
 */
function issueTokens(
  input: Record<string, unknown>,
  context: Context,
  tokens: Tokens,
): Record<string, unknown> {
  const identity = requireIdentity(context.registry, input, parseOverrides(input));
  const scopes = Array.isArray(input.scopes) ? input.scopes.map(Number) : identity.scopes;
  const account = identity.accounts[0];
  const shown = account?.identities[0];
  return {
    access_token: tokens.issueDirectly({ identity: identity.key, scopes }),
    scopes,
    identity: identity.key,
    advertiser_ids: identity.accounts.map((each) => each.id),
    advertiser_id: account?.id ?? null,
    pixel_id: account?.pixelId ?? null,
    identity_id: shown?.identity_id ?? null,
    identity_type: shown?.identity_type ?? null,
  };
}

function parseOverrides(input: Record<string, unknown>): Overrides {
  const { currency, disabled, no_identity, no_smart_plus, manual_flow_closed } = input;
  const known = Object.keys(RIYALS_PER_UNIT) as Identity["accounts"][number]["currency"][];
  const currencyMatch = known.find((each) => each === currency);
  if (currency !== undefined && !currencyMatch)
    throw new Refusal(`currency must be one of ${known.join(", ")}`);
  return {
    ...(currencyMatch ? { currency: currencyMatch } : {}),
    ...(disabled === true ? { disabled } : {}),
    ...(no_identity === true ? { noIdentity: true } : {}),
    ...(no_smart_plus === true ? { noSmartPlus: true } : {}),
    ...(manual_flow_closed === true ? { manualFlowClosed: true } : {}),
  };
}
