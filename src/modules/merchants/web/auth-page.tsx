import { lazy, type ReactNode, Suspense } from "react";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { toCodeUse, useAuthDraft } from "./auth-draft.ts";
import { AuthFrame } from "./auth-frame.tsx";
import { CodeStep } from "./code-step.tsx";
import { NumberStep } from "./number-step.tsx";
import { SignUpStep } from "./sign-up-step.tsx";
import { type StepProps, useAuthStep } from "./use-auth-step.ts";

// Rarely used steps: their fields stay out of the first screen's bundle.
const PasswordStep = lazy(() => import("./password-step.tsx").then((m) => ({ default: m.PasswordStep })));
const NewPasswordStep = lazy(() =>
  import("./new-password-step.tsx").then((m) => ({ default: m.NewPasswordStep })),
);

/**
 * Sign-in, sign-up, the code, the password. One page, so that nothing typed is lost between its steps. `offer` stands
 * below the first step of either: what somebody without an account can do instead.
 */
export function AuthPage({ offer }: { offer?: ReactNode }) {
  const state = useAuthDraft();
  const [step, go] = useAuthStep(state.draft.sentFor === toCodeUse(state.draft));
  const props: StepProps = { state, go };
  return (
    <AuthFrame>
      {step === "sign-in" ? <NumberStep key="sign-in" {...props} purpose="sign_in" offer={offer} /> : null}
      {step === "forgot" ? <NumberStep key="forgot" {...props} purpose="password" /> : null}
      {step === "sign-up" ? <SignUpStep {...props} offer={offer} /> : null}
      {step === "code" ? <CodeStep {...props} /> : null}
      <Suspense fallback={<SkeletonLine width="60%" height="2rem" />}>
        {step === "password" ? <PasswordStep {...props} /> : null}
        {step === "new-password" ? <NewPasswordStep {...props} /> : null}
      </Suspense>
    </AuthFrame>
  );
}
