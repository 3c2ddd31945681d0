import { z } from "zod";
import { type HttpResponse, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault, type FaultKind } from "#base/shared/adapter-fault.ts";

/** What Google found wrong, by its own codes ("campaignError.DUPLICATE_CAMPAIGN_NAME"): its words are not for branching. */
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

export function refusedWith(error: unknown, ...codes: string[]): boolean {
  return error instanceof GoogleRefusal && error.codes.some((code) => codes.includes(code));
}

export function rejected(reason: string, messageKey?: string): AdapterFault {
  return new AdapterFault("rejected", { reason, ...(messageKey ? { messageKey } : {}) });
}

const failureShape = z.looseObject({
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
type Failure = z.output<typeof failureShape>["error"];

/** A stream's failure comes in a list. */
function failureIn(json: unknown): Failure {
  const read = failureShape.safeParse(Array.isArray(json) ? json[0] : json);
  return read.success ? read.data.error : {};
}

const problemsIn = ({ details = [] }: Failure) => details.flatMap(({ errors = [] }) => errors);

function codesOf(failure: Failure): string[] {
  return problemsIn(failure).flatMap(({ errorCode = {} }) =>
    Object.entries(errorCode).map(([group, code]) => `${group}.${code}`),
  );
}

/**
 * What a refused answer means for us (Google Ads API, Understand API errors; Quotas).
 * A writing that met a server error may have been done, so it is looked up before it is repeated.
 */
export function faultOf(answer: HttpResponse, isWriting: boolean, now: Date): AdapterFault {
  const failure = failureIn(answer.json);
  const codes = codesOf(failure);
  const reason = reasonOf(answer, failure, codes);
  const known = keyOf(answer.status, codes, failure);
  const details = { reason, ...(known ? { messageKey: known } : {}) };
  if (answer.status === 401 && !codes.includes("authenticationError.CUSTOMER_NOT_FOUND"))
    return new GoogleRefusal("reconnect", codes, { reason, messageKey: "ad_accounts:lost_access_revoked" });
  if (answer.status === 429)
    return new GoogleRefusal("later", codes, {
      reason,
      retryAfterSeconds: waitOf(answer, failure, codes, now),
    });
  if (answer.status === 409 || codes.includes("databaseError.CONCURRENT_MODIFICATION"))
    return new GoogleRefusal("later", codes, { reason });
  if (answer.status >= 400 && answer.status < 500) return new GoogleRefusal("rejected", codes, details);
  return new AdapterFault(isWriting ? "outcome_unknown" : "later", { reason });
}

function reasonOf(answer: HttpResponse, failure: Failure, codes: string[]): string {
  const said = problemsIn(failure).map(({ message }) => message ?? "");
  const words = said.length > 0 ? said : [failure.message ?? ""];
  const id = String(answer.headers["request-id"] ?? "");
  return `${answer.status} ${codes.join(", ")} ${words.join(" ")} ${id && `(${id})`}`.trim().slice(0, 500);
}

/** Cases the merchant can do something about; the others are told in Google's own words. */
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

function keyOf(status: number, codes: string[], failure: Failure): string | undefined {
  const known = codes.map((code) => messageKeys[code]).find((key) => key !== undefined);
  if (known) return `ad_accounts:${known}`;
  if (status === 403) return "ad_accounts:not_permitted";
  if (!codes.includes("adError.LINE_TOO_WIDE")) return undefined;
  const path = problemsIn(failure).flatMap(({ location }) => location?.fieldPathElements ?? []);
  const isDescription = path.some(({ fieldName }) => fieldName === "descriptions");
  return isDescription ? "ad_accounts:description_too_long" : "ad_accounts:headline_too_long";
}

/** Until tomorrow for the day's quota; what the details say; else some seconds that differ from caller to caller. */
function waitOf(answer: HttpResponse, failure: Failure, codes: string[], now: Date): number {
  const told = problemsIn(failure)
    .map(({ details }) => /^(\d+(?:\.\d+)?)s$/.exec(details?.quotaErrorDetails?.retryDelay ?? "")?.[1])
    .find((seconds) => seconds !== undefined);
  if (told !== undefined) return Math.ceil(Number(told));
  if (codes.includes("quotaError.RESOURCE_EXHAUSTED")) return 3_600;
  return retryAfterSeconds(answer.headers, now) ?? 5 + Math.floor(Math.random() * 5);
}
