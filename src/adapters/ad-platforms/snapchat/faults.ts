import { type HttpResponse, retryAfterSeconds } from "#base/server/http-client.ts";
import { AdapterFault } from "#base/shared/adapter-fault.ts";

type Said = { debug_message?: unknown; error_code?: unknown };

/** Snapchat says no to what was asked; `messageKey` when we know the case and can tell the merchant what to do. */
export function rejected(reason: string, messageKey?: string): AdapterFault {
  return new AdapterFault("rejected", { reason, ...(messageKey ? { messageKey } : {}) });
}

/** Seconds to stay away when Snapchat is too busy and does not say for how long (it publishes no Retry-After). */
function politeWait(): number {
  return 2 + Math.floor(Math.random() * 4);
}

/**
 * What a refused answer means for us (Snap docs, Errors; Rate limits).
 * A writing that met a server error may have been done in part, so it is looked up before it is repeated.
 */
export function faultOf(answer: HttpResponse, isWriting: boolean, now: Date): AdapterFault {
  const said = (answer.json ?? {}) as Said;
  const reason = `${answer.status} ${String(said.error_code ?? "")} ${String(said.debug_message ?? "")}`
    .trim()
    .slice(0, 500);
  if (answer.status === 401)
    return new AdapterFault("reconnect", { reason, messageKey: "ad_accounts:lost_access_revoked" });
  if (answer.status === 429) {
    const wait = retryAfterSeconds(answer.headers, now) ?? politeWait();
    return new AdapterFault("later", { reason, retryAfterSeconds: wait });
  }
  if (answer.status === 403) return rejected(reason, "ad_accounts:not_permitted");
  if (isMissing(answer)) return rejected(reason, "ad_accounts:not_found_there");
  if (answer.status >= 400 && answer.status < 500) return rejected(reason);
  return new AdapterFault(isWriting ? "outcome_unknown" : "later", { reason });
}

export function isMissing(answer: HttpResponse): boolean {
  return answer.status === 404 || answer.status === 410;
}

/** The fault of one item in an answer whose HTTP status was 200. */
export function itemFault(reason: string): AdapterFault {
  return rejected(reason.slice(0, 500), reason.includes("E3003") ? "ad_accounts:not_found_there" : undefined);
}
