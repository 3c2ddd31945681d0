import { useNavigate } from "@tanstack/react-router";
import { setDigits, setTheme } from "#base/web/runtime/preferences.ts";
import { openSession } from "#base/web/runtime/session.ts";
import type { User } from "../contract/merchants.calls.ts";

/** Completes sign-in: stores token and user, applies the merchant's saved preferences, and goes to the home page. */
export function useCompleteSignIn(clearDraft: () => void): (signedIn: { token: string; user: User }) => void {
  const navigate = useNavigate();
  return ({ token, user }) => {
    clearDraft();
    if (user.digits === "arab") setDigits(user.digits);
    if (user.theme !== "light") setTheme(user.theme);
    openSession(token, user);
    void navigate({ to: "/", replace: true });
  };
}
