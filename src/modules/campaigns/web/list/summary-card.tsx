import { useTranslation } from "react-i18next";
import { RiyalSign } from "#base/web/kit/money.tsx";
import { Figure } from "#base/web/kit/text.tsx";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import type { ListTotals } from "../../contract/list.ts";
import { Riyals, Times } from "./amounts.tsx";
import { columnNames } from "./list-columns.ts";
import classes from "./summary-card.module.css";

/** On a phone: the sums of all that the list finds, above its cards. */
export function SummaryCard({ totals: { totals } }: { totals: ListTotals }) {
  const { t } = useTranslation("campaigns");
  const counted = useCountedOrders();
  const names = columnNames[counted];
  const sold = readSales(totals, counted);
  const shown = [
    { name: names.roasShort, isMoney: false, value: <Times value={sold.roas} /> },
    { name: names.sales, isMoney: true, value: <Riyals halalas={sold.halalas} /> },
    { name: "spend", isMoney: true, value: <Riyals halalas={totals.spend_halalas} /> },
    { name: names.orders, isMoney: false, value: <Figure value={sold.orders} /> },
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
