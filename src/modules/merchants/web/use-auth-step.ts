import { useLocation, useNavigate } from "@tanstack/react-router";

const steps = ["sign-in", "sign-up", "code", "password", "forgot", "new-password"] as const;
export type AuthStep = (typeof steps)[number];

/** Steps that make no sense before a code was sent. */
const needCode: readonly AuthStep[] = ["code", "new-password"];

/** Where one is on the way in. It stands in the address (`/auth#code`), so that the back button goes a step back. */
export function useAuthStep(codeWasSent: boolean): [AuthStep, (step: AuthStep, replace?: boolean) => void] {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const named = steps.find((step) => step === hash) ?? "sign-in";
  const step = needCode.includes(named) && !codeWasSent ? "sign-in" : named;
  return [step, (next, replace = false) => void navigate({ to: "/auth", hash: next, replace })];
}
