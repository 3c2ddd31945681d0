import { z } from "zod";
import type { Clock } from "#base/server/clock.ts";
import { type HttpResponse, httpRequest } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { Throttle } from "../shared/throttle.ts";
import { rejected, toFault } from "./faults.ts";

export type Json = Record<string, unknown>;
export type DataManagerClient = ReturnType<typeof makeDataManagerClient>;

type Options = {
  /** datamanager.googleapis.com */
  dataManagerUrl: string;
  clock: Clock;
  throttle: Throttle;
  timeoutMs?: number | undefined;
};

const statusSchema = z.looseObject({
  error: z.looseObject({
    message: z.string().default(""),
    status: z.string().default(""),
    details: z
      .array(
        z.looseObject({
          reason: z.string().optional(),
          fieldViolations: z
            .array(
              z.looseObject({
                field: z.string(),
                description: z.string().default(""),
                reason: z.string().optional(),
              }),
            )
            .optional(),
        }),
      )
      .default([]),
  }),
});

/** Scopes or terms that only the merchant can grant: not the fault of one record (Data Manager API, error reasons). */
const accountReasons = /SCOPE_INSUFFICIENT|PERMISSION|TERMS|NOT_ENABLED|DESTINATION_ACCOUNT|AUTHORIZATION/;

/** Google's Data Manager API v1 over REST: a bearer token, no developer token; the accounts stand in the body. */
export function makeDataManagerClient({ dataManagerUrl, clock, throttle, timeoutMs }: Options) {
  async function call(
    method: "GET" | "POST" | "DELETE",
    token: string,
    path: string,
    json?: Json,
  ): Promise<unknown> {
    await throttle(token);
    const response = await httpRequest({
      ...(timeoutMs ? { timeoutMs } : {}),
      method,
      url: `${dataManagerUrl}/v1/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(json === undefined ? {} : { json }),
    });
    if (response.status === 200) return response.json;
    throw toRequestFault(response, method !== "GET", clock.now());
  }

  return {
    post: (token: string, path: string, json: Json) => call("POST", token, path, json),
    get: (token: string, path: string) => call("GET", token, path),
    remove: (token: string, path: string) => call("DELETE", token, path),
  };
}

/**
 * The API fails fast: one invalid record refuses the whole request (Data Manager API, Understand API errors). A refusal
 * of the account has a message of ours, a refusal of a record has none.
 */
function toRequestFault(response: HttpResponse, isWrite: boolean, now: Date): AdapterFault {
  if (response.status === 404) return rejected("404 not found", "ad_accounts:not_found_there");
  const found = statusSchema.safeParse(response.json);
  if (!found.success || ![400, 403].includes(response.status)) return toFault(response, isWrite, now);
  const { message, status, details } = found.data.error;
  const reasons = details.flatMap(({ reason, fieldViolations = [] }) => [
    ...(reason ? [reason] : []),
    ...fieldViolations.map((violation) => `${violation.field} ${violation.reason ?? violation.description}`),
  ]);
  const reason = `${response.status} ${reasons.join(", ") || status} ${message}`.slice(0, 500);
  const isAccounts = response.status === 403 || accountReasons.test(reasons.join(" "));
  if (!isAccounts) return rejected(reason);
  return rejected(reason, "ad_accounts:conversions_not_permitted");
}

/** The account that receives data, and the one whose person sends it. */
export const toDestination = (
  { adAccountId, organizationId }: { adAccountId: string; organizationId: string },
  productDestinationId: string,
): Json => ({
  operatingAccount: { accountType: "GOOGLE_ADS", accountId: adAccountId },
  loginAccount: { accountType: "GOOGLE_ADS", accountId: organizationId },
  productDestinationId,
});

/** What Google answers a request that it will process. */
export function readRequestId(json: unknown): string {
  const found = z.looseObject({ requestId: z.string().min(1) }).safeParse(json);
  if (found.success) return found.data.requestId;
  throw new AdapterFault("outcome_unknown", { reason: "no request id in the answer" });
}
