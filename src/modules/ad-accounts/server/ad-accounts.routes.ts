import type { FastifyInstance } from "fastify";
import { type HttpContext, mountCalls } from "#base/server/http/mount.ts";
import { authorizationCookie, mountOAuthCallback } from "#base/server/http/oauth-callback.ts";
import { adAccountsCalls } from "../contract/ad-accounts.calls.ts";
import type { Platform } from "../contract/platforms.ts";
import { listAccessibleAccounts, refreshAccessibleAccounts } from "./accessible-accounts.ts";
import type { AdAccountsDeps } from "./ad-accounts.deps.ts";
import { checkAdAccount } from "./check-ad-account.ts";
import { type AuthorizationOutcome, completeAuthorization } from "./complete-authorization.ts";
import { linkAdAccount } from "./link-ad-account.ts";
import { listAdAccounts } from "./list-ad-accounts.ts";
import {
  type AuthorizationRedirect,
  authorizationMinutes,
  startAuthorization,
  startReauthorization,
} from "./start-authorization.ts";
import { unlinkAdAccount } from "./unlink-ad-account.ts";

/** The module's calls, and for each platform its OAuth callback. */
export function mountAdAccounts(app: FastifyInstance, context: HttpContext, deps: AdAccountsDeps): void {
  const toRedirect = (
    { authorizationUrl, state }: AuthorizationRedirect,
    setHeader: (name: string, value: string) => void,
  ) => {
    setHeader("set-cookie", authorizationCookie(state, deps.publicUrl, authorizationMinutes * 60));
    return { authorization_url: authorizationUrl };
  };
  mountCalls(app, context, adAccountsCalls, {
    "POST Clients/AdAccounts/connect": async ({ session, body, setHeader }) =>
      toRedirect(await startAuthorization(deps, session, body), setHeader),
    "POST Clients/AdAccounts/reconnect": async ({ session, body, setHeader }) =>
      toRedirect(await startReauthorization(deps, session, body), setHeader),
    "GET Clients/AdAccounts/offers/{connection_id}": ({ session, db, params }) =>
      listAccessibleAccounts(db, session.merchantId, params.connection_id),
    "POST Clients/AdAccounts/refresh-offers": ({ session, body }) =>
      refreshAccessibleAccounts(deps, session.merchantId, body.connection_id),
    "POST Clients/AdAccounts/link": ({ session, body }) => linkAdAccount(deps, session.merchantId, body),
    "GET Clients/AdAccounts/index": ({ session, db }) =>
      listAdAccounts(db, session.merchantId, deps.platforms, deps.systemClock.now()),
    "POST Clients/AdAccounts/check": ({ session, body }) =>
      checkAdAccount(deps, session.merchantId, body.ad_account_id),
    "POST Clients/AdAccounts/disconnect": ({ session, body }) =>
      unlinkAdAccount(deps, session.merchantId, body.ad_account_id),
  });
  for (const platform of Object.keys(deps.platforms) as Platform[])
    mountOAuthCallback(app, context, platform, async (callback, reply) => {
      const outcome = await completeAuthorization(deps, { platform, ...callback });
      return reply.redirect(toReturnUrl(deps.publicUrl, outcome), 303);
    });
}

/** The page of ours where the authorization started. */
function toReturnUrl(publicUrl: string, { path, result, connectionId }: AuthorizationOutcome): string {
  const query = new URLSearchParams({ ad_result: result });
  if (connectionId) query.set("connection", connectionId);
  return `${publicUrl}${path}?${query}`;
}
