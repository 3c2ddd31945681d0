import { useNavigate } from "@tanstack/react-router";
import { setCalendar, setDigits, setTheme, setUndoSeconds } from "#base/web/runtime/preferences.ts";
import { openSession } from "#base/web/runtime/session.ts";
import type { User } from "../contract/merchants.calls.ts";

/** Completes sign-in: stores token and user, applies the merchant's saved preferences, and goes to the home page. */
export function useCompleteSignIn(clearDraft: () => void): (signedIn: { token: string; user: User }) => void {
  const navigate = useNavigate();
  return ({ token, user }) => {
    clearDraft();
    if (user.digits === "arab") setDigits(user.digits);
    if (user.calendar === "both") setCalendar(user.calendar);
    if (user.theme !== "light") setTheme(user.theme);
    setUndoSeconds(user.undo_seconds);
    openSession(token, user);
    void navigate({ to: "/", replace: true });
  };
}
