import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "#base/web/kit/states.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { DoneOutcome, FailedOutcome, WaitingOutcome } from "#modules/payments/web/payment-outcome.parts.tsx";
import { useDeposit } from "./use-deposit.ts";
import type { Deposit } from "./wallet-calls.ts";

type Props = {
  depositId: string;
  /** Starts another attempt from the beginning. */
  onAgain: () => void;
  /** Called once, when the money is in the wallet. */
  onPaid?: (() => void) | undefined;
  /** The next action beside the outcome: the primary one once paid, the secondary one otherwise. */
  onward?: (isPaid: boolean) => ReactNode;
};

/** The state of a deposit, from waiting for the bank to the money in the wallet. It updates by itself. */
export function DepositOutcome({ depositId, onAgain, onPaid, onward }: Props) {
  const { t } = useTranslation("wallet");
  const query = useDeposit(depositId);
  const deposit = query.data;
  const pollCount = usePollCount(query.dataUpdatedAt);
  const status = deposit?.status;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once when the status becomes "paid"
  useEffect(() => {
    if (status !== "paid") return;
    notify(t("balance_charged"), "success");
    onPaid?.();
  }, [status]);

  if (query.isError && !deposit) {
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (!deposit) return <Checking isLong={false} />;
  if (status === "waiting" || status === "pending") {
    const isLong = pollCount > 3;
    return (
      <Checking isLong={isLong} bankUrl={deposit.action_url} actions={isLong ? onward?.(false) : undefined} />
    );
  }
  return <Ended deposit={deposit} onAgain={onAgain} onward={onward?.(status === "paid")} />;
}

/** Number of responses so far: after a few, the text changes from "checking" to "still waiting". */
function usePollCount(answeredAt: number): number {
  const [pollCount, setPollCount] = useState(0);
  useEffect(() => {
    if (answeredAt > 0) setPollCount((count) => count + 1);
  }, [answeredAt]);
  return pollCount;
}

type CheckingProps = { isLong: boolean; bankUrl?: string | null; actions?: ReactNode };

function Checking({ isLong, bankUrl, actions }: CheckingProps) {
  const { t } = useTranslation("wallet");
  return (
    <WaitingOutcome title={t(isLong ? "still_waiting" : "checking")} bankUrl={bankUrl} actions={actions}>
      <p>{t(isLong ? "still_waiting_words" : "checking_words")}</p>
    </WaitingOutcome>
  );
}

type EndedProps = { deposit: Deposit; onAgain: () => void; onward: ReactNode };

function Ended({ deposit, onAgain, onward }: EndedProps) {
  const { t } = useTranslation("wallet");
  const { status, amount_halalas } = deposit;
  const title = t(`${status}_title`);
  if (status === "paid") {
    return (
      <DoneOutcome title={title} amount={amount_halalas} actions={onward}>
        <PaidWords deposit={deposit} />
      </DoneOutcome>
    );
  }
  const again =
    status === "refunded" ? null : (
      <Button color="clay" onClick={onAgain}>
        {t("try_again_payment")}
      </Button>
    );
  return (
    <FailedOutcome
      title={title}
      amount={amount_halalas}
      actions={
        <>
          {again}
          {onward}
        </>
      }
    >
      <p>{status === "failed" ? deposit.failure_text : t(`${status}_words`)}</p>
    </FailedOutcome>
  );
}

/** Where the money went: into the wallet, to earlier debt, or to both. */
function PaidWords({ deposit: { amount_halalas, owed_settled_halalas, card_text } }: { deposit: Deposit }) {
  const { t } = useTranslation("wallet");
  const format = useFormat();
  const isAllOwed = owed_settled_halalas >= amount_halalas;
  return (
    <>
      {isAllOwed ? null : <p>{t("paid_words")}</p>}
      {card_text ? <p>{card_text}</p> : null}
      {isAllOwed ? <p>{t("owed_settled_all_words")}</p> : null}
      {owed_settled_halalas > 0 && !isAllOwed ? (
        <p>{t("owed_settled_words", { amount: format.riyals(owed_settled_halalas) })}</p>
      ) : null}
    </>
  );
}
