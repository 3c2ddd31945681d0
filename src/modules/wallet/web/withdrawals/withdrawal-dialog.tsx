import { Button, Modal } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { Withdrawal } from "../wallet-calls.ts";
import { AmountStep } from "./amount-step.tsx";
import { CodeStep } from "./code-step.tsx";
import { WithdrawalParts } from "./withdrawal-parts.tsx";
import classes from "./withdrawals.module.css";

type Step =
  | { name: "amount"; amount: number | null; refusal: string | null }
  | { name: "code"; amount: number; nextCodeAt: number }
  | { name: "done"; withdrawal: Withdrawal };

/** A withdrawal from the amount over the code to the receipt; full screen on a phone. */
export function WithdrawalDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("wallet_withdrawals");
  const isPhone = !useIsAtLeast("tablet");
  const [step, setStep] = useState<Step>({ name: "amount", amount: null, refusal: null });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      fullScreen={isPhone}
      closeOnClickOutside={false}
      title={<strong>{t(step.name === "code" ? "code_title" : "title")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <div className={classes.stack}>
        {step.name === "amount" ? (
          <AmountStep
            first={step.amount}
            refusal={step.refusal}
            onSent={(amount, nextCodeAt) => setStep({ name: "code", amount, nextCodeAt })}
          />
        ) : null}
        {step.name === "code" ? (
          <CodeStep
            amount={step.amount}
            nextCodeAt={step.nextCodeAt}
            onDone={(withdrawal) => setStep({ name: "done", withdrawal })}
            onBack={(refusal) => setStep({ name: "amount", amount: step.amount, refusal })}
          />
        ) : null}
        {step.name === "done" ? <Receipt withdrawal={step.withdrawal} onClose={onClose} /> : null}
      </div>
    </Modal>
  );
}

function Receipt({ withdrawal, onClose }: { withdrawal: Withdrawal; onClose: () => void }) {
  const { t } = useTranslation("wallet_withdrawals");
  return (
    <>
      <div role="status" className={classes.done}>
        <IconCircleCheck size={52} aria-hidden stroke={1.5} />
        <h2>{t("done_title")}</h2>
        <strong>
          <Money halalas={withdrawal.amount_halalas} />
        </strong>
        <p className={classes.quiet}>{t("done_words")}</p>
      </div>
      <WithdrawalParts
        parts={withdrawal.parts.map((part) => ({ ...part, note: t(`part_${part.kind}_words`) }))}
      />
      <Button onClick={onClose} fullWidth>
        {t("close")}
      </Button>
    </>
  );
}
