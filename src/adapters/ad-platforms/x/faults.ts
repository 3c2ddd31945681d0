import { type HttpResponse, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

/** X refuses a request; `messageKey` for known cases, in which the message says what the merchant can do. */
export function rejected(reason: string, messageKey?: string): AdapterFault {
  return new AdapterFault("rejected", { reason, ...(messageKey ? { messageKey } : {}) });
}

type VendorError = { code?: unknown; message?: unknown; parameter?: unknown };

/** A refusal that lists the required parameters that were not sent. */
class MissingParameters extends AdapterFault {
  readonly parameters: readonly string[];

  constructor(parameters: readonly string[], reason: string) {
    super("rejected", { reason });
    this.parameters = parameters;
  }
}

/** Whether X refused a call only because this required parameter was missing. */
export function isMissingOnly(error: unknown, parameter: string): boolean {
  return error instanceof MissingParameters && error.parameters.every((missing) => missing === parameter);
}

/** The codes and messages of a response: the Ads API's list, a batch's own lists, or the X API's problem. */
function parseErrors({ json }: HttpResponse): VendorError[] {
  const body = (json ?? {}) as { errors?: unknown; operation_errors?: unknown; detail?: unknown };
  const lists = [body.errors, body.operation_errors].flat(2).filter((one) => typeof one === "object");
  return lists.length > 0 ? (lists as VendorError[]) : [{ message: body.detail }];
}

/** Codes for a problem with the account's funding, not with the spec. */
const fundingCodes = /FUNDING_INSTRUMENT|INSUFFICIENT_FUNDS/;

/**
 * Maps a failed response to a fault (X docs, Ads API: error codes and responses, rate limiting). A write that met a
 * server error may have taken effect, so it is looked up before it is repeated.
 */
export function toFault(response: HttpResponse, isWrite: boolean, now: Date): AdapterFault {
  const { status } = response;
  const vendorErrors = parseErrors(response);
  const reason =
    `${status} ${vendorErrors.map(({ code, message }) => `${code ?? ""} ${message ?? ""}`.trim()).join("; ")}`
      .trim()
      .slice(0, 500);
  if (status === 401)
    return new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_access_revoked" });
  if (status === 429)
    return new AdapterFault("later", { reason, retryAfterSeconds: computeRetrySeconds(response, now) });
  // X cancelled the request, or another one holds the object's lock: nothing was done.
  if (status === 408 || status === 423) return new AdapterFault("later", { reason });
  const codes = vendorErrors.map(({ code }) => String(code)).join(" ");
  if (fundingCodes.test(codes)) return rejected(reason, "ad_accounts:no_funding");
  if (status === 403) return rejected(reason, "ad_accounts:not_permitted");
  if (isMissing(response)) return rejected(reason, "ad_accounts:not_found_there");
  if (/INVALID_MEDIA/.test(codes)) return rejected(reason, "ad_accounts:media_refused");
  const missing = findMissingParameters(vendorErrors);
  if (status === 400 && missing.length > 0) return new MissingParameters(missing, reason);
  if (status >= 400 && status < 500) return rejected(reason);
  return new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason });
}

/**
 * The parameters that X reports as missing; none if it refuses for any other reason too (BATCH_FAILED is not a reason
 * of its own).
 */
function findMissingParameters(vendorErrors: VendorError[]): string[] {
  const problems = vendorErrors.filter(({ code }) => code !== "BATCH_FAILED");
  return problems.every(({ code }) => code === "MISSING_PARAMETER")
    ? problems.map(({ parameter }) => String(parameter))
    : [];
}

export function isMissing({ status }: HttpResponse): boolean {
  return status === 404 || status === 410;
}

const defaultWaitSeconds = 60;

/** Seconds until a window ends, the ad account's before the token's; Retry-After if X sends it. */
function computeRetrySeconds({ headers }: HttpResponse, now: Date): number {
  const retryAfter = retryAfterSeconds(headers, now);
  if (retryAfter !== undefined) return retryAfter;
  const end = parseResetSeconds(headers);
  return end === null ? defaultWaitSeconds : Math.max(1, end - Math.floor(now.getTime() / 1_000));
}

/** Unix seconds at which the window ends, or null if no header says so. */
export function parseResetSeconds(headers: HttpResponse["headers"]): number | null {
  const text = headers["x-account-rate-limit-reset"] ?? headers["x-rate-limit-reset"];
  return typeof text === "string" && /^\d+$/.test(text) ? Number(text) : null;
}

/** Calls left in the window, or null if no header says so. */
export function parseRemaining(headers: HttpResponse["headers"]): number | null {
  const text = headers["x-account-rate-limit-remaining"] ?? headers["x-rate-limit-remaining"];
  return typeof text === "string" && /^\d+$/.test(text) ? Number(text) : null;
}
