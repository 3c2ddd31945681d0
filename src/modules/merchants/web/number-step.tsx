import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./auth-form.module.css";
import { AuthStepView } from "./auth-frame.tsx";
import type { StepProps } from "./auth-page.tsx";
import { AuthTabs } from "./auth-tabs.tsx";
import { checkMobile } from "./check-mobile.ts";
import { MobileField } from "./mobile-field.tsx";
import { useAskForCode } from "./use-ask-for-code.ts";
import { useSending } from "./use-sending.ts";

/** The number alone: to sign in, or to be sent a code for a new password. */
export function NumberStep({ state, go, purpose }: StepProps & { purpose: "sign_in" | "password" }) {
  const { t } = useTranslation("merchants");
  const { draft, change } = state;
  const sending = useSending(["mobile_number"]);
  const ask = useAskForCode(state, sending, () => go(purpose === "password" ? "new-password" : "code"));
  const isForgot = purpose === "password";

  return (
    <AuthStepView
      title={t(isForgot ? "auth.forgot_title" : "auth.sign_in_title")}
      lead={t(isForgot ? "auth.forgot_lead" : "auth.sign_in_lead")}
      {...(isForgot ? { onBack: () => go("password") } : {})}
    >
      {isForgot ? null : <AuthTabs current="sign-in" go={go} />}
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (checkMobile(draft.mobileNumber, sending)) void ask({ ...draft, purpose });
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
        <Button type="submit" size="lg" fullWidth loading={sending.isSending}>
          {t("auth.send_code")}
        </Button>
        {isForgot ? null : (
          <div className={classes.links}>
            <button type="button" className={classes.link} onClick={() => go("password")}>
              {t("auth.with_password")}
            </button>
          </div>
        )}
      </form>
    </AuthStepView>
  );
}
