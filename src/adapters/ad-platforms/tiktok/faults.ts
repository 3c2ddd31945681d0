import { type HttpResponse, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

/** TikTok says no to what was asked; `messageKey` when we know the case and can tell the merchant what to do. */
export function rejected(reason: string, messageKey?: string): AdapterFault {
  return new AdapterFault("rejected", { reason, ...(messageKey ? { messageKey } : {}) });
}

/** Portal doc 1737172488964097, Return codes: those after which something else than telling the merchant is right. */
const accessRevoked = new Set([40102, 40105, 40106]);
const rateLimitCodes = new Set([40016, 40100, 40132, 40133]);
/** Nothing was done: a file that is not ready or could not be fetched, an object that somebody else is writing. */
const retryableCodes = new Set([40201, 40202, 40900, 40901, 40902, 40903, 40913]);
const messages: Record<number, string> = {
  40001: "ad_accounts:not_permitted",
  40119: "ad_accounts:not_permitted",
  40125: "ad_accounts:not_permitted",
  40300: "ad_accounts:not_permitted",
  40301: "ad_accounts:not_permitted",
  40007: "ad_accounts:not_found_there",
  // For ad accounts that were let in: of what we use, only Smart+ is.
  40118: "ad_accounts:smart_plus_not_open",
  40904: "ad_accounts:media_refused",
  40905: "ad_accounts:media_refused",
  40906: "ad_accounts:media_refused",
  40907: "ad_accounts:media_too_large",
  40908: "ad_accounts:media_not_supported",
  40914: "ad_accounts:media_refused",
  40915: "ad_accounts:media_refused",
};

/** Neither the person's role nor what the app was registered for allows the call. */
const missingPermissionCodes = new Set([40001, 40119, 40125]);
export const isPermissionMissing = (error: unknown): boolean =>
  error instanceof TikTokFault && error.kind === "rejected" && missingPermissionCodes.has(error.code);

/** A file of this name is there already. */
export const DUPLICATE_FILE = 40911;

/** What TikTok said in its envelope, kept beside the fault for those who know better what it means. */
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
 * The fault of an answer whose envelope does not say 0; HTTP was 200. A writing that met TikTok's own failure may have been
 * done, and so may one that it calls a duplicate: both are looked up before they are repeated.
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

/** A breach of the minute's limit shuts the app out for five minutes, one of the second's for the second. */
function computeBackoffSeconds(reason: string): number {
  return /minute|QPM/i.test(reason) ? 300 : 2 + Math.floor(Math.random() * 4);
}

/** The fault of an answer that is no envelope: the gateway's own, or a path that is wrong. */
export function toGatewayFault(response: HttpResponse, isWrite: boolean, now: Date): AdapterFault {
  const reason = `HTTP ${response.status} ${response.text.slice(0, 200)}`.trim();
  if (response.status === 429) {
    const waitSeconds = retryAfterSeconds(response.headers, now) ?? computeBackoffSeconds("");
    return new AdapterFault("later", { reason, retryAfterSeconds: waitSeconds });
  }
  if (response.status === 404 || response.status === 405) return rejected(reason);
  return new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason });
}
