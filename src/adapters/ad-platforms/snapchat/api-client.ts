import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type HttpRequest, type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Throttle } from "../shared/throttle.ts";
import { isMissing, rejected, toFault, toItemFault } from "./faults.ts";

export type Json = Record<string, unknown>;
/** Responses are lists under the plural key; each object is wrapped under the singular key. */
const singular = {
  campaigns: "campaign",
  adsquads: "adsquad",
  ads: "ad",
  creatives: "creative",
  media: "media",
  organizations: "organization",
  pixels: "pixel",
  public_profiles: "public_profile",
  segments: "segment",
} as const;
export type Plural = keyof typeof singular;

type Call = Omit<HttpRequest, "url" | "headers"> & {
  accessToken: string;
  /** A POST that changes nothing: repeating it is safe. */
  isReadOnly?: true;
};
type Options = { baseUrl: string; throttle: Throttle; clock: Clock; timeoutMs?: number | undefined };
export type ApiClient = ReturnType<typeof makeApiClient>;

const envelope = z.looseObject({
  request_status: z.string(),
  paging: z.looseObject({ next_link: z.string().optional() }).optional(),
});
const item = z.looseObject({
  sub_request_status: z.string().optional(),
  sub_request_error_reason: z.string().optional(),
});

/** Snapchat's HTTP conventions: bearer token, wrapped lists, paging links, and failures inside an HTTP 200. */
export function makeApiClient({ baseUrl, throttle, clock, timeoutMs }: Options) {
  /** Returns the body of a response that says SUCCESS; throws every other as its fault. */
  async function call(path: string, { accessToken, isReadOnly, ...request }: Call): Promise<Json> {
    const isWrite = request.method !== "GET" && !isReadOnly;
    return unwrapResponse(await send(path, accessToken, request), isWrite);
  }

  async function send(path: string, accessToken: string, request: Omit<Call, "accessToken" | "isReadOnly">) {
    await throttle(accessToken);
    return httpRequest({
      ...(timeoutMs ? { timeoutMs } : {}),
      ...request,
      url: `${baseUrl}${path}`,
      headers: { authorization: `Bearer ${accessToken}` },
    });
  }

  function unwrapResponse(response: HttpResponse, isWrite: boolean): Json {
    if (response.status !== 200) throw toFault(response, isWrite, clock.now());
    const body = envelope.safeParse(response.json);
    if (!body.success)
      throw new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason: "unreadable response" });
    if (!isSuccess(body.data.request_status)) throw rejected(JSON.stringify(response.json).slice(0, 500));
    return body.data;
  }

  return {
    call,
    /** Writes one object and returns its new state. Items can fail inside an HTTP 200. */
    async write(
      accessToken: string,
      method: "POST" | "PUT",
      path: string,
      plural: Plural,
      object: Json,
    ): Promise<Json> {
      const body = await call(path, { accessToken, method, json: { [plural]: [object] } });
      const [written] = parseObjects(body, plural);
      if (!written) throw new AdapterFault("outcome_unknown", { reason: `no ${plural} in the response` });
      return written;
    },
    async readOne(accessToken: string, path: string, plural: Plural): Promise<Json> {
      const [found] = parseObjects(await call(path, { accessToken, method: "GET" }), plural);
      if (!found) throw rejected(`nothing at ${path}`, "ad_accounts:not_found_there");
      return found;
    },
    /** All pages of a list, in order of creation. */
    async *list(accessToken: string, path: string, plural: Plural, limit = 1_000): AsyncGenerator<Json> {
      let next: string | undefined = `${path}${path.includes("?") ? "&" : "?"}limit=${limit}`;
      while (next !== undefined) {
        const body: Json = await call(next, { accessToken, method: "GET" });
        yield* parseObjects(body, plural);
        next = parseNextPath(body, baseUrl);
      }
    },
    /** Deletes; an object that no longer exists counts as deleted. */
    async remove(accessToken: string, path: string): Promise<void> {
      const response = await send(path, accessToken, { method: "DELETE" });
      if (!isMissing(response)) unwrapResponse(response, true);
    },
  };
}

const isSuccess = (status: string) => status.toUpperCase() === "SUCCESS";

/** The objects of a response; throws the fault of the first item that failed. */
function parseObjects(body: Json, plural: Plural): Json[] {
  return parseWrappers(body, plural).map((wrapper) => {
    if (!isSuccess(wrapper.sub_request_status ?? "SUCCESS"))
      throw toItemFault(wrapper.sub_request_error_reason ?? "refused without a reason");
    return wrapper[singular[plural]] as Json;
  });
}

/** The objects that were found. A missing object fails its own item, not the whole response. */
export function findObjects(body: Json, plural: Plural): Json[] {
  return parseWrappers(body, plural)
    .filter((wrapper) => isSuccess(wrapper.sub_request_status ?? "SUCCESS"))
    .map((wrapper) => wrapper[singular[plural]] as Json);
}

function parseWrappers(body: Json, plural: Plural) {
  const list = z.array(item).safeParse(body[plural] ?? []);
  return list.success ? list.data : [];
}

/** The path of the next page. A link to another host is refused, so that our token is never sent there. */
export function parseNextPath(body: Json, baseUrl: string): string | undefined {
  const link = (body.paging as { next_link?: string } | undefined)?.next_link;
  if (!link) return undefined;
  if (!link.startsWith(`${baseUrl}/`))
    throw new AdapterFault("later", { reason: "a paging link is on another host" });
  return link.slice(baseUrl.length);
}
