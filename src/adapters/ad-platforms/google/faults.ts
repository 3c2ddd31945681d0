import { z } from "zod";
import { type HttpResponse, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault, type FaultKind } from "#base/shared/adapter-fault.ts";

/**
 * What Google refused, as its error codes ("campaignError.DUPLICATE_CAMPAIGN_NAME"); its messages must not be used for
 * branching.
 */
export class GoogleRefusal extends AdapterFault {
  readonly codes: readonly string[];

  constructor(
    kind: FaultKind,
    codes: readonly string[],
    details: ConstructorParameters<typeof AdapterFault>[1],
  ) {
    super(kind, details);
    this.codes = codes;
  }
}

export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof GoogleRefusal && error.codes.some((code) => codes.includes(code));
}

export function rejected(reason: string, messageKey?: string): AdapterFault {
  return new AdapterFault("rejected", { reason, ...(messageKey ? { messageKey } : {}) });
}

const failureSchema = z.looseObject({
  error: z.looseObject({
    message: z.string().optional(),
    details: z
      .array(
        z.looseObject({
          errors: z
            .array(
              z.looseObject({
                errorCode: z.record(z.string(), z.string()).optional(),
                message: z.string().optional(),
                location: z
                  .looseObject({
                    fieldPathElements: z.array(z.looseObject({ fieldName: z.string() })).optional(),
                  })
                  .optional(),
                details: z
                  .looseObject({
                    quotaErrorDetails: z.looseObject({ retryDelay: z.string().optional() }).optional(),
                  })
                  .optional(),
              }),
            )
            .optional(),
        }),
      )
      .optional(),
  }),
});
type Failure = z.output<typeof failureSchema>["error"];

/** A stream's failure is wrapped in a list. */
function parseFailure(json: unknown): Failure {
  const read = failureSchema.safeParse(Array.isArray(json) ? json[0] : json);
  return read.success ? read.data.error : {};
}

const listErrors = ({ details = [] }: Failure) => details.flatMap(({ errors = [] }) => errors);

function listCodes(failure: Failure): string[] {
  return listErrors(failure).flatMap(({ errorCode = {} }) =>
    Object.entries(errorCode).map(([group, code]) => `${group}.${code}`),
  );
}

/**
 * Maps a failed response to a fault (Google Ads API, Understand API errors; Quotas). A write that met a server error
 * may have taken effect, so it is looked up before it is repeated.
 */
export function toFault(response: HttpResponse, isWrite: boolean, now: Date): AdapterFault {
  const failure = parseFailure(response.json);
  const codes = listCodes(failure);
  const reason = formatReason(response, failure, codes);
  const known = toMessageKey(response.status, codes, failure);
  const details = { reason, ...(known ? { messageKey: known } : {}) };
  if (response.status === 401 && !codes.includes("authenticationError.CUSTOMER_NOT_FOUND"))
    return new GoogleRefusal("reconnect", codes, { reason, messageKey: "ad_accounts:lost_access_revoked" });
  if (response.status === 429)
    return new GoogleRefusal("later", codes, {
      reason,
      retryAfterSeconds: computeRetrySeconds(response, failure, codes, now),
    });
  if (response.status === 409 || codes.includes("databaseError.CONCURRENT_MODIFICATION"))
    return new GoogleRefusal("later", codes, { reason });
  if (response.status >= 400 && response.status < 500) return new GoogleRefusal("rejected", codes, details);
  return new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason });
}

function formatReason(response: HttpResponse, failure: Failure, codes: string[]): string {
  const messages = listErrors(failure).map(({ message }) => message ?? "");
  const text = messages.length > 0 ? messages : [failure.message ?? ""];
  const id = String(response.headers["request-id"] ?? "");
  return `${response.status} ${codes.join(", ")} ${text.join(" ")} ${id && `(${id})`}`.trim().slice(0, 500);
}

/** Cases the merchant can act on; the others show Google's own message. */
const messageKeys: Record<string, string> = {
  "campaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM": "budget_below_minimum",
  "campaignBudgetError.MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC": "budget_below_minimum",
  "campaignError.CONVERSION_TRACKING_NOT_ENABLED": "bidding_needs_pixel",
  "criterionError.INVALID_PROXIMITY_RADIUS": "radius_out_of_range",
  "criterionError.KEYWORD_TEXT_TOO_LONG": "keyword_too_long",
  "authorizationError.CUSTOMER_NOT_ENABLED": "account_disabled",
  "authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT": "account_disabled",
  "mutateError.RESOURCE_NOT_FOUND": "not_found_there",
  "contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE": "not_found_there",
  "adGroupAdError.CANNOT_OPERATE_ON_REMOVED_ADGROUPAD": "not_found_there",
  "authenticationError.CUSTOMER_NOT_FOUND": "not_found_there",
};

function toMessageKey(status: number, codes: string[], failure: Failure): string | undefined {
  const known = codes.map((code) => messageKeys[code]).find((key) => key !== undefined);
  if (known) return `ad_accounts:${known}`;
  if (status === 403) return "ad_accounts:not_permitted";
  if (!codes.includes("adError.LINE_TOO_WIDE")) return undefined;
  const path = listErrors(failure).flatMap(({ location }) => location?.fieldPathElements ?? []);
  const isDescription = path.some(({ fieldName }) => fieldName === "descriptions");
  return isDescription ? "ad_accounts:description_too_long" : "ad_accounts:headline_too_long";
}

/** Seconds to wait: until tomorrow for the daily quota; else what the details say; else a few seconds with jitter. */
function computeRetrySeconds(response: HttpResponse, failure: Failure, codes: string[], now: Date): number {
  const retrySeconds = listErrors(failure)
    .map(({ details }) => /^(\d+(?:\.\d+)?)s$/.exec(details?.quotaErrorDetails?.retryDelay ?? "")?.[1])
    .find((seconds) => seconds !== undefined);
  if (retrySeconds !== undefined) return Math.ceil(Number(retrySeconds));
  if (codes.includes("quotaError.RESOURCE_EXHAUSTED")) return 3_600;
  return retryAfterSeconds(response.headers, now) ?? 5 + Math.floor(Math.random() * 5);
}
