import { useTranslation } from "react-i18next";
import { StatCard } from "#base/web/kit/page.tsx";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import { getColumn, readMetric } from "./read-metric.ts";
import { ReportValue, ValueChange } from "./report-value.tsx";
import classes from "./tabs.module.css";

type Props = { table: ReportTable; metrics: readonly string[]; exact?: boolean };

/** The sums of a tab that matter most, each with its change; those that the table does not have are left out. */
export function SumCards({ table, metrics, exact = false }: Props) {
  const { t } = useTranslation("reports_tabs");
  const columns = metrics.flatMap((metric) => getColumn(table, metric) ?? []);
  return (
    <div className={classes.stats}>
      {columns.map(({ metric, unit, name }) => {
        const now = readMetric(table, table.total, metric);
        const before = readMetric(table, table.total_before, metric);
        return (
          <StatCard
            key={metric}
            label={name}
            value={now === null ? null : <ReportValue value={now} unit={unit} exact={exact} signed />}
            note={
              <span className={classes.change}>
                <ValueChange metric={metric} now={now} before={before} />
                {table.compared === null ? null : before === null || before === 0 ? (
                  t("none_before")
                ) : (
                  <span>
                    {t("was")} <ReportValue value={before} unit={unit} exact={exact} />
                  </span>
                )}
              </span>
            }
          />
        );
      })}
    </div>
  );
}
