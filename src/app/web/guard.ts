import { redirect } from "@tanstack/react-router";
import { accessToken, leaveDemo } from "#base/web/runtime/session.ts";
import { isDemo } from "#base/web/runtime/storage.ts";

/** A signed-out visitor is redirected to the sign-in from any other page. */
export function requireSignedIn(): void {
  if (accessToken() === null) throw redirect({ to: "/auth", replace: true });
}

/** A signed-in user is redirected home from the sign-in page. Who comes here from the demo store leaves it. */
export function requireSignedOut({ preload }: { preload: boolean }): void {
  if (isDemo && !preload) leaveDemo("/auth");
  else if (!isDemo && accessToken() !== null) throw redirect({ to: "/", replace: true });
}
