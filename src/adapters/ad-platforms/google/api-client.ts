import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type HttpRequest, type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { Throttle } from "../shared/throttle.ts";
import { toFault } from "./faults.ts";

export type Json = Record<string, unknown>;
/** One change of an account: `{ campaignOperation: { create: … } }`. */
export type Operation = Record<string, Json | undefined>;
/** The account a call is about, and the login account: a manager, or the account itself. */
export type Caller = { accessToken: string; organizationId: string; adAccountId: string };

type Options = {
  baseUrl: string;
  /** "v25" */
  apiVersion: string;
  developerToken?: string | undefined;
  clock: Clock;
  throttle: Throttle;
  timeoutMs?: number | undefined;
};
export type ApiClient = ReturnType<typeof makeApiClient>;

const page = z.looseObject({
  results: z.array(z.looseObject({})).default([]),
  nextPageToken: z.string().optional(),
});
const mutateResponse = z.looseObject({
  mutateOperationResponses: z.array(z.record(z.string(), z.looseObject({ resourceName: z.string() }))),
});

/** The Google Ads API over REST: query rows, and atomic mutations. */
export function makeApiClient({ baseUrl, apiVersion, developerToken, clock, throttle, timeoutMs }: Options) {
  function buildHeaders({ accessToken, organizationId }: Pick<Caller, "accessToken" | "organizationId">) {
    return {
      authorization: `Bearer ${accessToken}`,
      "login-customer-id": organizationId,
      // Retired in September 2026; ignored if it is still sent.
      ...(developerToken ? { "developer-token": developerToken } : {}),
    };
  }

  /** Returns a successful response; throws every other as its fault. */
  async function call(
    { accessToken }: { accessToken: string },
    request: HttpRequest,
    isWrite: boolean,
  ): Promise<HttpResponse> {
    await throttle(accessToken);
    const response = await send({ ...(timeoutMs ? { timeoutMs } : {}), ...request }, isWrite);
    if (response.status !== 200) throw toFault(response, isWrite, clock.now());
    return response;
  }

  return {
    /** All rows of a query, page by page. */
    async *rows<Schema extends z.ZodType>(
      caller: Caller,
      query: string,
      row: Schema,
    ): AsyncGenerator<z.output<Schema>[]> {
      const url = `${baseUrl}/${apiVersion}/customers/${caller.adAccountId}/googleAds:search`;
      let pageToken: string | undefined;
      do {
        const json = pageToken === undefined ? { query } : { query, pageToken };
        const response = await call(
          caller,
          { method: "POST", url, headers: buildHeaders(caller), json },
          false,
        );
        const { results, nextPageToken } = parseAs(page, response.json);
        yield results.map((raw) => parseAs(row, raw));
        pageToken = nextPageToken || undefined;
      } while (pageToken !== undefined);
    },
    /** Changes an account, all or nothing; returns the resource names in the order of the operations. */
    async mutate(caller: Caller, mutateOperations: Operation[]): Promise<string[]> {
      const url = `${baseUrl}/${apiVersion}/customers/${caller.adAccountId}/googleAds:mutate`;
      const response = await call(
        caller,
        { method: "POST", url, headers: buildHeaders(caller), json: { mutateOperations } },
        true,
      );
      const read = mutateResponse.safeParse(response.json);
      if (!read.success) throw new AdapterFault("outcome_unknown", { reason: "unreadable mutate response" });
      return read.data.mutateOperationResponses.map((one) => Object.values(one)[0]?.resourceName ?? "");
    },
    /** A GET without an account. */
    async getPath(accessToken: string, path: string): Promise<unknown> {
      const headers = {
        authorization: `Bearer ${accessToken}`,
        ...(developerToken ? { "developer-token": developerToken } : {}),
      };
      return (
        await call(
          { accessToken },
          { method: "GET", url: `${baseUrl}/${apiVersion}/${path}`, headers },
          false,
        )
      ).json;
    },
    /** One step of an upload: `target` is one of our paths, or the URL that the previous step returned. */
    upload(
      caller: Caller,
      target: { path: string } | { url: string },
      request: Pick<HttpRequest, "json" | "stream"> & { headers: Record<string, string> },
    ): Promise<HttpResponse> {
      const url =
        "url" in target ? sameHost(target.url) : `${baseUrl}/resumable/upload/${apiVersion}/${target.path}`;
      const headers = { ...buildHeaders(caller), ...request.headers };
      return call(caller, { ...request, method: "POST", url, headers, timeoutMs: uploadTimeoutMs }, true);
    },
  };

  /** Never sends our token to another host, whatever URL a response contains. */
  function sameHost(url: string): string {
    if (url.startsWith(`${baseUrl}/`)) return url;
    throw new AdapterFault("later", { reason: "an upload URL is on another host" });
  }
}

const uploadTimeoutMs = 300_000;

/** Queries are sent by POST but change nothing: repeating one without a response is safe. */
async function send(request: HttpRequest, isWrite: boolean): Promise<HttpResponse> {
  try {
    return await httpRequest(request);
  } catch (error) {
    if (isWrite || !isFault(error, "outcome_unknown")) throw error;
    throw new AdapterFault("later", { reason: error.reason, cause: error });
  }
}

/** Loads all rows of a query whose result is small. */
export async function loadRows<Schema extends z.ZodType>(
  client: ApiClient,
  caller: Caller,
  query: string,
  row: Schema,
): Promise<z.output<Schema>[]> {
  const found: z.output<Schema>[] = [];
  for await (const rows of client.rows(caller, query, row)) found.push(...rows);
  return found;
}

/** Quotes a text inside a query. */
export function quote(text: string): string {
  return `'${text.replaceAll(/[\\']/g, "\\$&")}'`;
}
