import { AdapterFault, isFault } from "#base/shared/adapter-fault.ts";

/** Codes by which moderation refuses a request. */
const moderationCodes = ["content_policy_violation", "moderation_blocked", "content_filter"];

/**
 * What an error of the library means for us. `name` is the endpoint's, for logs; `refusedKey` is the message of what moderation
 * refuses.
 */
export async function toFault(error: unknown, name: string, refusedKey: string): Promise<AdapterFault> {
  if (isFault(error)) return error;
  const { APIError, APIConnectionError } = await import("openai");
  if (!(error instanceof APIError) || error instanceof APIConnectionError || error.status === undefined) {
    const reason = error instanceof Error ? error.message : String(error);
    return new AdapterFault("later", { reason: `${name}: ${reason}`, cause: error });
  }
  const { status, code, headers } = error;
  const details = { reason: `${name} ${status}: ${error.message.slice(0, 300)}`, cause: error };
  if (typeof code === "string" && moderationCodes.includes(code))
    return new AdapterFault("rejected", { ...details, messageKey: refusedKey });
  if (status === 401 || status === 403 || status === 404 || code === "insufficient_quota")
    return new AdapterFault("reconnect", details);
  if (status === 408 || status === 409 || status === 429 || status >= 500)
    return new AdapterFault("later", {
      ...details,
      ...toWait(headers),
      ...(status === 429 ? { throttled: true } : {}),
    });
  return new AdapterFault("rejected", details);
}

/** `retry-after-ms`, or `retry-after` in seconds; a date is taken as a long time. */
function toWait(headers: Headers | undefined): { retryAfterSeconds?: number } {
  const ms = Number(headers?.get("retry-after-ms") ?? Number.NaN);
  if (Number.isFinite(ms)) return { retryAfterSeconds: ms / 1_000 };
  const seconds = headers?.get("retry-after");
  if (seconds === null || seconds === undefined) return {};
  return { retryAfterSeconds: /^\d+(\.\d+)?$/.test(seconds) ? Number(seconds) : 60 };
}
