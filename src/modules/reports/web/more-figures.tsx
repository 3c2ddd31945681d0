import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure, Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import classes from "./figures.module.css";
import type { Totals } from "./reports.queries.ts";
import { Roas } from "./stat-row.tsx";

/** The figures behind the four: impressions, clicks, and what was really delivered of what was ordered. */
export function MoreFigures({ totals }: { totals: Totals }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const clickRate = totals.impressions > 0 ? totals.clicks / totals.impressions : null;
  return (
    <dl className={classes.more}>
      <Small name={t("impressions")}>
        <Figure value={totals.impressions} />
      </Small>
      <Small name={t("clicks")}>
        <Figure value={totals.clicks} />
      </Small>
      <Small name={t("click_rate")}>
        {clickRate === null ? null : <Ltr>{format.percent(clickRate, 2)}</Ltr>}
      </Small>
      <Small name={t("cpc")}>
        {totals.cpc_halalas === null ? null : <Money halalas={totals.cpc_halalas} />}
      </Small>
      <Small name={t("cpm")}>
        {totals.cpm_halalas === null ? null : <Money halalas={totals.cpm_halalas} />}
      </Small>
      <Small name={t("cost_per_order")}>
        {totals.cost_per_order_halalas === null ? null : <Money halalas={totals.cost_per_order_halalas} />}
      </Small>
      <Small name={t("orders_delivered")}>
        <Figure value={totals.orders_delivered} />
      </Small>
      <Small name={t("sales_delivered")}>
        <Money halalas={totals.sales_delivered_halalas} whole />
      </Small>
      {/* Before the first delivery there is no delivered return: a zero would make a day-old campaign look bad. */}
      <Small name={t("roas_delivered")} none={t("none_delivered")}>
        {totals.roas_delivered === null || totals.orders_delivered === 0 ? null : (
          <Roas value={totals.roas_delivered} />
        )}
      </Small>
    </dl>
  );
}

type SmallProps = { name: string; none?: string; children: ReactNode | null };

function Small({ name, none, children }: SmallProps) {
  const { t } = useTranslation("base");
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <NoData label={none ?? t("no_data_yet")} />}</dd>
    </div>
  );
}
