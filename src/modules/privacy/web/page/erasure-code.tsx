import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeBoxes, codeLength } from "#base/web/forms/code-boxes.tsx";
import { ResendCode } from "#base/web/forms/resend-code.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { Ltr } from "#base/web/kit/text.tsx";
import { formatNational } from "#modules/merchants/contract/mobile-number.ts";
import { useCurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import classes from "../privacy.module.css";
import { useRequestErasure } from "../privacy.queries.ts";
import { requestErasureCode } from "./request-erasure-code.ts";

/** The code from the merchant's phone. The erasure is asked for when the server has accepted it. */
export function ErasureCode({ nextCodeAt, onBack }: { nextCodeAt: number; onBack: () => void }) {
  const { t } = useTranslation("privacy_page");
  const mobile = useCurrentUser().data?.mobile_number ?? "";
  const request = useRequestErasure();
  const submission = useSubmission(["code"]);
  const [code, setCode] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < codeLength) return submission.setError("code", t("erasure.code_not_valid"));
    void submission.run(
      async () => {
        await request.mutateAsync(code);
      },
      (error) => {
        if (error.fields.code) setCode("");
        return false;
      },
    );
  };
  return (
    <form className={classes.stack} onSubmit={submit} noValidate>
      <p>
        {t("erasure.code_sent")} {mobile ? <Ltr>{formatNational(mobile)}</Ltr> : null}
      </p>
      <CodeBoxes
        label={t("erasure.code_label")}
        value={code}
        error={submission.errors.code}
        busy={submission.isSubmitting}
        onChange={(typed) => {
          submission.clearError("code");
          setCode(typed);
        }}
        onComplete={() => undefined}
      />
      <div className={classes.actions}>
        <Button type="submit" color="bad" loading={submission.isSubmitting}>
          {t("erasure.confirm")}
        </Button>
        <Button variant="default" onClick={onBack}>
          {t("erasure.back")}
        </Button>
      </div>
      <div>
        <ResendCode
          firstAt={nextCodeAt}
          label={t("erasure.resend")}
          waiting={t("erasure.resend_in")}
          send={requestErasureCode}
        />
      </div>
    </form>
  );
}
