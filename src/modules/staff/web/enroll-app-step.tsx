import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeBoxes, codeLength } from "#base/web/forms/code-boxes.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { QrCode } from "./qr-code.tsx";
import { StaffForm, StaffStep } from "./staff-step.tsx";

type Props = {
  secret: string;
  /** The same as an address that the QR code holds. */
  uri: string;
  confirm: (code: string) => Promise<void>;
};

/** Connecting the authenticator app: the QR code, the same as a key to type, and the code that confirms it. */
export function EnrollAppStep({ secret, uri, confirm }: Props) {
  const { t } = useTranslation("staff");
  const [code, setCode] = useState("");
  const submission = useSubmission(["code"]);
  const verify = (whole: string) =>
    submission.run(
      () => confirm(whole),
      () => {
        setCode("");
        return false;
      },
    );
  const submit = () =>
    code.length < codeLength ? submission.setError("code", t("code_not_valid")) : void verify(code);

  return (
    <StaffStep title={t("enroll.app_title")} lead={t("enroll.app_lead")}>
      <StaffForm action={t("enroll.confirm")} isSubmitting={submission.isSubmitting} onSubmit={submit}>
        <QrCode label={t("enroll.qr")} text={uri} />
        <CopyField label={t("enroll.key")} value={groupLetters(secret)} />
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

/** In fours, so that it can be typed from the screen; authenticator apps ignore the spaces. */
const groupLetters = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");
