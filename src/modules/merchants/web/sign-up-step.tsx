import { useTranslation } from "react-i18next";
import { LtrField } from "#base/web/fields.tsx";
import { AuthForm } from "./auth-form.tsx";
import { AuthStepView } from "./auth-frame.tsx";
import type { StepProps } from "./auth-page.tsx";
import { AuthTabs } from "./auth-tabs.tsx";
import { checkMobile } from "./check-mobile.ts";
import { DraftMobile, DraftName } from "./draft-fields.tsx";
import { LegalNote } from "./legal-note.tsx";
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
      <AuthForm action={t("auth.send_code")} isSending={sending.isSending} onSubmit={submit}>
        <DraftName state={state} sending={sending} />
        <DraftMobile state={state} sending={sending} />
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
      </AuthForm>
      <LegalNote />
    </AuthStepView>
  );
}
