import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { RiyalSign } from "#base/web/kit/money.tsx";
import { Figure, UserLine } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { readSales } from "#modules/figures/contract/counted-sales.ts";
import type { CountedOrders } from "#modules/merchants/contract/enums.ts";
import type { ListFigures, ListRow } from "../../contract/list.ts";
import { Riyals, Times } from "./amounts.tsx";
import { BudgetCell, BudgetDrift } from "./budget-cell.tsx";
import classes from "./campaign-cards.module.css";
import type { ListProps } from "./campaigns-table.tsx";
import { isBelowTarget, NoFigures, TodayCell } from "./cells.tsx";
import { columnNames } from "./list-columns.ts";
import { OnOff } from "./on-off.tsx";
import { RowMenu } from "./row-menu.tsx";
import { SelectRow } from "./select-boxes.tsx";
import { StatusLine } from "./status-line.tsx";

type Props = Pick<ListProps, "rows" | "context" | "selection" | "onDuplicate" | "isBusy">;

/** The list on a phone: three campaigns a screen, each with its result first. */
export function CampaignCards({ rows, isBusy, ...shared }: Props) {
  const { t } = useTranslation("campaigns");
  return (
    <ul className={classes.cards} aria-label={t("title")} aria-busy={isBusy}>
      {rows.map((row) => (
        <li key={row.id} className={classes.card} data-campaign={row.id}>
          <CampaignCard row={row} {...shared} />
        </li>
      ))}
    </ul>
  );
}

type CardProps = Omit<Props, "rows" | "isBusy"> & { row: ListRow };

function CampaignCard({ row, context, selection, onDuplicate }: CardProps) {
  const { t } = useTranslation("campaigns");
  return (
    <>
      <header className={classes.head}>
        <Result row={row} counted={context.counted} />
        <div className={classes.words}>
          <Link to="/campaigns/$id" params={{ id: row.id }} className={classes.name}>
            <UserLine>{row.name}</UserLine>
          </Link>
          <span className={classes.states}>
            <PlatformIcon platform={row.platform} size={20} label={t(`platform_names.${row.platform}`)} />
            <StatusLine row={row} />
          </span>
        </div>
        {selection.rows.length > 0 ? <SelectRow row={row} selection={selection} /> : <OnOff row={row} />}
      </header>
      {row.figures ? <Figures figures={row.figures} counted={context.counted} /> : <NoFigures row={row} />}
      <footer className={classes.foot}>
        <div className={classes.today}>
          <TodayCell row={row} usualShare={context.usualShare} />
          <BudgetDrift row={row} />
        </div>
        <BudgetCell row={row} perDay />
        <RowMenu row={row} onDuplicate={onDuplicate} onSelect={() => selection.set([row], true)} />
      </footer>
    </>
  );
}

/** The return on the orders that the person counts, the first thing that is read. */
function Result({ row, counted }: { row: ListRow; counted: CountedOrders }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const isBelow = isBelowTarget(row, counted);
  return (
    <div className={classes.result} data-below={isBelow}>
      <Times value={row.figures && readSales(row.figures, counted).roas} />
      <small>{t(isBelow ? "below_target" : `campaigns:columns.${columnNames[counted].roasShort}`)}</small>
    </div>
  );
}

function Figures({ figures, counted }: { figures: ListFigures; counted: CountedOrders }) {
  const { t } = useTranslation("campaigns");
  const names = columnNames[counted];
  const sold = readSales(figures, counted);
  const shown = [
    { name: "spend", isMoney: true, value: <Riyals halalas={figures.spend_halalas} /> },
    { name: names.sales, isMoney: true, value: <Riyals halalas={sold.halalas} /> },
    { name: names.orders, isMoney: false, value: <Figure value={sold.orders} /> },
    {
      name: "cost_per_order",
      isMoney: true,
      value: <Riyals halalas={figures.cost_per_order_halalas} decimals />,
    },
  ] as const;
  return (
    <dl className={classes.figures}>
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
