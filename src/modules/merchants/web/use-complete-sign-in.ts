import { useNavigate } from "@tanstack/react-router";
import { setDigits, setTheme } from "#base/web/preferences.ts";
import { openSession } from "#base/web/session.ts";
import type { User } from "../contract/merchants.calls.ts";

/** Signed in: token and user are stored, what the merchant chose elsewhere applies here, and the way leads home. */
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
