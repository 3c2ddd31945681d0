import { useState } from "react";
import { useTranslation } from "react-i18next";
import { makeCaller } from "#base/web/data/api.ts";
import { CodeBoxes, codeLength } from "#base/web/forms/code-boxes.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import type { MerchantsCalls } from "../contract/merchants.calls.ts";
import { AuthForm, AuthLink } from "./auth-form.tsx";
import { AuthStepView } from "./auth-frame.tsx";
import { DraftName } from "./draft-fields.tsx";
import { ResendCode } from "./resend-code.tsx";
import { SentTo } from "./sent-to.tsx";
import type { StepProps } from "./use-auth-step.ts";
import { useCompleteSignIn } from "./use-complete-sign-in.ts";

const call = makeCaller<MerchantsCalls>();

/** Typing the code. It is submitted once when it is complete; a number that is new is then asked for its name. */
export function CodeStep({ state, go }: StepProps) {
  const { t } = useTranslation("merchants");
  const { draft, clearDraft } = state;
  const [code, setCode] = useState("");
  const [isNameRequired, setNameRequired] = useState(false);
  const submission = useSubmission(["code", "name", "email"]);
  const completeSignIn = useCompleteSignIn(clearDraft);

  const verify = (whole: string) =>
    submission.run(
      async () => {
        const sendsName = isNameRequired || draft.purpose === "sign_up";
        const body = {
          mobile_number: draft.mobileNumber,
          code: whole,
          ...(sendsName ? { name: draft.name, email: draft.email } : {}),
        };
        completeSignIn(await call("POST Clients/Account/Verification", { body, quiet: true }));
      },
      (error) => {
        if (error.code === "merchants.name_required") {
          setNameRequired(true);
          return true;
        }
        // A refused code is cleared, and the boxes wait for the next.
        if (error.fields.code) setCode("");
        return false;
      },
    );

  function submit() {
    if (code.length < codeLength) submission.setError("code", t("code_not_valid"));
    else if (isNameRequired && draft.name.trim() === "")
      submission.setError("name", t("base:field_required"));
    else void verify(code);
  }

  const back = () => go(draft.purpose === "sign_up" ? "sign-up" : "sign-in");

  return (
    <AuthStepView
      key={String(isNameRequired)}
      title={t(isNameRequired ? "auth.name_title" : "auth.code_title")}
      lead={isNameRequired ? t("name_required") : <SentTo mobile={draft.mobileNumber} />}
      onBack={back}
    >
      <AuthForm
        action={t(isNameRequired ? "auth.open_account" : "auth.verify")}
        isSubmitting={submission.isSubmitting}
        onSubmit={submit}
        links={
          <>
            <ResendCode state={state} />
            <AuthLink onClick={back}>{t("auth.change_number")}</AuthLink>
          </>
        }
      >
        {isNameRequired ? <DraftName state={state} submission={submission} /> : null}
        {isNameRequired && code.length === codeLength ? null : (
          <CodeBoxes
            label={t("auth.code_label")}
            value={code}
            error={submission.errors.code}
            busy={submission.isSubmitting}
            onChange={(typed) => {
              submission.clearError("code");
              setCode(typed);
            }}
            onComplete={(whole) => {
              if (!isNameRequired) void verify(whole);
            }}
          />
        )}
      </AuthForm>
    </AuthStepView>
  );
}
