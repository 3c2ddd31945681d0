import { createHmac } from "node:crypto";
import { z } from "zod";
import { type HttpRequest, type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { isMissing, toFault } from "./faults.ts";

export type Json = Record<string, unknown>;
type Options = { baseUrl: string; apiVersion: string; appSecret: string; timeoutMs?: number | undefined };
type SendOptions = Pick<HttpRequest, "json" | "stream" | "timeoutMs">;
export type Graph = ReturnType<typeof makeGraph>;

const pageSchema = z.looseObject({
  data: z.array(z.looseObject({})),
  paging: z
    .looseObject({ next: z.string().optional(), cursors: z.looseObject({ after: z.string() }).optional() })
    .optional(),
});
const batchSchema = z.array(z.looseObject({ code: z.number(), body: z.string() }).nullable());
/** Graph API, Batch requests: at most this many in one. */
const batchMax = 50;
const pageSize = 500;

/**
 * Meta's HTTP conventions: reads name their fields, writes are POSTs with JSON, every call proves that it comes from
 * the app (Graph API, Securing requests), and pages are followed by their cursors.
 */
export function makeGraph({ baseUrl, apiVersion, appSecret, timeoutMs }: Options) {
  const computeProof = (token: string) => createHmac("sha256", appSecret).update(token).digest("hex");

  async function send(
    method: HttpRequest["method"],
    path: string,
    token: string,
    query: Record<string, string>,
    options: SendOptions = {},
  ): Promise<HttpResponse> {
    const params = new URLSearchParams({ ...query, appsecret_proof: computeProof(token) });
    return httpRequest({
      ...(timeoutMs ? { timeoutMs } : {}),
      ...options,
      method,
      url: `${baseUrl}/${apiVersion}${path}?${params}`,
      headers: { authorization: `Bearer ${token}` },
    });
  }

  function unwrapResponse(response: HttpResponse, isWrite: boolean): Json {
    const body = z.looseObject({}).safeParse(response.json);
    if (response.status !== 200 || (body.success && body.data.error)) throw toFault(response, isWrite);
    if (body.success) return body.data;
    throw new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason: "unreadable response" });
  }

  const read = async (token: string, path: string, query: Record<string, string> = {}) =>
    unwrapResponse(await send("GET", path, token, query), false);

  return {
    read,
    /** Creates on an edge, or updates the object itself. */
    async write(token: string, path: string, fields: Json, options: SendOptions = {}): Promise<Json> {
      return unwrapResponse(await send("POST", path, token, {}, { json: fields, ...options }), true);
    },
    /** A POST that changes nothing: repeating it is safe. */
    async request(token: string, path: string, fields: Json): Promise<Json> {
      return unwrapResponse(await send("POST", path, token, {}, { json: fields }), false);
    },
    /** Sends a form with a streamed file in it. */
    async upload(token: string, path: string, stream: NonNullable<HttpRequest["stream"]>, limitMs: number) {
      return unwrapResponse(await send("POST", path, token, {}, { stream, timeoutMs: limitMs }), true);
    },
    /** Deletes; an object that no longer exists counts as deleted. */
    async remove(token: string, path: string): Promise<void> {
      const response = await send("DELETE", path, token, {});
      if (!isMissing(response.json)) unwrapResponse(response, true);
    },
    /** Removes what the fields name from an edge. */
    async removeWith(token: string, path: string, fields: Json): Promise<void> {
      unwrapResponse(await send("DELETE", path, token, {}, { json: fields }), true);
    },
    /**
     * All pages of an edge. The next page is requested by its cursor, because the link in the response contains the
     * token.
     */
    async *pages(token: string, path: string, query: Record<string, string>): AsyncGenerator<Json[]> {
      let after: string | undefined;
      do {
        const cursor: Record<string, string> = after === undefined ? {} : { after };
        const body = pageSchema.safeParse(
          await read(token, path, { limit: String(pageSize), ...query, ...cursor }),
        );
        if (!body.success) throw new AdapterFault("later", { reason: "a list without data" });
        yield body.data.data;
        after = body.data.paging?.next ? body.data.paging.cursors?.after : undefined;
      } while (after !== undefined);
    },
    /** Reads many nodes by their ids; those that are missing or not ours are left out. */
    async nodes(token: string, ids: readonly string[], fields: string): Promise<Json[]> {
      const found: Json[] = [];
      for (let from = 0; from < ids.length; from += batchMax) {
        const batch = ids.slice(from, from + batchMax).map((id) => ({
          method: "GET",
          relative_url: `${apiVersion}/${encodeURIComponent(id)}?fields=${fields}`,
        }));
        const response = await send("POST", "/", token, {}, { json: { batch } });
        if (response.status !== 200) throw toFault(response, false);
        found.push(...parseBatch(response));
      }
      return found;
    },
  };
}

/** The parts of a batch response, each as text. Null is a part that Meta did not finish in time. */
function parseBatch(response: HttpResponse): Json[] {
  const parts = batchSchema.safeParse(response.json);
  if (!parts.success) throw new AdapterFault("later", { reason: "unreadable batch" });
  return parts.data.flatMap((part) => {
    if (!part) throw new AdapterFault("later", { reason: "a part of a batch has no response" });
    const body: unknown = JSON.parse(part.body);
    if (part.code === 200) return [body as Json];
    if (isMissing(body)) return [];
    throw toFault({ status: part.code, headers: {}, text: part.body, json: body }, false);
  });
}
