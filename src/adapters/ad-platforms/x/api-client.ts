import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type HttpRequest, type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { isMissing, toFault } from "./faults.ts";
import { makeQuota } from "./quota.ts";
import { buildAuthorization, formatQuery } from "./signature.ts";
import { unpackToken } from "./tokens.ts";

export type Json = Record<string, unknown>;
/** An empty string removes a value; undefined is not sent. */
export type Parameters = Record<string, string | number | boolean | readonly string[] | null | undefined>;
type Method = "GET" | "POST" | "PUT" | "DELETE";
type Options = {
  /** With the version: `https://ads-api.x.com/12`, or the bare X API. */
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  clock: Clock;
  timeoutMs?: number | undefined;
};
type Call = Pick<HttpRequest, "json" | "stream" | "multipart" | "timeoutMs"> & {
  method: Method;
  path: string;
  parameters?: Parameters;
};
export type ApiClient = ReturnType<typeof makeApiClient>;

const envelope = z.looseObject({ data: z.unknown(), next_cursor: z.string().nullish() });
const object = z.record(z.string(), z.unknown());
const pageSize = 1_000;

/**
 * X's HTTP conventions: every call is signed, parameters are in the query, `data` in the response, cursors in lists.
 */
export function makeApiClient({ baseUrl, consumerKey, consumerSecret, clock, timeoutMs }: Options) {
  const quota = makeQuota();

  async function send(
    accessToken: string,
    { method, path, parameters, ...body }: Call,
  ): Promise<HttpResponse> {
    const textParameters = toTexts(parameters ?? {});
    const url = `${baseUrl}${path}`;
    const window = `${accessToken} ${method} ${path.replace(/\/[^/]*\d[^/]*$/, "")}`;
    quota.check(window, clock.now());
    const signed = { method, url, parameters: textParameters };
    const consumer = { consumerKey, consumerSecret };
    const response = await httpRequest({
      ...(timeoutMs ? { timeoutMs } : {}),
      ...body,
      method,
      url: Object.keys(textParameters).length > 0 ? `${url}?${formatQuery(textParameters)}` : url,
      headers: {
        authorization: buildAuthorization(consumer, unpackToken(accessToken), signed, { now: clock.now() }),
      },
    });
    quota.recordResponse(window, response);
    return response;
  }

  /** Returns the whole body of a successful response; throws every other as its fault. */
  async function call(accessToken: string, request: Call) {
    const isWrite = request.method !== "GET";
    return unwrapResponse(await send(accessToken, request), isWrite);
  }

  function unwrapResponse(response: HttpResponse, isWrite: boolean) {
    if (response.status < 200 || response.status > 299) throw toFault(response, isWrite, clock.now());
    const body = envelope.safeParse(response.json);
    if (!body.success) throw toUnreadableFault(isWrite);
    return body.data;
  }

  function parseObject(data: unknown, isWrite: boolean): Json {
    const found = object.safeParse(data);
    if (!found.success) throw toUnreadableFault(isWrite);
    return found.data;
  }

  return {
    call,
    async read(accessToken: string, path: string, parameters?: Parameters): Promise<Json> {
      const { data } = await call(accessToken, {
        method: "GET",
        path,
        ...(parameters ? { parameters } : {}),
      });
      return parseObject(data, false);
    },
    async write(accessToken: string, request: Call): Promise<Json> {
      return parseObject((await call(accessToken, request)).data, true);
    },
    /** All pages of a list. */
    async *list(accessToken: string, path: string, parameters: Parameters = {}): AsyncGenerator<Json> {
      let cursor: string | undefined;
      do {
        const page = { count: pageSize, ...parameters, cursor };
        const body = await call(accessToken, { method: "GET", path, parameters: page });
        for (const one of Array.isArray(body.data) ? body.data : []) yield parseObject(one, false);
        cursor = body.next_cursor ?? undefined;
      } while (cursor);
    },
    /** Deletes; an object that no longer exists counts as deleted. */
    async remove(accessToken: string, path: string): Promise<void> {
      const response = await send(accessToken, { method: "DELETE", path });
      if (!isMissing(response)) unwrapResponse(response, true);
    },
  };
}

function toTexts(parameters: Parameters): Record<string, string> {
  const textParameters: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined)
      textParameters[name] = value === null ? "" : Array.isArray(value) ? value.join(",") : String(value);
  return textParameters;
}

function toUnreadableFault(isWrite: boolean): AdapterFault {
  return new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason: "unreadable response" });
}
