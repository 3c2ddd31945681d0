import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type HttpRequest, type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import type { Pace } from "../shared/pace.ts";
import { readAs } from "../shared/read-as.ts";
import { codeFault, gatewayFault } from "./faults.ts";

export type Json = Record<string, unknown>;
type Options = {
  /** With the version: "https://business-api.tiktok.com/open_api/v1.3". */
  baseUrl: string;
  pace: Pace;
  clock: Clock;
  timeoutMs?: number | undefined;
};
export type Wire = ReturnType<typeof makeWire>;

const envelope = z.looseObject({ code: z.number(), message: z.string().optional(), data: z.unknown() });
const page = z.looseObject({
  list: z.array(z.record(z.string(), z.unknown())),
  page_info: z.looseObject({ page: z.number(), total_page: z.number() }),
});

/** TikTok's own manners: a token header, paths that end with a slash, JSON text in queries, errors inside an HTTP 200. */
export function makeWire({ baseUrl, pace, clock, timeoutMs }: Options) {
  type Ask = Pick<HttpRequest, "method" | "json" | "stream" | "timeoutMs"> & { query?: Json };

  /** The `data` of an answer that says 0; every other is thrown as its fault. */
  async function ask(accessToken: string | null, path: string, { query, ...request }: Ask): Promise<unknown> {
    await pace(accessToken ?? "");
    const answer = await httpRequest({
      ...(timeoutMs ? { timeoutMs } : {}),
      ...request,
      url: `${baseUrl}${path}${query ? `?${queryOf(query)}` : ""}`,
      headers: accessToken ? { "access-token": accessToken } : {},
    });
    return judge(answer, request.method !== "GET", clock.now());
  }

  const get = (accessToken: string, path: string, query: Json) =>
    ask(accessToken, path, { method: "GET", query });

  return {
    get,
    post: (accessToken: string | null, path: string, json: Json) =>
      ask(accessToken, path, { method: "POST", json }),
    upload: (
      accessToken: string,
      path: string,
      stream: NonNullable<HttpRequest["stream"]>,
      limitMs: number,
    ) => ask(accessToken, path, { method: "POST", stream, timeoutMs: limitMs }),
    /** All objects of a list, page after page. */
    async *list(accessToken: string, path: string, query: Json, size = 1_000): AsyncGenerator<Json> {
      for (let turn = 1; ; turn += 1) {
        const asked = { ...query, page: turn, page_size: size };
        const { list, page_info } = readAs(page, await get(accessToken, path, asked));
        yield* list;
        if (turn >= page_info.total_page) return;
      }
    },
  };
}

function judge(answer: HttpResponse, isWriting: boolean, now: Date): unknown {
  const body = envelope.safeParse(answer.json);
  if (answer.status !== 200 || !body.success) throw gatewayFault(answer, isWriting, now);
  const { code, message, data } = body.data;
  if (code !== 0) throw codeFault(code, message ?? "", isWriting, answer, now);
  return data;
}

/** Lists and objects stand in a query as JSON text; what is undefined is not sent. */
function queryOf(query: Json): URLSearchParams {
  const texts = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    texts.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return texts;
}
