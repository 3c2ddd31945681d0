import { isApiError } from "#base/web/data/api-error.ts";
import { call } from "../privacy-calls.ts";

const secondsFromNow = (seconds: number) => Date.now() + seconds * 1000;

/**
 * Sends the code; the instant, in this browser's clock, from which another may be sent. A code that was sent a moment ago,
 * from another tab too, still holds.
 */
export async function requestErasureCode(): Promise<number> {
  try {
    return secondsFromNow(await call("POST Clients/Privacy/erasure/code", { quiet: true }));
  } catch (error) {
    if (isApiError(error) && error.code === "merchants.code_just_sent")
      return secondsFromNow(error.retryAfterSeconds);
    throw error;
  }
}
