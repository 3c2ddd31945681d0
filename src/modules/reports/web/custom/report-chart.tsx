import { useTranslation } from "react-i18next";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { LineChart } from "#base/web/charts/line-chart.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { useFormat } from "#base/web/runtime/format.ts";
import { isTimeBreakdown } from "../../contract/custom-report.ts";
import type { ReportDefinition } from "../../contract/custom-reports.calls.ts";
import { splitPeriod } from "../../domain/custom-period.ts";
import classes from "./custom.module.css";
import { type CustomFiguresPage, type Days, usePreview } from "./custom.queries.ts";
import { usePartText, useValueText, Value } from "./use-value-text.tsx";

type Props = { name: string; definition: ReportDefinition; days: Days };

/** Bars that a screen holds. */
const barsMax = 12;
/** As many days as a line may have. */
const pointsMax = 500;

/**
 * The first measure as a line over time or as bars, with the second where it has the same unit. A chart has the report's
 * time alone; without one, the first rows.
 */
export function ReportChart({ name, definition, days }: Props) {
  const time = definition.by.find(isTimeBreakdown);
  const narrowed = {
    ...definition,
    measures: definition.measures.slice(0, 2),
    by: time ? [time] : definition.by,
  };
  const size = time ? pointsMax : barsMax;
  const figures = usePreview(narrowed, { ...days, size }).data;
  if (definition.display === "table" || definition.by.length === 0) return null;
  if (!figures) return <SkeletonLine height="15rem" />;
  if (figures.rows.length === 0) return null;
  // One point makes no line.
  return definition.display === "line" && time && figures.rows.length > 1 ? (
    <TimeChart name={name} time={time} figures={figures} />
  ) : (
    <Bars figures={figures} />
  );
}

function TimeChart({
  name,
  time,
  figures,
}: {
  name: string;
  time: "day" | "week" | "month";
  figures: CustomFiguresPage;
}) {
  const { t } = useTranslation("reports_custom");
  const format = useFormat();
  const toText = usePartText();
  const [first, second] = figures.measures;
  const text = useValueText(first?.unit ?? "count");
  const isShared =
    second !== undefined && isMoney(second.unit) === isMoney(first?.unit) && second.unit !== "ratio";
  const shown = isShared && first ? [first, second] : first ? [first] : [];
  const byId = new Map(figures.rows.map((row) => [row.parts[0]?.id ?? "", row.values]));
  const period = { from: figures.from as RiyadhDay, to: figures.to as RiyadhDay };
  const parts = sinceFirst(splitPeriod(period, time), ({ id }) => byId.has(id));
  return (
    <LineChart
      title={t("chart", { name })}
      series={shown.map((measure, index) => ({
        key: measure.measure,
        name: measure.name,
        tone: index === 0 ? ("palm" as const) : ("clay" as const),
        filled: index === 0,
      }))}
      points={parts.map(({ id, to }) => ({
        key: id,
        label: toText(time, { id, name: id }),
        short: time === "month" ? format.month(`${id}T09:00:00Z`) : format.date(`${id}T09:00:00Z`, "short"),
        // A part of time without any row is no data, which is not zero.
        values: shown.map((_, index) => byId.get(id)?.[index] ?? null),
        immature: to >= figures.unsettled_from,
      }))}
      valueText={text.whole}
      axisText={text.axis}
    />
  );
}

const isMoney = (unit: string | undefined) => unit === "halalas" || unit === "price";

/** Fewer parts than this make no line. */
const fewestParts = 7;

/** Starts at the first part with data, so that a new merchant's two days do not follow a month of nothing. */
function sinceFirst<Part>(parts: readonly Part[], hasData: (part: Part) => boolean): Part[] {
  const first = parts.findIndex(hasData);
  return parts.slice(Math.max(0, Math.min(first, parts.length - fewestParts)));
}

/** A list whose lengths show the first measure: read aloud as names and values. */
function Bars({ figures: { rows, measures, by } }: { figures: CustomFiguresPage }) {
  const { t } = useTranslation("reports_custom");
  const toText = usePartText();
  const [measure] = measures;
  if (!measure) return null;
  const shown = rows.slice(0, barsMax);
  const highest = Math.max(1, ...shown.map(({ values }) => values[0] ?? 0));
  return (
    <figure className={classes.chart}>
      <figcaption className={classes.soft}>{measure.name}</figcaption>
      <ul className={classes.bars}>
        {shown.map((row) => (
          <li key={row.key}>
            <span className={classes.barName}>
              <UserText>
                {row.parts.map((part, index) => toText(by[index]?.breakdown ?? "ad", part)).join(" · ")}
              </UserText>
            </span>
            <span className={classes.barTrack} aria-hidden>
              <span style={{ inlineSize: `${Math.max(0, ((row.values[0] ?? 0) / highest) * 100)}%` }} />
            </span>
            <span className={classes.barValue}>
              <Value value={row.values[0]} unit={measure.unit} />
            </span>
          </li>
        ))}
      </ul>
      {rows.length >= barsMax ? (
        <p className={classes.soft}>{t("chart_narrowed", { count: barsMax })}</p>
      ) : null}
    </figure>
  );
}
