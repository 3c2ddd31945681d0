import type { AuthorizationCallback, CallbackQuery } from "#modules/stores/server/store-platform.port.ts";

/** The OAuth 2 callback: a code, or `access_denied` when the merchant declined. */
export function parseCodeCallback({ state = "", code, error }: CallbackQuery): AuthorizationCallback {
  if (code) return { state, outcome: "agreed" };
  return { state, outcome: error === "access_denied" ? "denied" : "failed" };
}
