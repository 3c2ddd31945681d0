import { useTranslation } from "react-i18next";
import { DataTable } from "#base/web/kit/data-table.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import classes from "./custom.module.css";
import type { CustomFiguresPage } from "./custom.queries.ts";
import { usePartText, Value } from "./use-value-text.tsx";

type Props = {
  name: string;
  figures: Pick<CustomFiguresPage, "measures" | "by" | "rows" | "total">;
  isBusy?: boolean;
};

/** The report's rows, and the sums of all of them above: cards on a phone. */
export function ReportTable({ name, figures: { measures, by, rows, total }, isBusy = false }: Props) {
  const { t } = useTranslation("reports_custom");
  const toText = usePartText();
  return (
    <>
      <dl className={classes.totals} aria-label={t("total")} aria-busy={isBusy}>
        {measures.map(({ measure, name: title, unit }, index) => (
          <div key={measure}>
            <dt>{title}</dt>
            <dd>
              <Value value={total[index]} unit={unit} />
            </dd>
          </div>
        ))}
      </dl>
      {by.length === 0 ? null : (
        <DataTable
          caption={name}
          busy={isBusy}
          rows={rows}
          rowKey={({ key }) => key}
          columns={[
            ...by.map(({ breakdown, name: header }, index) => ({
              key: breakdown,
              header,
              kind: index === 0 ? ("main" as const) : ("plain" as const),
              cell: (row: CustomFiguresPage["rows"][number]) => {
                const part = row.parts[index];
                return part ? <UserText>{toText(breakdown, part)}</UserText> : null;
              },
            })),
            ...measures.map(({ measure, name: header, unit }, index) => ({
              key: measure,
              header,
              kind: "figure" as const,
              cell: (row: CustomFiguresPage["rows"][number]) => (
                <Value value={row.values[index]} unit={unit} />
              ),
            })),
          ]}
        />
      )}
    </>
  );
}
