import type { AuthorizationCallback } from "#modules/ad-accounts/server/ad-platform.port.ts";

/** Parses the callback of OAuth 2's code flow (RFC 6749, 4.1.2): our state, and a code or an error. */
export function parseCodeCallback({
  state,
  code,
  error,
}: Readonly<Record<string, string>>): AuthorizationCallback {
  const outcome = code ? "allowed" : error === "access_denied" ? "denied" : "unclear";
  return { state: state ?? null, outcome };
}
