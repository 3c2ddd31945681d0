import { useState } from "react";
import { useTranslation } from "react-i18next";
import { makeCaller } from "#base/web/api.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";
import { AuthForm, AuthLink } from "./auth-form.tsx";
import { AuthStepView } from "./auth-frame.tsx";
import type { StepProps } from "./auth-page.tsx";
import { CodeBoxes, codeLength } from "./code-boxes.tsx";
import { DraftName } from "./draft-fields.tsx";
import { ResendCode } from "./resend-code.tsx";
import { SentTo } from "./sent-to.tsx";
import { useEnter } from "./use-enter.ts";
import { useSending } from "./use-sending.ts";

const call = makeCaller<MerchantsCalls>();

/** Typing the code. It sends itself once when it is whole; a number that is new to us is then asked for its name. */
export function CodeStep({ state, go }: StepProps) {
  const { t } = useTranslation("merchants");
  const { draft, forget } = state;
  const [code, setCode] = useState("");
  const [asksName, setAsksName] = useState(false);
  const sending = useSending(["code", "name", "email"]);
  const enter = useEnter(forget);

  const verify = (whole: string) =>
    sending.run(
      async () => {
        const told = asksName || draft.purpose === "sign_up";
        const body = {
          mobile_number: draft.mobileNumber,
          code: whole,
          ...(told ? { name: draft.name, email: draft.email } : {}),
        };
        enter(await call("POST Clients/Account/Verification", { body, quiet: true }));
      },
      (error) => {
        if (error.code === "merchants.name_required") {
          setAsksName(true);
          return true;
        }
        // A code that does not serve is cleared away, and the boxes wait for the next.
        if (error.fields.code) setCode("");
        return false;
      },
    );

  function submit() {
    if (code.length < codeLength) sending.mark("code", t("code_not_valid"));
    else if (asksName && draft.name.trim() === "") sending.mark("name", t("base:field_required"));
    else void verify(code);
  }

  const back = () => go(draft.purpose === "sign_up" ? "sign-up" : "sign-in");

  return (
    <AuthStepView
      key={String(asksName)}
      title={t(asksName ? "auth.name_title" : "auth.code_title")}
      lead={asksName ? t("name_required") : <SentTo mobile={draft.mobileNumber} />}
      onBack={back}
    >
      <AuthForm
        action={t(asksName ? "auth.open_account" : "auth.verify")}
        isSending={sending.isSending}
        onSubmit={submit}
        links={
          <>
            <ResendCode state={state} />
            <AuthLink onClick={back}>{t("auth.change_number")}</AuthLink>
          </>
        }
      >
        {asksName ? <DraftName state={state} sending={sending} /> : null}
        {asksName && code.length === codeLength ? null : (
          <CodeBoxes
            label={t("auth.code_label")}
            value={code}
            error={sending.errors.code}
            busy={sending.isSending}
            onChange={(typed) => {
              sending.mend("code");
              setCode(typed);
            }}
            onComplete={(whole) => {
              if (!asksName) void verify(whole);
            }}
          />
        )}
      </AuthForm>
    </AuthStepView>
  );
}
