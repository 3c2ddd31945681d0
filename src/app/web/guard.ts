import { redirect } from "@tanstack/react-router";
import { accessToken } from "#base/web/runtime/session.ts";

/** A signed-out visitor is redirected to the sign-in from any other page. */
export function requireSignedIn(): void {
  if (accessToken() === null) throw redirect({ to: "/auth", replace: true });
}

/** A signed-in user is redirected home from the sign-in page. */
export function requireSignedOut(): void {
  if (accessToken() !== null) throw redirect({ to: "/", replace: true });
}
