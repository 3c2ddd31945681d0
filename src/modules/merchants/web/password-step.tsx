import { useState } from "react";
import { useTranslation } from "react-i18next";
import { makeCaller } from "#base/web/data/api.ts";
import { PasswordField } from "#base/web/forms/password-field.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";
import { AuthForm, AuthLink } from "./auth-form.tsx";
import { AuthStepView } from "./auth-frame.tsx";
import { checkMobile } from "./check-mobile.ts";
import { DraftMobile } from "./draft-fields.tsx";
import type { StepProps } from "./use-auth-step.ts";
import { useCompleteSignIn } from "./use-complete-sign-in.ts";

const call = makeCaller<MerchantsCalls>();

/** Signing in with a password, for merchants who set one; one link leads to the code instead. */
export function PasswordStep({ state, go }: StepProps) {
  const { t } = useTranslation("merchants");
  const { draft, clearDraft } = state;
  const [password, setPassword] = useState("");
  const submission = useSubmission(["mobile_number", "password"]);
  const completeSignIn = useCompleteSignIn(clearDraft);

  function submit() {
    if (!checkMobile(draft.mobileNumber, submission)) return;
    if (password === "") return submission.setError("password", t("base:field_required"));
    const body = { mobile_number: draft.mobileNumber, password };
    void submission.run(async () =>
      completeSignIn(await call("POST Clients/Account/PasswordLogin", { body, quiet: true })),
    );
  }

  return (
    <AuthStepView
      title={t("auth.password_title")}
      lead={t("auth.password_lead")}
      onBack={() => go("sign-in")}
    >
      <AuthForm
        action={t("auth.enter")}
        isSubmitting={submission.isSubmitting}
        onSubmit={submit}
        links={
          <>
            <AuthLink onClick={() => go("forgot")}>{t("auth.forgot")}</AuthLink>
            <AuthLink onClick={() => go("sign-in")}>{t("auth.with_code")}</AuthLink>
          </>
        }
      >
        <DraftMobile state={state} submission={submission} />
        <PasswordField
          label={t("auth.password")}
          name="password"
          kind="current-password"
          value={password}
          error={submission.errors.password}
          onChange={(typed) => {
            submission.clearError("password");
            setPassword(typed);
          }}
        />
      </AuthForm>
    </AuthStepView>
  );
}
