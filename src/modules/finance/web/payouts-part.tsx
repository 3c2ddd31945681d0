import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { CopyField } from "#base/web/kit/copy-field.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { Pagination } from "#base/web/kit/pagination.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { RelativeTime, UserText } from "#base/web/kit/text.tsx";
import { formatIban } from "#modules/wallet/contract/iban.ts";
import type { Payout } from "../contract/payouts.calls.ts";
import classes from "./finance.module.css";
import { usePayouts } from "./finance.queries.ts";
import { PayoutActs } from "./payout-acts.tsx";

/** Open transfers to merchants' bank accounts, the oldest first. */
export function PayoutsPart() {
  const { t } = useTranslation("finance");
  const [page, setPage] = useState(1);
  const payouts = usePayouts(page);
  return (
    <Card title={t("payouts.title")}>
      <QueryBoundary query={payouts} fallback={<SkeletonRows count={2} />}>
        {({ items, size, total }) =>
          total === 0 ? (
            <p className={classes.quiet}>{t("payouts.none")}</p>
          ) : (
            <>
              <p className={classes.quiet}>{t("payouts.words")}</p>
              <ul className={classes.rows} aria-label={t("payouts.title")}>
                {items.map((payout) => (
                  <PayoutRow key={payout.withdrawal_id} payout={payout} />
                ))}
              </ul>
              <Pagination page={page} size={size} total={total} onChange={setPage} />
            </>
          )
        }
      </QueryBoundary>
    </Card>
  );
}

function PayoutRow({ payout }: { payout: Payout }) {
  const { t } = useTranslation("finance");
  const { merchant, amount_halalas, state, holder_name, requested_at, iban } = payout;
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>
          <UserText>{merchant.name}</UserText>
        </strong>
        <strong>
          <Money halalas={amount_halalas} />
        </strong>
        <StatusBadge tone={state === "sending" ? "info" : "waiting"}>{t(`payouts.${state}`)}</StatusBadge>
        <span className={classes.quiet}>
          <RelativeTime at={requested_at} />
        </span>
      </div>
      <CopyField label={t("payouts.iban", { holder: holder_name })} value={formatIban(iban)} />
      <PayoutActs payout={payout} />
    </li>
  );
}
