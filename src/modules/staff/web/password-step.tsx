import { useState } from "react";
import { useTranslation } from "react-i18next";
import { makeCaller } from "#base/web/data/api.ts";
import { LtrField } from "#base/web/forms/fields.tsx";
import { PasswordField } from "#base/web/forms/password-field.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import type { StaffCalls } from "../contract/staff.calls.ts";
import classes from "./sign-in-page.module.css";
import { StaffForm, StaffStep } from "./staff-step.tsx";

const call = makeCaller<StaffCalls>();

type Props = { email: string; onEmail: (email: string) => void; onChallenge: (challenge: string) => void };

/** The first factor. */
export function PasswordStep({ email, onEmail, onChallenge }: Props) {
  const { t } = useTranslation("staff");
  const [password, setPassword] = useState("");
  const submission = useSubmission(["email", "password"]);

  function submit() {
    if (email.trim() === "") return submission.setError("email", t("base:field_required"));
    if (password === "") return submission.setError("password", t("base:field_required"));
    void submission.run(async () => {
      const body = { email, password };
      const { challenge } = await call("POST Staff/Account/login", { body, quiet: true });
      onChallenge(challenge);
    });
  }

  return (
    <StaffStep title={t("sign_in.title")} lead={t("sign_in.lead")}>
      <StaffForm action={t("sign_in.continue")} isSubmitting={submission.isSubmitting} onSubmit={submit}>
        <LtrField
          label={t("sign_in.email")}
          name="email"
          type="email"
          size="lg"
          autoComplete="username"
          maxLength={254}
          value={email}
          error={submission.errors.email}
          onChange={(typed) => {
            submission.clearError("email");
            onEmail(typed);
          }}
        />
        <PasswordField
          label={t("sign_in.password")}
          name="password"
          kind="current-password"
          value={password}
          error={submission.errors.password}
          onChange={(typed) => {
            submission.clearError("password");
            setPassword(typed);
          }}
        />
      </StaffForm>
      <p className={classes.merchants}>
        <a href="/auth">{t("sign_in.merchants_page")}</a>
      </p>
    </StaffStep>
  );
}
