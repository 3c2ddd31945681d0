import { useState } from "react";
import { useTranslation } from "react-i18next";
import { makeCaller } from "#base/web/data/api.ts";
import type { ApiError } from "#base/web/data/api-error.ts";
import { CodeBoxes, codeLength } from "#base/web/forms/code-boxes.tsx";
import { LtrField } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { StaffCalls, StaffSignedIn } from "../contract/staff.calls.ts";
import classes from "./sign-in-page.module.css";
import { StaffForm, StaffStep } from "./staff-step.tsx";

const call = makeCaller<StaffCalls>();

type Props = {
  challenge: string;
  onSignedIn: (signedIn: StaffSignedIn) => void;
  /** The challenge is no longer good: the password has to be given again. */
  onExpired: () => void;
};

/** The second factor: the app's code, or a recovery code for somebody without their phone. */
export function SecondFactorStep(props: Props) {
  const [usesRecovery, setUsesRecovery] = useState(false);
  return usesRecovery ? (
    <RecoveryStep key="recovery" {...props} onSwitch={() => setUsesRecovery(false)} />
  ) : (
    <AppCodeStep key="app" {...props} onSwitch={() => setUsesRecovery(true)} />
  );
}

type StepProps = Props & { onSwitch: () => void };

function handleExpired(error: ApiError, onExpired: () => void): boolean {
  if (error.code !== "staff.challenge_expired") return false;
  notify(error.message, "error");
  onExpired();
  return true;
}

/** Six boxes; a whole code is submitted by itself. A refused one is cleared, and the boxes wait for the next. */
function AppCodeStep({ challenge, onSignedIn, onExpired, onSwitch }: StepProps) {
  const { t } = useTranslation("staff");
  const [code, setCode] = useState("");
  const submission = useSubmission(["code"]);

  const verify = (whole: string) =>
    submission.run(
      async () => {
        const body = { challenge, code: whole };
        onSignedIn(await call("POST Staff/Account/second-factor", { body, quiet: true }));
      },
      (error) => {
        if (error.fields.code) setCode("");
        return handleExpired(error, onExpired);
      },
    );
  const submit = () =>
    code.length < codeLength ? submission.setError("code", t("code_not_valid")) : void verify(code);

  return (
    <StaffStep title={t("second_factor.title")} lead={t("second_factor.lead")}>
      <StaffForm
        action={t("second_factor.verify")}
        isSubmitting={submission.isSubmitting}
        onSubmit={submit}
        links={<SwitchLink onClick={onSwitch}>{t("second_factor.use_recovery")}</SwitchLink>}
      >
        <CodeBoxes
          label={t("second_factor.code")}
          value={code}
          error={submission.errors.code}
          busy={submission.isSubmitting}
          onChange={(typed) => {
            submission.clearError("code");
            setCode(typed);
          }}
          onComplete={(whole) => void verify(whole)}
        />
      </StaffForm>
    </StaffStep>
  );
}

function RecoveryStep({ challenge, onSignedIn, onExpired, onSwitch }: StepProps) {
  const { t } = useTranslation("staff");
  const [code, setCode] = useState("");
  const submission = useSubmission(["recovery_code"]);

  function submit() {
    if (code.trim() === "") return submission.setError("recovery_code", t("base:field_required"));
    const body = { challenge, recovery_code: code };
    void submission.run(
      async () => onSignedIn(await call("POST Staff/Account/recovery-code", { body, quiet: true })),
      (error) => handleExpired(error, onExpired),
    );
  }

  return (
    <StaffStep title={t("second_factor.recovery_title")} lead={t("second_factor.recovery_lead")}>
      <StaffForm
        action={t("second_factor.verify")}
        isSubmitting={submission.isSubmitting}
        onSubmit={submit}
        links={<SwitchLink onClick={onSwitch}>{t("second_factor.use_app")}</SwitchLink>}
      >
        <LtrField
          label={t("second_factor.recovery_code")}
          name="recovery_code"
          size="lg"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={60}
          value={code}
          error={submission.errors.recovery_code}
          onChange={(typed) => {
            submission.clearError("recovery_code");
            setCode(typed);
          }}
        />
      </StaffForm>
    </StaffStep>
  );
}

function SwitchLink({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className={classes.switch} onClick={onClick}>
      {children}
    </button>
  );
}
