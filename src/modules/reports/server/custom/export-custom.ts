import type { ReadContext } from "#base/server/context.ts";
import type { FileContent } from "#base/server/http/handlers.ts";
import type { Cell, ColumnKind, SpreadsheetColumn } from "#base/server/spreadsheets/spreadsheet.ts";
import type { TableChart } from "#base/server/table-files/table-chart.ts";
import { toTableFile } from "#base/server/table-files/table-file.ts";
import type { Language } from "#base/shared/language.ts";
import type { Period } from "#base/shared/period.ts";
import { metrics } from "#modules/figures/contract/metrics.ts";
import { type CustomMeasure, type ExportFormat, isTimeBreakdown } from "../../contract/custom-report.ts";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";
import { splitPeriod } from "../../domain/custom-period.ts";
import type { CustomFiguresDeps } from "./custom-deps.ts";
import { loadCustomTotal, streamCustomRows } from "./custom-rows.ts";
import { describeColumns, loadNames, nameParts } from "./load-custom-figures.ts";

type Input = {
  name: string;
  definition: ReportDefinition;
  period: Period;
  format: ExportFormat;
  language: Language;
};

const kinds = {
  count: "count",
  halalas: "riyals",
  price: "riyals",
  ratio: "ratio",
} as const satisfies Record<(typeof metrics)[CustomMeasure]["unit"], ColumnKind>;
export const toKind = (measure: CustomMeasure): ColumnKind => kinds[metrics[measure].unit];

/** Rows of a chart that a page holds. */
const barsMax = 12;

/** All rows of a report as a file, in the language and direction of its reader. */
export const exportCustomReport =
  (deps: CustomFiguresDeps) =>
  async (ctx: ReadContext, { name, definition, period, format, language }: Input): Promise<FileContent> => {
    const words = (key: string, params = {}) =>
      deps.messages.translate(language, `reports_custom:${key}`, params);
    const names = await loadNames(deps, ctx, definition, language);
    const { measures, by } = describeColumns(deps, definition, language);
    const columns: SpreadsheetColumn[] = [
      ...by.map(({ breakdown, name }) => ({
        header: name,
        kind: breakdown === "day" || breakdown === "week" ? ("day" as const) : ("text" as const),
      })),
      ...measures.map(({ measure, name }) => ({
        header: toKind(measure) === "riyals" ? words("in_riyals", { name }) : name,
        kind: toKind(measure),
      })),
    ];
    async function* openRows(): AsyncGenerator<Cell[]> {
      for await (const row of streamCustomRows(deps, ctx, { definition, period }))
        yield [...nameParts(definition, names, row).map((part) => part.name), ...row.values];
    }
    const isPdf = format === "pdf";
    const total = isPdf ? await loadCustomTotal(deps, ctx, { definition, period }) : [];
    const chart = isPdf
      ? await loadChart(deps, ctx, { name, definition, period, format, language })
      : undefined;
    return toTableFile(
      format,
      {
        title: name,
        details: [
          words(period.from === period.to ? "period_day" : "period_days", period),
          words("exported_on"),
        ],
        columns,
        openRows,
        ...(isPdf && by.length > 0 ? { total: [...by.map(() => ""), ...total] } : {}),
        ...(chart ? { chart } : {}),
        fileName: `${name} ${period.from} ${period.to}`,
        language,
        createdAt: ctx.now,
      },
      deps.messages,
    );
  };

/** The first measure, and the second where it is of the same kind: over time, or of the highest rows. */
async function loadChart(
  deps: CustomFiguresDeps,
  ctx: ReadContext,
  { definition, period, language }: Input,
): Promise<TableChart | undefined> {
  const { by, measures, display } = definition;
  const [first, second] = measures;
  if (display === "table" || !first || by.length === 0) return undefined;
  const shown = second && toKind(second) === toKind(first) ? [first, second] : [first];
  const { measures: named } = describeColumns(deps, definition, language);
  const time = by.find(isTimeBreakdown);
  const narrowed: ReportDefinition = { ...definition, measures: shown, by: time ? [time] : by };
  const names = await loadNames(deps, ctx, definition, language);
  const points: { label: string; key: string; values: (number | null)[] }[] = [];
  for await (const row of streamCustomRows(deps, ctx, { definition: narrowed, period })) {
    if (!time && points.length >= barsMax) break;
    const label = nameParts(narrowed, names, row).map(({ name }) => name);
    points.push({ key: row.ids[0] ?? "", label: label.join(" · "), values: row.values });
  }
  if (points.length === 0) return undefined;
  // A part of time without any row is a gap in the line.
  const byKey = new Map(points.map((point) => [point.key, point]));
  const axis = time
    ? splitPeriod(period, time).map(({ id }) => ({
        label: id.slice(time === "month" ? 0 : 5, time === "month" ? 7 : 10),
        values: byKey.get(id)?.values ?? [],
      }))
    : points;
  return {
    kind: display,
    labels: axis.map(({ label }) => label),
    series: shown.map((_, index) => ({
      name: named[index]?.name ?? "",
      values: axis.map(({ values }) => values[index] ?? null),
    })),
    valueKind: toKind(first),
  };
}
