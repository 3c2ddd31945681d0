import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { PlatformTokens } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { parseCodeCallback } from "../shared/code-callback.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AuthPart } from "../shared/parts.ts";
import { rejected, toFault } from "./faults.ts";
import type { Graph } from "./graph.ts";

/** Scopes: manage ads and read their figures, and the Pages and Instagram accounts that ads appear under. */
const scopes = [
  "ads_management",
  "ads_read",
  "business_management",
  "pages_show_list",
  "pages_read_engagement",
  "pages_manage_ads",
  "instagram_basic",
];
/** Without one of these nothing can be created. */
const requiredScopes = ["ads_management", "pages_show_list"];

type Options = {
  graph: Graph;
  apiUrl: string;
  dialogUrl: string;
  apiVersion: string;
  appId: string;
  appSecret: string;
  clock: Clock;
  timeoutMs?: number | undefined;
};

const tokenResponseSchema = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive().optional(),
});
const permissionsSchema = z.looseObject({
  data: z.array(z.looseObject({ permission: z.string(), status: z.string() })),
});

/**
 * Facebook Login (manual flow). It supports no PKCE, so the challenge is not sent, and no refresh token: the one-hour
 * token is exchanged immediately for one of sixty days, after which the merchant links again.
 */
export function makeAuth({
  graph,
  apiUrl,
  dialogUrl,
  apiVersion,
  appId,
  appSecret,
  clock,
  timeoutMs,
}: Options): AuthPart {
  async function requestToken(query: Record<string, string>) {
    const params = new URLSearchParams({ client_id: appId, client_secret: appSecret, ...query });
    const url = `${apiUrl}/${apiVersion}/oauth/access_token?${params}`;
    const response = await httpRequest({ method: "GET", url, ...(timeoutMs ? { timeoutMs } : {}) });
    if (response.status === 200) return parseAs(tokenResponseSchema, response.json);
    const fault = toFault(response, false);
    if (fault.kind === "later") throw fault;
    throw rejected(fault.reason, "ad_accounts:consent_not_valid");
  }

  return {
    async startAuthorization({ state, redirectUri }) {
      const query = new URLSearchParams({
        client_id: appId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: scopes.join(","),
        state,
      });
      return { url: `${dialogUrl}/${apiVersion}/dialog/oauth?${query}`, state, secret: null };
    },
    parseCallback: parseCodeCallback,
    async exchangeCode({ query, redirectUri }): Promise<PlatformTokens> {
      const shortLived = await requestToken({ code: query.code ?? "", redirect_uri: redirectUri });
      const longLived = await requestToken({
        grant_type: "fb_exchange_token",
        fb_exchange_token: shortLived.access_token,
      });
      const granted = await listGrantedScopes(graph, longLived.access_token);
      const missing = requiredScopes.filter((scope) => !granted.includes(scope));
      if (missing.length > 0) throw rejected(`missing ${missing.join(", ")}`, "ad_accounts:scopes_missing");
      const { expires_in } = longLived;
      return {
        accessToken: longLived.access_token,
        refreshToken: null,
        expiresAt: expires_in === undefined ? null : new Date(clock.now().getTime() + expires_in * 1_000),
        scopes: granted,
      };
    },
    async refresh() {
      const reason = "Meta tokens cannot be refreshed: the user must link again";
      throw new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_access_revoked" });
    },
  };
}

/** The permissions the user granted: each can be withheld in the dialog. */
async function listGrantedScopes(graph: Graph, token: string): Promise<string[]> {
  const { data } = parseAs(permissionsSchema, await graph.read(token, "/me/permissions"));
  return data.filter(({ status }) => status === "granted").map(({ permission }) => permission);
}
