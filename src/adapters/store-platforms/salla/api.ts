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
import type { SallaSettings } from "./settings.ts";

type NotFoundOption = { /** The value a 404 returns instead of a fault. */ missing: null };

export type SallaApi = ReturnType<typeof sallaApi>;

/**
 * Calls to api.salla.dev with one store's token. Faults as the port specifies; after a 429 nothing is sent too early.
 */
export function sallaApi(
  { apiUrl, timeoutMs = 30_000 }: Pick<SallaSettings, "apiUrl" | "timeoutMs">,
  clock: Clock,
) {
  const backoff = makeBackoff("Salla", clock);

  async function send(credential: string, method: HttpRequest["method"], path: string, json?: object) {
    backoff.check(credential);
    const answer = await httpRequest({
      method,
      url: `${apiUrl}/admin/v2${path}`,
      headers: { authorization: `Bearer ${credential}` },
      ...(json ? { json } : {}),
      timeoutMs,
    });
    if (answer.status === 429)
      backoff.start(credential, retryAfterSeconds(answer.headers, clock.now()) ?? 30);
    return answer;
  }

  return {
    async get(credential: string, path: string, options?: NotFoundOption): Promise<unknown> {
      const answer = await send(credential, "GET", path);
      if (answer.status === 404 && options) return options.missing;
      return unwrapResponse(answer, clock);
    },
    async post(credential: string, path: string, json: object): Promise<unknown> {
      return unwrapResponse(await send(credential, "POST", path, json), clock);
    },
    async put(credential: string, path: string, json: object): Promise<unknown> {
      return unwrapResponse(await send(credential, "PUT", path, json), clock);
    },
    async remove(credential: string, path: string): Promise<void> {
      const answer = await send(credential, "DELETE", path);
      if (answer.status !== 404) unwrapResponse(answer, clock);
    },
  };
}

/** The body of a success, or the fault that the status means (Salla docs, Responses). */
function unwrapResponse(answer: HttpResponse, clock: Clock): unknown {
  if (answer.status >= 200 && answer.status < 300) return answer.json ?? {};
  const error = record(record(answer.json).error);
  const reason = `Salla ${answer.status} ${asText(error.code, 60)}: ${asText(error.message, 300)}`;
  if (answer.status === 429) {
    const wait = retryAfterSeconds(answer.headers, clock.now()) ?? 30;
    throw new AdapterFault("later", { reason, retryAfterSeconds: wait });
  }
  if (answer.status >= 500) throw new AdapterFault("later", { reason, retryAfterSeconds: 30 });
  if (answer.status !== 401) throw new AdapterFault("rejected", { reason });
  // A 401 has five causes. A missing scope is not fixed by new tokens of the same grant, and does not mean revoked
  // access.
  if (/scope/i.test(asText(error.message))) {
    throw new AdapterFault("rejected", { reason, messageKey: "stores:scope_missing" });
  }
  throw new AdapterFault("reconnect", { reason });
}
