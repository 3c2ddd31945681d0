import { Button, PasswordInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { caller } from "#base/web/api.ts";
import { errorNode } from "#base/web/fields.tsx";
import type { MerchantsCalls, User } from "../contract/merchants.calls.ts";
import classes from "./auth-form.module.css";
import { CodeBoxes, codeLength } from "./code-boxes.tsx";
import { useSending } from "./use-sending.ts";

const call = caller<MerchantsCalls>();
const shortest = 6;

type Props = {
  mobileNumber: string;
  onDone: (signedIn: { token: string; user: User }) => void;
  /** Asking for another code. */
  children: ReactNode;
};

/** The code, a new password and the same again. Used on the way in and in the settings. */
export function NewPasswordForm({ mobileNumber, onDone, children }: Props) {
  const { t } = useTranslation("merchants");
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [confirmation, setConfirmation] = useState("");
  const sending = useSending(["code", "password", "password_confirmation", "mobile_number"]);

  function submit() {
    if (code.length < codeLength) return sending.mark("code", t("code_not_valid"));
    if (password.length < shortest) return sending.mark("password", t("password_too_short"));
    if (password !== confirmation) return sending.mark("password_confirmation", t("password_mismatch"));
    const body = { mobile_number: mobileNumber, code, password, password_confirmation: confirmation };
    void sending.run(
      async () => onDone(await call("POST Clients/Account/ResetPassword", { body, quiet: true })),
      (error) => {
        if (error.fields.code) setCode("");
        return false;
      },
    );
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CodeBoxes
        label={t("auth.code_label")}
        value={code}
        error={sending.errors.code ?? sending.errors.mobile_number}
        busy={sending.isSending}
        onChange={(typed) => {
          sending.mend("code");
          setCode(typed);
        }}
        onComplete={() => document.querySelector<HTMLInputElement>('input[name="new_password"]')?.focus()}
      />
      <PasswordInput
        label={t("auth.new_password")}
        description={t("auth.password_rule")}
        name="new_password"
        size="lg"
        autoComplete="new-password"
        maxLength={200}
        visibilityToggleButtonProps={{ "aria-label": t("auth.show_password") }}
        value={password}
        error={errorNode(sending.errors.password)}
        onChange={(event) => {
          sending.mend("password");
          setPassword(event.currentTarget.value);
        }}
      />
      <PasswordInput
        label={t("auth.password_again")}
        name="password_confirmation"
        size="lg"
        autoComplete="new-password"
        maxLength={200}
        visibilityToggleButtonProps={{ "aria-label": t("auth.show_password") }}
        value={confirmation}
        error={errorNode(sending.errors.password_confirmation)}
        onChange={(event) => {
          sending.mend("password_confirmation");
          setConfirmation(event.currentTarget.value);
        }}
      />
      <Button type="submit" size="lg" fullWidth loading={sending.isSending}>
        {t("auth.save_password")}
      </Button>
      <div className={classes.links}>{children}</div>
    </form>
  );
}
