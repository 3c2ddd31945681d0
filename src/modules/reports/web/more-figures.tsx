import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { NoData } from "#base/web/kit/page.tsx";
import { Figure, Ltr } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import classes from "./figures.module.css";
import type { Totals } from "./reports.queries.ts";
import { salesNames } from "./sales-names.ts";
import { Roas } from "./stat-row.tsx";

/** The figures behind the four: impressions, clicks, and the sales that the four do not count: delivered, or all. */
export function MoreFigures({ totals }: { totals: Totals }) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const other = useCountedOrders() === "placed" ? "delivered" : "placed";
  const names = salesNames[other];
  const sold = readSales(totals, other);
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
      <Small name={t(names.orders)}>
        <Figure value={sold.orders} />
      </Small>
      <Small name={t(names.sales)}>
        <Money halalas={sold.halalas} whole />
      </Small>
      <Small name={t(names.roas)} {...(other === "delivered" ? { none: t("none_delivered") } : {})}>
        {sold.roas === null ? null : <Roas value={sold.roas} />}
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
