import { Button, Group } from "@mantine/core";
import { IconArrowUpRight, IconCircleCheck, IconCircleX, IconClock } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useDeposit } from "./use-deposit.ts";
import classes from "./wallet.module.css";
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
    return (
      <Waiting deposit={deposit} isLong={pollCount > 3}>
        {onward?.(false)}
      </Waiting>
    );
  }
  return (
    <Ended deposit={deposit} onAgain={onAgain}>
      {onward?.(status === "paid")}
    </Ended>
  );
}

/** Number of responses so far: after a few, the text changes from "checking" to "still waiting". */
function usePollCount(answeredAt: number): number {
  const [pollCount, setPollCount] = useState(0);
  useEffect(() => {
    if (answeredAt > 0) setPollCount((count) => count + 1);
  }, [answeredAt]);
  return pollCount;
}

function Checking({ isLong }: { isLong: boolean }) {
  const { t } = useTranslation("wallet");
  return (
    <div role="status" aria-busy="true" className={classes.outcome}>
      <IconClock size={44} aria-hidden className={classes.waitingIcon} />
      <h2>{t(isLong ? "still_waiting" : "checking")}</h2>
      <p>{t(isLong ? "still_waiting_words" : "checking_words")}</p>
      <div className={classes.pulse} aria-hidden>
        <SkeletonLine height="0.5rem" />
      </div>
    </div>
  );
}

type WaitingProps = { deposit: Deposit; isLong: boolean; children: ReactNode };

function Waiting({ deposit, isLong, children }: WaitingProps) {
  const { t } = useTranslation("wallet");
  return (
    <>
      <Checking isLong={isLong} />
      <Group justify="center">
        {deposit.action_url ? (
          <Button
            component="a"
            href={deposit.action_url}
            color="clay"
            size="lg"
            rightSection={<IconArrowUpRight size={18} aria-hidden className="turns" />}
          >
            {t("go_to_bank")}
          </Button>
        ) : null}
        {isLong ? children : null}
      </Group>
    </>
  );
}

function Ended({
  deposit,
  onAgain,
  children,
}: {
  deposit: Deposit;
  onAgain: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation("wallet");
  const isPaid = deposit.status === "paid";
  const Icon = isPaid ? IconCircleCheck : IconCircleX;
  const words = deposit.status === "failed" ? deposit.failure_text : t(`${deposit.status}_words`);
  const settled = isPaid ? deposit.owed_settled_halalas : 0;
  return (
    <div role={isPaid ? "status" : "alert"} className={classes.outcome} data-state={deposit.status}>
      <Icon size={52} aria-hidden stroke={1.5} />
      <h2>{t(`${deposit.status}_title`)}</h2>
      <p className={classes.outcomeAmount}>
        <Money halalas={deposit.amount_halalas} />
      </p>
      {settled < deposit.amount_halalas ? <p>{words}</p> : null}
      {settled > 0 ? <SettledWords deposit={deposit} /> : null}
      <Group justify="center" gap="sm">
        {isPaid || deposit.status === "refunded" ? null : (
          <Button color="clay" onClick={onAgain}>
            {t("try_again_payment")}
          </Button>
        )}
        {children}
      </Group>
    </div>
  );
}

/** The part of the deposit that settled earlier debt. */
function SettledWords({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation("wallet");
  const format = useFormat();
  const { amount_halalas, owed_settled_halalas } = deposit;
  if (owed_settled_halalas >= amount_halalas) return <p>{t("owed_settled_all_words")}</p>;
  return <p>{t("owed_settled_words", { amount: format.riyals(owed_settled_halalas) })}</p>;
}
