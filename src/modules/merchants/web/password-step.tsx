import { Button, PasswordInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { caller } from "#base/web/api.ts";
import { errorNode } from "#base/web/fields.tsx";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";
import classes from "./auth-form.module.css";
import { AuthStepView } from "./auth-frame.tsx";
import type { StepProps } from "./auth-page.tsx";
import { checkMobile } from "./check-mobile.ts";
import { MobileField } from "./mobile-field.tsx";
import { useEnter } from "./use-enter.ts";
import { useSending } from "./use-sending.ts";

const call = caller<MerchantsCalls>();

/** Signing in with a password, for those who set one; the code stays a step away. */
export function PasswordStep({ state, go }: StepProps) {
  const { t } = useTranslation("merchants");
  const { draft, change, forget } = state;
  const [password, setPassword] = useState("");
  const sending = useSending(["mobile_number", "password"]);
  const enter = useEnter(forget);

  function submit() {
    if (!checkMobile(draft.mobileNumber, sending)) return;
    if (password === "") return sending.mark("password", t("base:field_required"));
    const body = { mobile_number: draft.mobileNumber, password };
    void sending.run(async () =>
      enter(await call("POST Clients/Account/PasswordLogin", { body, quiet: true })),
    );
  }

  return (
    <AuthStepView
      title={t("auth.password_title")}
      lead={t("auth.password_lead")}
      onBack={() => go("sign-in")}
    >
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <MobileField
          value={draft.mobileNumber}
          error={sending.errors.mobile_number}
          onChange={(mobileNumber) => {
            sending.mend("mobile_number");
            change({ mobileNumber });
          }}
        />
        <PasswordInput
          label={t("auth.password")}
          name="password"
          size="lg"
          autoComplete="current-password"
          maxLength={200}
          visibilityToggleButtonProps={{ "aria-label": t("auth.show_password") }}
          value={password}
          error={errorNode(sending.errors.password)}
          onChange={(event) => {
            sending.mend("password");
            setPassword(event.currentTarget.value);
          }}
        />
        <Button type="submit" size="lg" fullWidth loading={sending.isSending}>
          {t("auth.enter")}
        </Button>
        <div className={classes.links}>
          <button type="button" className={classes.link} onClick={() => go("forgot")}>
            {t("auth.forgot")}
          </button>
          <button type="button" className={classes.link} onClick={() => go("sign-in")}>
            {t("auth.with_code")}
          </button>
        </div>
      </form>
    </AuthStepView>
  );
}
