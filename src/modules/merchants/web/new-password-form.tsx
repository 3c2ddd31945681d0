import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { makeCaller } from "#base/web/data/api.ts";
import { CodeBoxes, codeLength } from "#base/web/forms/code-boxes.tsx";
import { PasswordField } from "#base/web/forms/password-field.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import type { MerchantsCalls, User } from "../contract/merchants.calls.ts";
import { AuthForm } from "./auth-form.tsx";

const call = makeCaller<MerchantsCalls>();
const shortest = 6;

type Props = {
  mobileNumber: string;
  onDone: (signedIn: { token: string; user: User }) => void;
  /** Requests another code. */
  children: ReactNode;
};

/** The code, a new password and its confirmation. Used in sign-in and in the settings. */
export function NewPasswordForm({ mobileNumber, onDone, children }: Props) {
  const { t } = useTranslation("merchants");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const submission = useSubmission(["code", "password", "password_confirmation", "mobile_number"]);

  function submit() {
    if (code.length < codeLength) return submission.setError("code", t("code_not_valid"));
    if (password.length < shortest) return submission.setError("password", t("password_too_short"));
    if (password !== confirmation)
      return submission.setError("password_confirmation", t("password_mismatch"));
    const body = { mobile_number: mobileNumber, code, password, password_confirmation: confirmation };
    void submission.run(
      async () => onDone(await call("POST Clients/Account/ResetPassword", { body, quiet: true })),
      (error) => {
        if (error.fields.code) setCode("");
        return false;
      },
    );
  }

  return (
    <AuthForm
      action={t("auth.save_password")}
      isSubmitting={submission.isSubmitting}
      onSubmit={submit}
      links={children}
    >
      <CodeBoxes
        label={t("auth.code_label")}
        value={code}
        error={submission.errors.code ?? submission.errors.mobile_number}
        busy={submission.isSubmitting}
        onChange={(typed) => {
          submission.clearError("code");
          setCode(typed);
        }}
        onComplete={() => document.querySelector<HTMLInputElement>('input[name="new_password"]')?.focus()}
      />
      <PasswordField
        label={t("auth.new_password")}
        description={t("auth.password_rule")}
        name="new_password"
        kind="new-password"
        value={password}
        error={submission.errors.password}
        onChange={(typed) => {
          submission.clearError("password");
          setPassword(typed);
        }}
      />
      <PasswordField
        label={t("auth.password_again")}
        name="password_confirmation"
        kind="new-password"
        value={confirmation}
        error={submission.errors.password_confirmation}
        onChange={(typed) => {
          submission.clearError("password_confirmation");
          setConfirmation(typed);
        }}
      />
    </AuthForm>
  );
}
