import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LtrField } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { AuthForm } from "./auth-form.tsx";
import { AuthStepView } from "./auth-frame.tsx";
import { AuthTabs } from "./auth-tabs.tsx";
import { checkMobile } from "./check-mobile.ts";
import { DraftMobile, DraftName } from "./draft-fields.tsx";
import { LegalNote } from "./legal-note.tsx";
import type { StepProps } from "./use-auth-step.ts";
import { useRequestCode } from "./use-request-code.ts";

/** A new merchant: name, number, and an optional e-mail. */
export function SignUpStep({ state, go, offer }: StepProps & { offer?: ReactNode }) {
  const { t } = useTranslation("merchants");
  const { draft, change } = state;
  const submission = useSubmission(["name", "mobile_number", "email"]);
  const requestCode = useRequestCode(state, submission, () => go("code"));

  function submit() {
    if (draft.name.trim() === "") {
      submission.setError("name", t("base:field_required"));
      document.querySelector<HTMLInputElement>('input[name="name"]')?.focus();
    } else if (checkMobile(draft.mobileNumber, submission)) {
      void requestCode({ ...draft, purpose: "sign_up" });
    }
  }

  return (
    <AuthStepView title={t("auth.sign_up_title")} lead={t("auth.sign_up_lead")}>
      <AuthTabs current="sign-up" go={go} />
      <AuthForm action={t("auth.send_code")} isSubmitting={submission.isSubmitting} onSubmit={submit}>
        <DraftName state={state} submission={submission} />
        <DraftMobile state={state} submission={submission} />
        <LtrField
          label={t("auth.email_optional")}
          name="email"
          type="email"
          size="lg"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          value={draft.email}
          error={submission.errors.email}
          onChange={(email) => {
            submission.clearError("email");
            change({ email });
          }}
        />
      </AuthForm>
      {offer}
      <LegalNote />
    </AuthStepView>
  );
}
