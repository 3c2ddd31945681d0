import { redirect } from "@tanstack/react-router";
import { accessToken } from "#base/web/session.ts";

/** Signed out, any page but the sign-in leads to it. */
export function requireSignedIn(): void {
  if (accessToken() === null) throw redirect({ to: "/auth", replace: true });
}

/** Signed in, the sign-in page leads home. */
export function requireSignedOut(): void {
  if (accessToken() !== null) throw redirect({ to: "/", replace: true });
}
