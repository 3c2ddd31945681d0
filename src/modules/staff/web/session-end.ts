import { makeCaller } from "#base/web/data/api.ts";
import { observable, useObservable } from "#base/web/runtime/observable.ts";
import { accessToken, closeSession, onSessionChange } from "#base/web/runtime/session.ts";
import type { StaffCalls } from "../contract/staff.calls.ts";

/** Why the last session in this tab is over: by its own button, or by the server, another tab or time. */
export type SessionEnd = "signed_out" | "ended";

const call = makeCaller<StaffCalls>();
const lastEnd = observable<SessionEnd | null>(null);
let isLeaving = false;

onSessionChange(() => {
  const reason = isLeaving ? "signed_out" : "ended";
  lastEnd.set(accessToken() === null ? reason : null);
});

export const useSessionEnd = (): SessionEnd | null => useObservable(lastEnd);

/** Ends the session on the server when it can be reached, and in this browser in any case. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  try {
    await call("POST Staff/Account/logout", { quiet: true, timeoutMs: 3_000 });
  } catch {
    // Unreachable: the server's session expires by itself; whoever sits here must still be able to leave.
  }
  closeSession();
  isLeaving = false;
}
