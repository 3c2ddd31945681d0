import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { LtrField, TextField } from "#base/web/fields.tsx";
import classes from "./auth-form.module.css";
import { AuthStepView } from "./auth-frame.tsx";
import type { StepProps } from "./auth-page.tsx";
import { AuthTabs } from "./auth-tabs.tsx";
import { checkMobile } from "./check-mobile.ts";
import { MobileField } from "./mobile-field.tsx";
import { useAskForCode } from "./use-ask-for-code.ts";
import { useSending } from "./use-sending.ts";

/** A new merchant: name, number, and an e-mail if they like. */
export function SignUpStep({ state, go }: StepProps) {
  const { t } = useTranslation("merchants");
  const { draft, change } = state;
  const sending = useSending(["name", "mobile_number", "email"]);
  const ask = useAskForCode(state, sending, () => go("code"));

  function submit() {
    if (draft.name.trim() === "") {
      sending.mark("name", t("base:field_required"));
      document.querySelector<HTMLInputElement>('input[name="name"]')?.focus();
    } else if (checkMobile(draft.mobileNumber, sending)) {
      void ask({ ...draft, purpose: "sign_up" });
    }
  }

  return (
    <AuthStepView title={t("auth.sign_up_title")} lead={t("auth.sign_up_lead")}>
      <AuthTabs current="sign-up" go={go} />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label={t("auth.name")}
          name="name"
          size="lg"
          autoComplete="name"
          maxLength={80}
          value={draft.name}
          error={sending.errors.name}
          onChange={(name) => {
            sending.mend("name");
            change({ name });
          }}
        />
        <MobileField
          value={draft.mobileNumber}
          error={sending.errors.mobile_number}
          onChange={(mobileNumber) => {
            sending.mend("mobile_number");
            change({ mobileNumber });
          }}
        />
        <LtrField
          label={t("auth.email_optional")}
          name="email"
          type="email"
          size="lg"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          value={draft.email}
          error={sending.errors.email}
          onChange={(email) => {
            sending.mend("email");
            change({ email });
          }}
        />
        <Button type="submit" size="lg" fullWidth loading={sending.isSending}>
          {t("auth.send_code")}
        </Button>
      </form>
    </AuthStepView>
  );
}
