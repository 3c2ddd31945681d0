import { type HttpResponse, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

type VendorError = { debug_message?: unknown; error_code?: unknown };

/** Snapchat refuses a request; `messageKey` for known cases, in which the message says what the merchant can do. */
export function rejected(reason: string, messageKey?: string): AdapterFault {
  return new AdapterFault("rejected", { reason, ...(messageKey ? { messageKey } : {}) });
}

/** Seconds to wait when Snapchat is too busy and gives no time (it publishes no Retry-After). */
function computeBackoffSeconds(): number {
  return 2 + Math.floor(Math.random() * 4);
}

/**
 * Maps a failed response to a fault (Snap docs, Errors; Rate limits). A write that met a server error may have taken
 * effect in part, so it is looked up before it is repeated.
 */
export function toFault(response: HttpResponse, isWrite: boolean, now: Date): AdapterFault {
  const error = (response.json ?? {}) as VendorError;
  const reason = `${response.status} ${String(error.error_code ?? "")} ${String(error.debug_message ?? "")}`
    .trim()
    .slice(0, 500);
  if (response.status === 401)
    return new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_access_revoked" });
  if (response.status === 429) {
    const waitSeconds = retryAfterSeconds(response.headers, now) ?? computeBackoffSeconds();
    return new AdapterFault("later", { reason, retryAfterSeconds: waitSeconds });
  }
  if (response.status === 403) return rejected(reason, "ad_accounts:not_permitted");
  if (isMissing(response)) return rejected(reason, "ad_accounts:not_found_there");
  if (response.status >= 400 && response.status < 500) return rejected(reason);
  return new AdapterFault(isWrite ? "outcome_unknown" : "later", { reason });
}

export function isMissing(response: HttpResponse): boolean {
  return response.status === 404 || response.status === 410;
}

/** The fault of one item in a response whose HTTP status was 200. */
export function toItemFault(reason: string): AdapterFault {
  return rejected(reason.slice(0, 500), reason.includes("E3003") ? "ad_accounts:not_found_there" : undefined);
}
