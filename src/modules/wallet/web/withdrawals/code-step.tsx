import { Button } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeBoxes, codeLength } from "#base/web/forms/code-boxes.tsx";
import { ResendCode } from "#base/web/forms/resend-code.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { formatNational } from "#modules/merchants/contract/mobile-number.ts";
import { useCurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import type { Withdrawal } from "../wallet-calls.ts";
import { requestWithdrawalCode, useRequestWithdrawal } from "./use-withdrawal.ts";
import classes from "./withdrawals.module.css";

type Props = {
  amount: number;
  /** Another code may be sent from then on, by this browser's clock. */
  nextCodeAt: number;
  onDone: (withdrawal: Withdrawal) => void;
  /** Back to the amount, with the server's reason when it refused it. */
  onBack: (refusal: string | null) => void;
};

/** The code from the merchant's phone. The money is held when the server has accepted it. */
export function CodeStep({ amount, nextCodeAt, onDone, onBack }: Props) {
  const { t } = useTranslation("wallet_withdrawals");
  const format = useFormat();
  const mobile = useCurrentUser().data?.mobile_number ?? "";
  const requestWithdrawal = useRequestWithdrawal();
  const submission = useSubmission(["code"]);
  const [code, setCode] = useState("");

  const send = (whole: string) =>
    submission.run(
      async () => onDone(await requestWithdrawal({ amount_halalas: amount, code: whole })),
      (error) => {
        if (error.fields.code) setCode("");
        const onAmount = error.fields.amount_halalas?.[0];
        if (onAmount) onBack(onAmount);
        return onAmount !== undefined;
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < codeLength) submission.setError("code", t("code_not_valid"));
    else void send(code);
  };
  return (
    <form className={classes.stack} onSubmit={submit} noValidate>
      <p>
        {t("code_sent")} {mobile ? <Ltr>{formatNational(mobile)}</Ltr> : null}
      </p>
      <CodeBoxes
        label={t("code_label")}
        value={code}
        error={submission.errors.code}
        busy={submission.isSubmitting}
        onChange={(typed) => {
          submission.clearError("code");
          setCode(typed);
        }}
        onComplete={() => undefined}
      />
      <Button type="submit" size="lg" color="clay" fullWidth loading={submission.isSubmitting}>
        {t("confirm", { amount: format.riyals(amount) })}
      </Button>
      <ResendCode
        firstAt={nextCodeAt}
        label={t("resend")}
        waiting={t("resend_in")}
        send={requestWithdrawalCode}
      />
      <Button variant="subtle" onClick={() => onBack(null)}>
        {t("change_amount")}
      </Button>
    </form>
  );
}
