import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { Pagination } from "#base/web/kit/pagination.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import classes from "./wallet.module.css";
import { useReserves, useWallet } from "./wallet.queries.ts";
import type { Reserve } from "./wallet-calls.ts";

/** The reserve of each running campaign, and why it is so large. */
export function HoldsCard() {
  const { t } = useTranslation("wallet");
  const [page, setPage] = useState(1);
  const query = useReserves(page);
  const list = query.data;
  const consultations = useWallet().data?.held_for_consultations_halalas ?? 0;
  if (query.isPending) return <SkeletonRows count={3} />;
  return (
    <Card title={t("held_by_campaigns")}>
      {query.isError && !list ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {list?.total === 0 && consultations === 0 ? (
        <div className={classes.quiet}>
          <strong>{t("no_reserves")}</strong>
          <p>{t("no_reserves_words")}</p>
        </div>
      ) : null}
      <ul className={classes.rows}>
        {consultations > 0 ? (
          <li>
            <Link to="/marketing-consultations-orders">{t("held_by_consultations")}</Link>
            <Money halalas={consultations} />
          </li>
        ) : null}
        {list?.items.map((reserve) => (
          <li key={reserve.campaign_id}>
            <span>
              <Link to="/campaigns/$id" params={{ id: reserve.campaign_id }}>
                <UserText>{reserve.title || t("campaign")}</UserText>
              </Link>
              {reserve.explanation ? <Explanation {...reserve.explanation} /> : null}
            </span>
            <Money halalas={reserve.held_halalas} />
          </li>
        ))}
      </ul>
      {list ? <Pagination page={page} size={list.size} total={list.total} onChange={setPage} /> : null}
    </Card>
  );
}

/** "Snapchat's most expensive day, SAR 300, × 2 days". */
function Explanation({ platform, days, day_halalas }: NonNullable<Reserve["explanation"]>) {
  const { t } = useTranslation("wallet");
  const format = useFormat();
  const amount = format.riyals(day_halalas, true);
  return (
    <small className={classes.small}>
      {t("held_because", { platform: t(`ad_accounts:platforms.${platform}`), amount, count: days })}
    </small>
  );
}
