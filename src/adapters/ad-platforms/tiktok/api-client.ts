import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type HttpRequest, type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { Throttle } from "../shared/throttle.ts";
import { toCodeFault, toGatewayFault } from "./faults.ts";

export type Json = Record<string, unknown>;
type Options = {
  /** With the version: "https://business-api.tiktok.com/open_api/v1.3". */
  baseUrl: string;
  throttle: Throttle;
  clock: Clock;
  timeoutMs?: number | undefined;
};
export type ApiClient = ReturnType<typeof makeApiClient>;

const envelope = z.looseObject({ code: z.number(), message: z.string().optional(), data: z.unknown() });
const page = z.looseObject({
  list: z.array(z.record(z.string(), z.unknown())),
  page_info: z.looseObject({ page: z.number(), total_page: z.number() }),
});

/**
 * TikTok's HTTP conventions: a token header, paths with a trailing slash, JSON text in queries, errors inside an HTTP
 * 200.
 */
export function makeApiClient({ baseUrl, throttle, clock, timeoutMs }: Options) {
  type Call = Pick<HttpRequest, "method" | "json" | "stream" | "timeoutMs"> & { query?: Json };

  /** Returns the `data` of a response with code 0; throws every other as its fault. */
  async function call(
    accessToken: string | null,
    path: string,
    { query, ...request }: Call,
  ): Promise<unknown> {
    await throttle(accessToken ?? "");
    const response = await httpRequest({
      ...(timeoutMs ? { timeoutMs } : {}),
      ...request,
      url: `${baseUrl}${path}${query ? `?${formatQuery(query)}` : ""}`,
      headers: accessToken ? { "access-token": accessToken } : {},
    });
    return unwrapResponse(response, request.method !== "GET", clock.now());
  }

  const get = (accessToken: string, path: string, query: Json) =>
    call(accessToken, path, { method: "GET", query });

  return {
    get,
    post: (accessToken: string | null, path: string, json: Json) =>
      call(accessToken, path, { method: "POST", json }),
    upload: (
      accessToken: string,
      path: string,
      stream: NonNullable<HttpRequest["stream"]>,
      limitMs: number,
    ) => call(accessToken, path, { method: "POST", stream, timeoutMs: limitMs }),
    /** All objects of a list, page after page. */
    async *list(accessToken: string, path: string, query: Json, size = 1_000): AsyncGenerator<Json> {
      for (let pageNumber = 1; ; pageNumber += 1) {
        const pageQuery = { ...query, page: pageNumber, page_size: size };
        const { list, page_info } = parseAs(page, await get(accessToken, path, pageQuery));
        yield* list;
        if (pageNumber >= page_info.total_page) return;
      }
    },
  };
}

function unwrapResponse(response: HttpResponse, isWrite: boolean, now: Date): unknown {
  const body = envelope.safeParse(response.json);
  if (response.status !== 200 || !body.success) throw toGatewayFault(response, isWrite, now);
  const { code, message, data } = body.data;
  if (code !== 0) throw toCodeFault(code, message ?? "", isWrite, response, now);
  return data;
}

/** Lists and objects are sent in a query as JSON text; undefined values are left out. */
function formatQuery(query: Json): URLSearchParams {
  const texts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    texts.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return texts;
}
