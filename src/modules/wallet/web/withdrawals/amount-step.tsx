import { Button } from "@mantine/core";
import type { TFunction } from "i18next";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { MoneyField } from "#base/web/forms/fields.tsx";
import { useSubmission } from "#base/web/forms/use-submission.ts";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { useWithdrawalPreview } from "../wallet.queries.ts";
import type { WithdrawalPreview } from "../wallet-calls.ts";
import { BankAccountForm } from "./bank-account-form.tsx";
import { checkAmount } from "./check-amount.ts";
import { useSettled } from "./use-settled.ts";
import { requestWithdrawalCode } from "./use-withdrawal.ts";
import { WithdrawalParts } from "./withdrawal-parts.tsx";
import classes from "./withdrawals.module.css";

type Props = {
  /** What was typed before, when the merchant comes back from the code. */
  first: number | null;
  /** Why the server refused that amount. */
  refusal: string | null;
  /** The code is on its way; another may be sent from `nextCodeAt` (this browser's clock). */
  onSent: (amount: number, nextCodeAt: number) => void;
};

/** The amount, and below it at once where it goes. */
export function AmountStep(props: Props) {
  const [amount, setAmount] = useState(props.first);
  const settled = useSettled(amount);
  const query = useWithdrawalPreview(settled);
  return (
    <QueryBoundary query={query} fallback={<SkeletonRows count={2} />}>
      {(preview) => (
        <AmountForm
          {...props}
          amount={amount}
          onAmount={setAmount}
          preview={preview}
          isCurrent={settled === amount && !query.isPlaceholderData}
        />
      )}
    </QueryBoundary>
  );
}

type FormProps = Props & {
  amount: number | null;
  onAmount: (amount: number | null) => void;
  preview: WithdrawalPreview;
  /** The preview is of this amount, not of the one before. */
  isCurrent: boolean;
};

function AmountForm({ amount, onAmount, preview, isCurrent, refusal, onSent }: FormProps) {
  const { t } = useTranslation("wallet_withdrawals");
  const format = useFormat();
  const submission = useSubmission(["amount_halalas"]);
  const [isRefused, setRefused] = useState(refusal !== null);
  const problem = checkAmount(amount, preview);
  const missing = amount === null || preview.bank_account ? 0 : amount - preview.to_cards_halalas;
  if (preview.resting_until !== null) return <Resting until={preview.resting_until} />;
  if (preview.withdrawable_halalas <= 0) return <NothingAvailable />;

  const change = (next: number | null) => {
    submission.clearError("amount_halalas");
    setRefused(false);
    onAmount(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem || amount === null)
      return submission.setError("amount_halalas", describeProblem(problem, format.riyals, t));
    void submission.run(async () => onSent(amount, await requestWithdrawalCode()));
  };
  return (
    <>
      <form id="withdrawal" className={classes.stack} onSubmit={submit} noValidate>
        <MoneyField
          label={t("amount_label")}
          value={amount}
          error={submission.errors.amount_halalas ?? (isRefused ? refusal : null)}
          onChange={change}
        />
        <Available preview={preview} onAll={change} />
      </form>
      {problem === null && missing <= 0 ? (
        <>
          <WithdrawalParts
            isBusy={!isCurrent}
            parts={preview.parts.map((part) => ({ ...part, note: t(`part_${part.kind}_words`) }))}
          />
          <p className={classes.quiet}>{t("held_words")}</p>
        </>
      ) : null}
      {problem === null && missing > 0 ? (
        <>
          <Banner tone="waiting" title={t("iban_needed", { amount: format.riyals(missing) })}>
            {t("iban_needed_words")}
          </Banner>
          <BankAccountForm account={null} onSaved={() => undefined} />
        </>
      ) : (
        <Button
          type="submit"
          form="withdrawal"
          size="lg"
          color="clay"
          fullWidth
          loading={submission.isSubmitting || (problem === null && !isCurrent)}
        >
          {t("send_code")}
        </Button>
      )}
    </>
  );
}

function describeProblem(
  problem: ReturnType<typeof checkAmount>,
  riyals: (amount: number) => string,
  t: TFunction<"wallet_withdrawals">,
): string {
  if (problem === null) return t("amount_not_valid");
  return t(problem.key, problem.amount === undefined ? {} : { amount: riyals(problem.amount) });
}

function Available({ preview, onAll }: { preview: WithdrawalPreview; onAll: (amount: number) => void }) {
  const { t } = useTranslation("wallet_withdrawals");
  const most = Math.min(preview.withdrawable_halalas, preview.left_today_halalas);
  return (
    <div className={classes.available}>
      <span>{t("available")}</span>
      <strong>
        <Money halalas={preview.withdrawable_halalas} />
      </strong>
      <Button variant="subtle" size="compact-md" onClick={() => onAll(most)}>
        {t("all_of_it")}
      </Button>
    </div>
  );
}

function Resting({ until }: { until: string }) {
  const { t } = useTranslation("wallet_withdrawals");
  const format = useFormat();
  return (
    <Banner tone="waiting" title={t("resting_until", { date: format.date(until), time: format.time(until) })}>
      {t("resting_words")}
    </Banner>
  );
}

function NothingAvailable() {
  const { t } = useTranslation("wallet_withdrawals");
  return (
    <div className={classes.quiet}>
      <strong>{t("nothing_available")}</strong>
      <p>{t("nothing_available_words")}</p>
    </div>
  );
}
