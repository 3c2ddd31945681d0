import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Money } from "#base/web/kit/money.tsx";
import { DateText } from "#base/web/kit/text.tsx";
import classes from "./season-budget.module.css";

type Day = { day: string; budget_halalas: number; state?: string };
type Props<Row extends Day> = {
  days: readonly Row[];
  /** What stands beside each day's budget. */
  beside: { header: string; cell: (day: Row) => ReactNode };
};

/** A budget for each day of a season. */
export function SeasonDays<Row extends Day>({ days, beside }: Props<Row>) {
  const { t } = useTranslation("campaign");
  return (
    <table className={classes.days}>
      <caption className="visually-hidden">{t("season_budget.title")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("season_budget.day")}</th>
          <th scope="col">{t("season_budget.budget")}</th>
          <th scope="col">{beside.header}</th>
        </tr>
      </thead>
      <tbody>
        {days.map((row) => (
          <tr key={row.day} data-state={row.state}>
            <td>
              <DateText at={`${row.day}T12:00:00+03:00`} style="short" />
            </td>
            <td>
              <Money halalas={row.budget_halalas} whole />
            </td>
            <td>{beside.cell(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
