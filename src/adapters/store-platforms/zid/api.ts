import type { FormData } from "undici";
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
import { parseCredential, type ZidTokens } from "./credential.ts";
import type { ZidSettings } from "./settings.ts";

/** Zid allows 60 requests a minute for each store and need not say how long to wait. */
const defaultWaitSeconds = 20;

type Options = {
  /** Additional headers, for the products API. */
  headers?: (tokens: ZidTokens) => Record<string, string>;
  json?: object;
  multipart?: FormData;
  /** Statuses that are returned and not thrown as a fault. */
  accepted?: number[];
};

export type ZidApi = ReturnType<typeof zidApi>;

/** Calls to api.zid.sa with one store's tokens. Faults as the port specifies; after a 429 nothing is sent too early. */
export function zidApi({ apiUrl, timeoutMs = 30_000 }: ZidSettings, clock: Clock) {
  const backoff = makeBackoff("Zid", clock);

  return async function call(
    credential: string,
    method: HttpRequest["method"],
    path: string,
    { headers = managersHeaders, json, multipart, accepted = [] }: Options = {},
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    backoff.check(credential);
    const tokens = parseCredential(credential);
    const answer = await httpRequest({
      method,
      url: `${apiUrl}/v1${path}`,
      headers: { authorization: `Bearer ${tokens.partner}`, "accept-language": "ar", ...headers(tokens) },
      ...(json ? { json } : {}),
      ...(multipart ? { multipart } : {}),
      timeoutMs,
    });
    if (answer.status === 429) backoff.start(credential, computeWaitSeconds(answer, clock));
    if ((answer.status < 200 || answer.status >= 300) && !accepted.includes(answer.status))
      throw toFault(answer, method, clock);
    return { status: answer.status, body: record(answer.json) };
  };
}

const managersHeaders = ({ manager }: ZidTokens) => ({ "x-manager-token": manager });

const computeWaitSeconds = ({ headers }: HttpResponse, clock: Clock) =>
  retryAfterSeconds(headers, clock.now()) ?? defaultWaitSeconds;

/** The meaning of a status (docs.zid.sa, Responses). */
function toFault(answer: HttpResponse, method: string, clock: Clock): AdapterFault {
  const { status } = answer;
  const message = record(record(answer.json).message);
  const reason = `Zid ${status} ${asText(message.code, 60)}: ${asText(message.description, 300)}`;
  if (status === 429)
    return new AdapterFault("later", { reason, retryAfterSeconds: computeWaitSeconds(answer, clock) });
  if (status === 401) return new AdapterFault("reconnect", { reason });
  if (status === 403) return new AdapterFault("rejected", { reason, messageKey: "stores:scope_missing" });
  if (status >= 500 && method !== "GET") return new AdapterFault("outcome_unknown", { reason });
  return status >= 500
    ? new AdapterFault("later", { reason, retryAfterSeconds: 30 })
    : new AdapterFault("rejected", { reason });
}
