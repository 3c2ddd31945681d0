import { useState } from "react";
import { useTranslation } from "react-i18next";
import { makeCaller } from "#base/web/api.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";
import { AuthForm, AuthLink } from "./auth-form.tsx";
import { AuthStepView } from "./auth-frame.tsx";
import type { StepProps } from "./auth-page.tsx";
import { checkMobile } from "./check-mobile.ts";
import { DraftMobile } from "./draft-fields.tsx";
import { PasswordField } from "./password-field.tsx";
import { useEnter } from "./use-enter.ts";
import { useSending } from "./use-sending.ts";

const call = makeCaller<MerchantsCalls>();

/** Signing in with a password, for those who set one; the code stays a step away. */
export function PasswordStep({ state, go }: StepProps) {
  const { t } = useTranslation("merchants");
  const { draft, forget } = state;
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
      <AuthForm
        action={t("auth.enter")}
        isSending={sending.isSending}
        onSubmit={submit}
        links={
          <>
            <AuthLink onClick={() => go("forgot")}>{t("auth.forgot")}</AuthLink>
            <AuthLink onClick={() => go("sign-in")}>{t("auth.with_code")}</AuthLink>
          </>
        }
      >
        <DraftMobile state={state} sending={sending} />
        <PasswordField
          label={t("auth.password")}
          name="password"
          kind="current-password"
          value={password}
          error={sending.errors.password}
          onChange={(typed) => {
            sending.mend("password");
            setPassword(typed);
          }}
        />
      </AuthForm>
    </AuthStepView>
  );
}
