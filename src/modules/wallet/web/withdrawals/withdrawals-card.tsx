import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { Pagination } from "#base/web/kit/pagination.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, Ltr, TimeText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { WithdrawalState } from "../../contract/enums.ts";
import { ActedBy } from "../acted-by.tsx";
import { useWithdrawals } from "../wallet.queries.ts";
import type { Withdrawal } from "../wallet-calls.ts";
import { useCancelWithdrawal } from "./use-withdrawal.ts";
import { WithdrawalParts } from "./withdrawal-parts.tsx";
import classes from "./withdrawals.module.css";

const tones: Record<WithdrawalState, Tone> = {
  requested: "waiting",
  sending: "info",
  done: "good",
  refused: "bad",
  cancelled: "neutral",
};

/** Withdrawals, newest first, each with its parts and their states. */
export function WithdrawalsCard() {
  const { t } = useTranslation("wallet_withdrawals");
  const [page, setPage] = useState(1);
  const query = useWithdrawals(page);
  return (
    <Card title={t("withdrawals")}>
      <QueryBoundary query={query} fallback={<SkeletonRows count={2} />}>
        {(list) =>
          list.total === 0 ? (
            <div className={classes.quiet}>
              <strong>{t("none")}</strong>
              <p>{t("none_words")}</p>
            </div>
          ) : (
            <>
              <ul className={classes.list} aria-label={t("withdrawals")}>
                {list.items.map((withdrawal) => (
                  <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
                ))}
              </ul>
              <Pagination page={page} size={list.size} total={list.total} onChange={setPage} />
            </>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

function WithdrawalRow({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation("wallet_withdrawals");
  const format = useFormat();
  const { requested_at, returned_halalas, state, amount_halalas } = withdrawal;
  return (
    <li>
      <div className={classes.head}>
        <strong>
          <Money halalas={amount_halalas} />
        </strong>
        <StatusBadge tone={tones[state]}>{t(`state_${state}`)}</StatusBadge>
        <span className={classes.quiet}>
          <DateText at={requested_at} style="short" /> <TimeText at={requested_at} />
        </span>
      </div>
      {withdrawal.by_staff ? (
        <p className={classes.quiet}>{t("by_staff")}</p>
      ) : (
        <p className={classes.quiet}>
          <ActedBy by={withdrawal.by} />
        </p>
      )}
      <WithdrawalParts
        parts={withdrawal.parts.map((part) => ({ ...part, note: <PartState part={part} /> }))}
      />
      {returned_halalas > 0 ? (
        <p className={classes.quiet}>{t("returned", { amount: format.riyals(returned_halalas) })}</p>
      ) : null}
      {withdrawal.can_cancel && isAllowed("wallet", "withdraw") ? (
        <CancelButton withdrawal={withdrawal} />
      ) : null}
    </li>
  );
}

/** A part's state in words, with why it was refused or the bank's own number of the transfer. */
function PartState({ part }: { part: Withdrawal["parts"][number] }) {
  const { t } = useTranslation("wallet_withdrawals");
  return (
    <>
      {t(`state_${part.state}`)}
      {part.failure_text ? <> · {part.failure_text}</> : null}
      {part.bank_reference ? (
        <>
          {" · "}
          {t("part_bank_reference")} <Ltr>{part.bank_reference}</Ltr>
        </>
      ) : null}
    </>
  );
}

function CancelButton({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation("wallet_withdrawals");
  const cancel = useCancelWithdrawal();
  return (
    <div>
      <ConfirmButton
        size="compact-md"
        label={t("cancel")}
        title={t("cancel_title")}
        busy={cancel.isPending}
        onConfirm={(close) => cancel.mutate(withdrawal.id, { onSettled: close })}
      >
        <p>{t("cancel_words")}</p>
      </ConfirmButton>
    </div>
  );
}
