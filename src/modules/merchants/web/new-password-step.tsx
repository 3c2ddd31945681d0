import { useTranslation } from "react-i18next";
import { AuthStepView } from "./auth-frame.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import { ResendCode } from "./resend-code.tsx";
import { SentTo } from "./sent-to.tsx";
import type { StepProps } from "./use-auth-step.ts";
import { useCompleteSignIn } from "./use-complete-sign-in.ts";

/** Sets a new password with the code after it was forgotten; then the merchant is signed in. */
export function NewPasswordStep({ state, go }: StepProps) {
  const { t } = useTranslation("merchants");
  const completeSignIn = useCompleteSignIn(state.clearDraft);
  return (
    <AuthStepView
      title={t("auth.new_password_title")}
      lead={<SentTo mobile={state.draft.mobileNumber} />}
      onBack={() => go("forgot")}
    >
      <NewPasswordForm mobileNumber={state.draft.mobileNumber} onDone={completeSignIn}>
        <ResendCode state={state} />
      </NewPasswordForm>
    </AuthStepView>
  );
}
