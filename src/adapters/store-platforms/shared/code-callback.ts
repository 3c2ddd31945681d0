import type { AuthorizationCallback, CallbackQuery } from "#modules/stores/server/store-platform.port.ts";

/** The way back of OAuth 2: a code, or `access_denied` when the merchant said no. */
export function parseCodeCallback({ state = "", code, error }: CallbackQuery): AuthorizationCallback {
  if (code) return { state, outcome: "agreed" };
  return { state, outcome: error === "access_denied" ? "denied" : "failed" };
}
