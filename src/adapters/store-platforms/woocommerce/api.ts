import type { Clock } from "#base/server/clock.ts";
import {
  type HttpRequest,
  type HttpResponse,
  httpRequest,
  retryAfterSeconds,
} from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { makeBackoff } from "../shared/backoff.ts";
import { asText, record } from "../shared/read.ts";
import { parseCredential, type SiteKey } from "./credential.ts";
import type { WooCommerceSettings } from "./settings.ts";
import { addressAt, checkSite, parseErrorCode } from "./site.ts";

/** Sites and their proxies need not say how long to wait. */
const defaultWaitSeconds = 60;

type Options = {
  query?: Record<string, string>;
  json?: object;
  /** Statuses that are returned and not thrown as a fault. */
  accepted?: number[];
};
export type SiteAnswer = { status: number; body: unknown; headers: HttpResponse["headers"] };
export type SiteApi = ReturnType<typeof siteApi>;

/** Calls to `wc/v3` of one site with its key. Faults as the port specifies; after a 429 nothing is sent too early. */
export function siteApi(settings: WooCommerceSettings, clock: Clock) {
  const backoff = makeBackoff("the site", clock);

  return async function call(
    credential: string,
    method: HttpRequest["method"],
    path: string,
    { query = {}, json, accepted = [] }: Options = {},
  ): Promise<SiteAnswer> {
    backoff.check(credential);
    const site = parseCredential(credential);
    const { publicOnly } = checkSite(site.site, settings);
    const { headers, params } = toKeyAuth(site);
    const answer = await httpRequest({
      method,
      url: addressAt(site, `/wc/v3${path}`, { ...query, ...params }),
      headers,
      publicOnly,
      ...(json ? { json } : {}),
      timeoutMs: settings.timeoutMs ?? 30_000,
    });
    if (answer.status === 429) backoff.start(credential, computeWaitSeconds(answer, clock));
    const isAccepted = (answer.status >= 200 && answer.status < 300) || accepted.includes(answer.status);
    if (!isAccepted || (answer.json === undefined && !accepted.includes(answer.status)))
      throw toFault(answer, method, clock);
    return { status: answer.status, body: answer.json, headers: answer.headers };
  };
}

type KeyAuth = { headers: Record<string, string>; params: Record<string, string> };

/** The key in the header, or in the query where the host removes the header. */
export function toKeyAuth({
  key,
  secret,
  authLocation,
}: Pick<SiteKey, "key" | "secret" | "authLocation">): KeyAuth {
  const basic = Buffer.from(`${key}:${secret}`).toString("base64");
  return authLocation === "header"
    ? { headers: { authorization: `Basic ${basic}` }, params: {} }
    : { headers: {}, params: { consumer_key: key, consumer_secret: secret } };
}

const computeWaitSeconds = ({ headers }: HttpResponse, clock: Clock) =>
  retryAfterSeconds(headers, clock.now()) ?? defaultWaitSeconds;

/**
 * The meaning of a status. Only WordPress itself answers in JSON: a 401 in HTML is a password in front of the site, a
 * 403 in HTML its firewall, a page in place of a response its maintenance mode.
 */
function toFault(answer: HttpResponse, method: string, clock: Clock): AdapterFault {
  const { status } = answer;
  const code = parseErrorCode(answer);
  const message = asText(record(answer.json).message, 300);
  const reason = `WooCommerce ${status} ${code || "(not JSON)"}: ${message}`;
  if (status === 429)
    return new AdapterFault("later", { reason, retryAfterSeconds: computeWaitSeconds(answer, clock) });
  if (status === 401 && code !== "") {
    // A key without the scope is still a valid key.
    return / permissions/.test(message)
      ? new AdapterFault("rejected", { reason, messageKey: "stores:scope_missing" })
      : new AdapterFault("reconnect", { reason });
  }
  if (status >= 500 && method !== "GET") return new AdapterFault("outcome_unknown", { reason });
  if (status >= 500 || status < 300) return new AdapterFault("later", { reason, retryAfterSeconds: 30 });
  return new AdapterFault("rejected", { reason });
}
