import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { RiyalSign } from "#base/web/kit/money.tsx";
import { Figure, UserLine } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import { getDeliveredReturn } from "#modules/figures/contract/delivered-return.ts";
import type { ListRow } from "../../contract/list.ts";
import { Riyals, Times } from "./amounts.tsx";
import { BudgetCell, BudgetDrift } from "./budget-cell.tsx";
import classes from "./campaign-cards.module.css";
import type { ListProps } from "./campaigns-table.tsx";
import { isBelowTarget, NoFigures, TodayCell } from "./cells.tsx";
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
        <Result row={row} />
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
      {row.figures ? <Figures row={row} /> : <NoFigures row={row} />}
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

/** The return on delivered orders, the first thing that is read. */
function Result({ row }: { row: ListRow }) {
  const { t } = useTranslation(["campaigns_list", "campaigns"]);
  const isBelow = isBelowTarget(row);
  return (
    <div className={classes.result} data-below={isBelow}>
      <Times value={row.figures && getDeliveredReturn(row.figures)} />
      <small>{t(isBelow ? "below_target" : "campaigns:columns.roas_delivered_short")}</small>
    </div>
  );
}

function Figures({ row }: { row: ListRow }) {
  const { t } = useTranslation("campaigns");
  const { figures } = row;
  if (!figures) return null;
  const shown = [
    { name: "spend", isMoney: true, value: <Riyals halalas={figures.spend_halalas} /> },
    { name: "sales", isMoney: true, value: <Riyals halalas={figures.sales_placed_halalas} /> },
    { name: "orders", isMoney: false, value: <Figure value={figures.orders_placed} /> },
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
