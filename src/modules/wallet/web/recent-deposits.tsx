import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { DateText, TimeText } from "#base/web/kit/text.tsx";
import { useNow } from "#base/web/runtime/now.ts";
import type { DepositStatus } from "../contract/enums.ts";
import { ActedBy } from "./acted-by.tsx";
import classes from "./wallet.module.css";
import { useDeposits } from "./wallet.queries.ts";
import type { Deposit } from "./wallet-calls.ts";

const tones: Record<DepositStatus, Tone> = {
  waiting: "neutral",
  pending: "waiting",
  paid: "good",
  failed: "bad",
  expired: "neutral",
  refunded: "info",
};

/**
 * A deposit without activity for this long is shown as abandoned; should the bank still confirm it, it is shown as
 * paid.
 */
const abandonedMs = 3_600_000;

function toStatusLabel({ status, created_at }: Deposit, now: Date) {
  const isOpen = status === "waiting" || status === "pending";
  const isAbandoned = isOpen && now.getTime() - Date.parse(created_at) > abandonedMs;
  return isAbandoned
    ? { tone: "neutral" as const, label: "abandoned" }
    : { tone: tones[status], label: status };
}

/** The latest deposits with their status; an open one links to the page that follows it. */
export function RecentDeposits() {
  const { t } = useTranslation("wallet");
  const query = useDeposits(1, 5);
  if (query.isPending) return <SkeletonRows count={3} />;
  if (!query.data || query.data.total === 0) return null;
  return (
    <Card title={t("recent_deposits")}>
      <ul className={classes.rows}>
        {query.data.items.map((deposit) => (
          <li key={deposit.id}>
            <span className={classes.rowWords}>
              <Link to="/checkout" search={{ deposit: deposit.id }}>
                <DateText at={deposit.created_at} style="short" /> <TimeText at={deposit.created_at} />
              </Link>
              <DepositStatusBadge deposit={deposit} />
              <ActedBy by={deposit.by} />
            </span>
            <Money halalas={deposit.amount_halalas} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function DepositStatusBadge({ deposit }: { deposit: Deposit }) {
  const { t } = useTranslation("wallet");
  const { tone, label } = toStatusLabel(deposit, useNow());
  return <StatusBadge tone={tone}>{t(`status_${label}`)}</StatusBadge>;
}
