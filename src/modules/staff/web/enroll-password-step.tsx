import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PasswordField } from "#base/web/forms/password-field.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { minPasswordLength } from "../contract/password-rule.ts";
import { StaffForm, StaffStep } from "./staff-step.tsx";

type Props = { name: string; email: string; onChosen: (password: string) => void };

/** Choosing a password. It is sent with the code that confirms the app, so nobody has one without the other. */
export function EnrollPasswordStep({ name, email, onChosen }: Props) {
  const { t } = useTranslation("staff");
  const [password, setPassword] = useState("");
  const [again, setAgain] = useState("");
  const { errors, setError, clearError } = useSubmission(["password", "again"]);

  function submit() {
    if (password.length < minPasswordLength)
      return setError("password", t("password_too_short", { min: minPasswordLength }));
    if (password !== again) return setError("again", t("password_mismatch"));
    onChosen(password);
  }

  return (
    <StaffStep title={t("enroll.welcome", { name })} lead={t("enroll.password_lead", { email })}>
      <StaffForm action={t("sign_in.continue")} isSubmitting={false} onSubmit={submit}>
        {/* For password managers: the name under which they save the new password. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={t("enroll.password")}
          description={t("enroll.password_rule", { min: minPasswordLength })}
          name="new_password"
          kind="new-password"
          value={password}
          error={errors.password}
          onChange={(typed) => {
            clearError("password");
            setPassword(typed);
          }}
        />
        <PasswordField
          label={t("enroll.password_again")}
          name="password_confirmation"
          kind="new-password"
          value={again}
          error={errors.again}
          onChange={(typed) => {
            clearError("again");
            setAgain(typed);
          }}
        />
      </StaffForm>
    </StaffStep>
  );
}
