import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { mountOAuthCallback } from "#base/server/oauth/browser-callback.ts";
import type { OpenedAuthorization } from "#base/server/oauth/open-authorization.ts";
import { adAccountsCalls } from "../contract/ad-accounts.calls.ts";
import type { Platform } from "../contract/platforms.ts";
import { listAccessibleAccounts, refreshAccessibleAccounts } from "./accessible-accounts.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { checkAdAccount } from "./check-ad-account.ts";
import { type AuthorizationOutcome, completeAuthorization } from "./complete-authorization.ts";
import { linkAdAccount } from "./link-ad-account.ts";
import { listAdAccounts } from "./list-ad-accounts.ts";
import { startAuthorization, startReauthorization } from "./start-authorization.ts";
import { unlinkAdAccount } from "./unlink-ad-account.ts";

/** The module's calls, and for each platform its OAuth callback. */
export function mountAdAccounts(app: FastifyInstance, context: HttpContext, deps: AdAccountsDeps): void {
  const start = startAuthorization(deps);
  const restart = startReauthorization(deps);
  const refresh = refreshAccessibleAccounts(deps);
  const link = linkAdAccount(deps);
  const list = listAdAccounts(deps);
  const check = checkAdAccount(deps);
  const unlink = unlinkAdAccount(deps);
  const complete = completeAuthorization(deps);
  const toRedirect = (
    { authorizationUrl, cookie }: OpenedAuthorization,
    setHeader: (name: string, value: string) => void,
  ) => {
    setHeader("set-cookie", cookie);
    return { authorization_url: authorizationUrl };
  };
  mountCalls(app, context, adAccountsCalls, {
    "POST Clients/AdAccounts/connect": async ({ ctx, body, setHeader }) =>
      toRedirect(await start(ctx, body), setHeader),
    "POST Clients/AdAccounts/reconnect": async ({ ctx, body, setHeader }) =>
      toRedirect(await restart(ctx, body), setHeader),
    "GET Clients/AdAccounts/offers/{connection_id}": ({ ctx, params }) =>
      listAccessibleAccounts(ctx, { connectionId: params.connection_id }),
    "POST Clients/AdAccounts/refresh-offers": ({ ctx, body }) =>
      refresh(ctx, { connectionId: body.connection_id }),
    "POST Clients/AdAccounts/link": ({ ctx, body }) =>
      link(ctx, {
        connectionId: body.connection_id,
        organizationId: body.organization_id,
        platformAccountId: body.ad_account_id,
        profileId: body.profile_id,
      }),
    "GET Clients/AdAccounts/index": ({ ctx }) => list(ctx),
    "POST Clients/AdAccounts/check": ({ ctx, body }) => check(ctx, { adAccountId: body.ad_account_id }),
    "POST Clients/AdAccounts/disconnect": ({ ctx, body }) => unlink(ctx, { adAccountId: body.ad_account_id }),
  });
  for (const platform of Object.keys(deps.platforms) as Platform[])
    mountOAuthCallback(app, context, platform, async (callback, reply) => {
      const outcome = await complete({ platform, ...callback });
      return reply.redirect(toReturnUrl(deps.publicUrl, outcome), 303);
    });
}

/** The page of ours where the authorization started. */
function toReturnUrl(publicUrl: string, { path, result, connectionId }: AuthorizationOutcome): string {
  const query = new URLSearchParams({ ad_result: result });
  if (connectionId) query.set("connection", connectionId);
  return `${publicUrl}${path}?${query}`;
}
