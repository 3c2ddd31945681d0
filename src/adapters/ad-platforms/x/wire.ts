import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type HttpRequest, type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import { faultOf, isMissing } from "./faults.ts";
import { makeQuota } from "./quota.ts";
import { authorizationOf, queryOf } from "./signature.ts";
import { unpackToken } from "./tokens.ts";

export type Json = Record<string, unknown>;
/** An empty text takes a value away; undefined is not sent. */
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
type Ask = Pick<HttpRequest, "json" | "stream" | "multipart" | "timeoutMs"> & {
  method: Method;
  path: string;
  parameters?: Parameters;
};
export type Wire = ReturnType<typeof makeWire>;

const envelope = z.looseObject({ data: z.unknown(), next_cursor: z.string().nullish() });
const object = z.record(z.string(), z.unknown());
const pageSize = 1_000;

/** X's manners over HTTP: every call signed, parameters in the query, `data` in the answer, cursors in lists. */
export function makeWire({ baseUrl, consumerKey, consumerSecret, clock, timeoutMs }: Options) {
  const quota = makeQuota();

  async function send(
    accessToken: string,
    { method, path, parameters, ...body }: Ask,
  ): Promise<HttpResponse> {
    const sent = texts(parameters ?? {});
    const url = `${baseUrl}${path}`;
    const window = `${accessToken} ${method} ${path.replace(/\/[^/]*\d[^/]*$/, "")}`;
    quota.check(window, clock.now());
    const signed = { method, url, parameters: sent };
    const consumer = { consumerKey, consumerSecret };
    const answer = await httpRequest({
      ...(timeoutMs ? { timeoutMs } : {}),
      ...body,
      method,
      url: Object.keys(sent).length > 0 ? `${url}?${queryOf(sent)}` : url,
      headers: {
        authorization: authorizationOf(consumer, unpackToken(accessToken), signed, { now: clock.now() }),
      },
    });
    quota.learn(window, answer);
    return answer;
  }

  /** The whole body of an answer that went well; every other is thrown as its fault. */
  async function ask(accessToken: string, request: Ask) {
    const isWriting = request.method !== "GET";
    return judge(await send(accessToken, request), isWriting);
  }

  function judge(answer: HttpResponse, isWriting: boolean) {
    if (answer.status < 200 || answer.status > 299) throw faultOf(answer, isWriting, clock.now());
    const body = envelope.safeParse(answer.json);
    if (!body.success) throw unreadable(isWriting);
    return body.data;
  }

  function objectIn(data: unknown, isWriting: boolean): Json {
    const found = object.safeParse(data);
    if (!found.success) throw unreadable(isWriting);
    return found.data;
  }

  return {
    ask,
    async read(accessToken: string, path: string, parameters?: Parameters): Promise<Json> {
      const { data } = await ask(accessToken, { method: "GET", path, ...(parameters ? { parameters } : {}) });
      return objectIn(data, false);
    },
    async write(accessToken: string, request: Ask): Promise<Json> {
      return objectIn((await ask(accessToken, request)).data, true);
    },
    /** All pages of a list. */
    async *list(accessToken: string, path: string, parameters: Parameters = {}): AsyncGenerator<Json> {
      let cursor: string | undefined;
      do {
        const page = { count: pageSize, ...parameters, cursor };
        const body = await ask(accessToken, { method: "GET", path, parameters: page });
        for (const one of Array.isArray(body.data) ? body.data : []) yield objectIn(one, false);
        cursor = body.next_cursor ?? undefined;
      } while (cursor);
    },
    /** Deletes; what is already gone counts as deleted. */
    async remove(accessToken: string, path: string): Promise<void> {
      const answer = await send(accessToken, { method: "DELETE", path });
      if (!isMissing(answer)) judge(answer, true);
    },
  };
}

function texts(parameters: Parameters): Record<string, string> {
  const sent: Record<string, string> = {};
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined)
      sent[name] = value === null ? "" : Array.isArray(value) ? value.join(",") : String(value);
  return sent;
}

function unreadable(isWriting: boolean): AdapterFault {
  return new AdapterFault(isWriting ? "outcome_unknown" : "later", { reason: "unreadable answer" });
}
