import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { AuthForm, AuthLink } from "./auth-form.tsx";
import { AuthStepView } from "./auth-frame.tsx";
import { AuthTabs } from "./auth-tabs.tsx";
import { checkMobile } from "./check-mobile.ts";
import { DraftMobile } from "./draft-fields.tsx";
import { LegalNote } from "./legal-note.tsx";
import type { StepProps } from "./use-auth-step.ts";
import { useRequestCode } from "./use-request-code.ts";

/** The number alone: to sign in, or to get a code for a new password. */
export function NumberStep({
  state,
  go,
  purpose,
  offer,
}: StepProps & { purpose: "sign_in" | "password"; offer?: ReactNode }) {
  const { t } = useTranslation("merchants");
  const { draft } = state;
  const submission = useSubmission(["mobile_number"]);
  const requestCode = useRequestCode(state, submission, () =>
    go(purpose === "password" ? "new-password" : "code"),
  );
  const isForgot = purpose === "password";

  return (
    <AuthStepView
      title={t(isForgot ? "auth.forgot_title" : "auth.sign_in_title")}
      lead={t(isForgot ? "auth.forgot_lead" : "auth.sign_in_lead")}
      {...(isForgot ? { onBack: () => go("password") } : {})}
    >
      {isForgot ? null : <AuthTabs current="sign-in" go={go} />}
      <AuthForm
        action={t("auth.send_code")}
        isSubmitting={submission.isSubmitting}
        onSubmit={() => {
          if (checkMobile(draft.mobileNumber, submission)) void requestCode({ ...draft, purpose });
        }}
        links={
          isForgot ? null : <AuthLink onClick={() => go("password")}>{t("auth.with_password")}</AuthLink>
        }
      >
        <DraftMobile state={state} submission={submission} />
      </AuthForm>
      {offer}
      <LegalNote />
    </AuthStepView>
  );
}
