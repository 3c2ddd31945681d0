import { useLocation, useNavigate } from "@tanstack/react-router";
import type { AuthDraftState } from "./auth-draft.ts";

const steps = ["sign-in", "sign-up", "code", "password", "forgot", "new-password"] as const;
export type AuthStep = (typeof steps)[number];
/** What every step of the page gets. */
export type StepProps = { state: AuthDraftState; go: (step: AuthStep, replace?: boolean) => void };

/** Steps that need a code to have been sent. */
const needCode: readonly AuthStep[] = ["code", "new-password"];

/** The current step of sign-in. It is in the URL (`/auth#code`), so that the back button goes one step back. */
export function useAuthStep(codeWasSent: boolean): [AuthStep, (step: AuthStep, replace?: boolean) => void] {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const named = steps.find((step) => step === hash) ?? "sign-in";
  const step = needCode.includes(named) && !codeWasSent ? "sign-in" : named;
  return [step, (next, replace = false) => void navigate({ to: "/auth", hash: next, replace })];
}
