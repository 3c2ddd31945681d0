import { type HttpResponse, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

/** TikTok refuses a request; `messageKey` for known cases, in which the message says what the merchant can do. */
export function rejected(reason: string, messageKey?: string): AdapterFault {
  return new AdapterFault("rejected", { reason, ...(messageKey ? { messageKey } : {}) });
}

/** Portal doc 1737172488964097, Return codes: those that need more than a message to the merchant. */
const accessRevoked = new Set([40102, 40105, 40106]);
const rateLimitCodes = new Set([40016, 40100, 40132, 40133]);
/** Nothing was done: a file that is not ready or could not be fetched, an object that another request is writing. */
const retryableCodes = new Set([40201, 40202, 40900, 40901, 40902, 40903, 40913]);
const messages: Record<number, string> = {
  40001: "ad_accounts:not_permitted",
  40119: "ad_accounts:not_permitted",
  40125: "ad_accounts:not_permitted",
  40300: "ad_accounts:not_permitted",
  40301: "ad_accounts:not_permitted",
  40007: "ad_accounts:not_found_there",
  // For allowlisted ad accounts only: of what we use, only Smart+ is.
  40118: "ad_accounts:smart_plus_not_open",
  40904: "ad_accounts:media_refused",
  40905: "ad_accounts:media_refused",
  40906: "ad_accounts:media_refused",
  40907: "ad_accounts:media_too_large",
  40908: "ad_accounts:media_not_supported",
  40914: "ad_accounts:media_refused",
  40915: "ad_accounts:media_refused",
};

/** Neither the user's role nor the app's registered scopes allow the call. */
const missingPermissionCodes = new Set([40001, 40119, 40125]);
export const isPermissionMissing = (error: unknown): boolean =>
  error instanceof TikTokFault && error.kind === "rejected" && missingPermissionCodes.has(error.code);

/** A file with this name exists already. */
export const DUPLICATE_FILE = 40911;

/** A fault with TikTok's own code, for callers that treat some codes in a special way. */
export class TikTokFault extends AdapterFault {
  readonly code: number;

  constructor(code: number, fault: AdapterFault) {
    const { kind, reason, messageKey, retryAfterSeconds: seconds } = fault;
    super(kind, {
      reason,
      ...(messageKey ? { messageKey } : {}),
      ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }),
    });
    this.code = code;
  }
}

/**
 * The fault of a response with HTTP 200 whose code is not 0. A write that met an error on TikTok's side may have taken
 * effect, and so may one that TikTok calls a duplicate: both are looked up before they are repeated.
 */
export function toCodeFault(
  code: number,
  message: string,
  isWrite: boolean,
  response: HttpResponse,
  now: Date,
): TikTokFault {
  const reason = `${code} ${message}`.slice(0, 500);
  return new TikTokFault(code, classifyCode(code, reason, isWrite, response, now));
}

function classifyCode(
  code: number,
  reason: string,
  isWrite: boolean,
  response: HttpResponse,
  now: Date,
): AdapterFault {
  if (accessRevoked.has(code))
    return new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_access_revoked" });
  if (rateLimitCodes.has(code)) {
    const retryAfter = retryAfterSeconds(response.headers, now) ?? computeBackoffSeconds(reason);
    return new AdapterFault("later", { reason, retryAfterSeconds: retryAfter });
  }
  if (retryableCodes.has(code)) return new AdapterFault("later", { reason, retryAfterSeconds: 5 });
  if (code === 40050) return new AdapterFault("outcome_unknown", { reason });
  if (code >= 50_000) return new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason });
  return rejected(reason, messages[code]);
}

/** Exceeding the limit per minute blocks the app for five minutes; the limit per second, for a second. */
function computeBackoffSeconds(reason: string): number {
  return /minute|QPM/i.test(reason) ? 300 : 2 + Math.floor(Math.random() * 4);
}

/** The fault of a response without TikTok's envelope: from its gateway, or for a wrong path. */
export function toGatewayFault(response: HttpResponse, isWrite: boolean, now: Date): AdapterFault {
  const reason = `HTTP ${response.status} ${response.text.slice(0, 200)}`.trim();
  if (response.status === 429) {
    const waitSeconds = retryAfterSeconds(response.headers, now) ?? computeBackoffSeconds("");
    return new AdapterFault("later", { reason, retryAfterSeconds: waitSeconds });
  }
  if (response.status === 404 || response.status === 405) return rejected(reason);
  return new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason });
}
