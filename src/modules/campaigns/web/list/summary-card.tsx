import { useTranslation } from "react-i18next";
import { RiyalSign } from "#base/web/kit/money.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import { getDeliveredReturn } from "#modules/figures/contract/delivered-return.ts";
import type { ListTotals } from "../../contract/list.ts";
import { Riyals, Times } from "./amounts.tsx";
import classes from "./summary-card.module.css";

/** On a phone: the sums of all that the list finds, above its cards. */
export function SummaryCard({ totals: { totals } }: { totals: ListTotals }) {
  const { t } = useTranslation("campaigns");
  const shown = [
    { name: "roas_delivered_short", isMoney: false, value: <Times value={getDeliveredReturn(totals)} /> },
    { name: "sales", isMoney: true, value: <Riyals halalas={totals.sales_placed_halalas} /> },
    { name: "spend", isMoney: true, value: <Riyals halalas={totals.spend_halalas} /> },
    { name: "orders", isMoney: false, value: <Figure value={totals.orders_placed} /> },
  ] as const;
  return (
    <dl className={classes.card}>
      {shown.map(({ name, isMoney, value }) => (
        <div key={name}>
          <dt>
            {t(`columns.${name}`)} {isMoney ? <RiyalSign /> : null}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
