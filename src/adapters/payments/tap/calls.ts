import { type HttpResponse, httpRequest, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

type Settings = { apiUrl: string; secretKey: string };

export type TapCalls = ReturnType<typeof makeTapCalls>;

/** At most 50 of a list in one response (Tap docs, List all Charges). */
const pageSize = 50;
/** More than that of one intent or one charge is not ours. */
const maxPages = 40;

/** Calls with the secret key (Tap docs, Authentication: a bearer token). Answers are JSON, errors too. */
export function makeTapCalls({ apiUrl, secretKey }: Settings) {
  const headers = { authorization: `Bearer ${secretKey}`, "user-agent": "Rawaj/1.0 (+payments)" };

  /** A read, also where Tap reads by POST: repeating it changes nothing. Null when there is no such object. */
  async function read(method: "GET" | "POST", path: string, json?: unknown): Promise<unknown> {
    const response = await httpRequest({ method, url: `${apiUrl}${path}`, headers, json, timeoutMs: 15_000 });
    if (response.status === 200) return response.json;
    if (response.status === 404 || isNothingFound(response)) return null;
    throw toFault(response, { isWrite: false });
  }

  /** A page of a list, newest first; `next` is the id after which the next page begins. */
  async function readPage(kind: "charges" | "refunds", filter: object, after: string | null) {
    const body = { ...filter, limit: pageSize, ...(after ? { starting_after: after } : {}) };
    const response = (await read("POST", `/v2/${kind}/list`, body)) as Record<string, unknown> | null;
    const items: unknown[] = Array.isArray(response?.[kind]) ? response[kind] : [];
    const last = items.at(-1) as { id?: unknown } | undefined;
    const hasMore = response?.has_more === true && typeof last?.id === "string";
    return { items, next: hasMore ? (last.id as string) : null };
  }

  return {
    get: (path: string) => read("GET", path),
    readPage,
    /** Each item of a list, newest first, from one page to the next. */
    async *list(kind: "charges" | "refunds", filter: object): AsyncGenerator<unknown> {
      let after: string | null = null;
      for (let page = 0; page < maxPages; page += 1) {
        const { items, next }: Awaited<ReturnType<typeof readPage>> = await readPage(kind, filter, after);
        yield* items;
        if (next === null) return;
        after = next;
      }
      throw new AdapterFault("outcome_unknown", { reason: `Tap's list of ${kind} does not end` });
    },
    async send(method: "POST" | "DELETE", path: string, json?: unknown): Promise<unknown> {
      const response = await httpRequest({ method, url: `${apiUrl}${path}`, headers, json });
      if (response.status >= 200 && response.status < 300) return response.json;
      if (response.status === 404 && method === "DELETE") return null;
      throw toFault(response, { isWrite: true });
    },
  };
}

/** An empty list is answered with 400 and a sentence instead of an empty list. */
const isNothingFound = ({ status, text }: HttpResponse) => status === 400 && /\bnot found\b/i.test(text);

type TapErrors = { errors?: { code?: unknown; description?: unknown }[] } | undefined;

function toFault(response: HttpResponse, { isWrite }: { isWrite: boolean }): AdapterFault {
  const { status, headers, json } = response;
  const first = (json as TapErrors)?.errors?.[0];
  const reason = `Tap ${status} ${String(first?.code ?? "")} ${String(first?.description ?? "")}`;
  if (status === 401 || status === 403) return new AdapterFault("reconnect", { reason });
  if (status === 429 || status === 503) {
    const wait = retryAfterSeconds(headers, new Date()) ?? 30;
    return new AdapterFault("later", { reason, retryAfterSeconds: wait });
  }
  // A failing server may have acted before it failed; 409: another request with this key is under way.
  if (status >= 500 || status === 409)
    return new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason });
  return new AdapterFault("rejected", { reason });
}
