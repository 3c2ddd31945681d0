import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { getDirection, useLanguage } from "../runtime/preferences.ts";
import { ChartAxes, Line, layout, Marks, type Point, type Series } from "./chart-parts.tsx";
import classes from "./line-chart.module.css";
import { useWidth } from "./width.ts";

export type { Point, Series };

type Props = {
  title: string;
  series: Series[];
  points: Point[];
  /** A value in the tooltip and the table ("1,234.50 ر.س"), and on the axis (shorter). */
  valueText: (value: number) => string;
  /** `step` is the distance between the axis's lines. */
  axisText?: (value: number, step: number) => string;
  height?: number;
};

/**
 * A light line chart. Time runs left to right in both languages; the value axis is on the right in Arabic and on the
 * left in English. Arrow keys or a pointer move along the days; a table gives screen readers the same data.
 */
export function LineChart({ title, series, points, valueText, axisText, height = 240 }: Props) {
  const { t } = useTranslation("base");
  const rtl = getDirection(useLanguage()) === "rtl";
  const [box, width] = useWidth();
  // Read aloud, never seen: it is written after the drawing.
  const hasTable = useDeferredValue(true, false);
  const [at, setAt] = useState<number | null>(null);
  const plot = layout({ width, height, rtl, points, series });
  const shown = at === null ? null : points[at];
  const describePoint = (point: Point) =>
    sentence(point, series, valueText, t(nothingAt(point)), t("not_settled"));
  return (
    <figure className={classes.chart}>
      <Legend series={series} hatched={points.some((point) => point.immature)} />
      <div
        ref={box}
        dir="ltr"
        className={classes.frame}
        style={{ blockSize: height }}
        onPointerLeave={() => setAt(null)}
        onPointerMove={(event) =>
          setAt(plot.nearest(event.clientX - event.currentTarget.getBoundingClientRect().left))
        }
      >
        <svg width={width} height={height} aria-hidden className={classes.drawing}>
          <ChartAxes plot={plot} rtl={rtl} width={width} axisText={axisText ?? valueText} points={points} />
          {series.map((one, index) => (
            <Line
              key={one.key}
              series={one}
              values={points.map((point) => point.values[index] ?? null)}
              openFrom={points.findIndex((point) => point.unfinished)}
              plot={plot}
            />
          ))}
          {at !== null && shown ? <Marks at={at} point={shown} series={series} plot={plot} /> : null}
        </svg>
        {points.length > 0 ? (
          <input
            type="range"
            className={classes.keys}
            min={0}
            max={points.length - 1}
            value={at ?? points.length - 1}
            aria-label={title}
            aria-valuetext={describePoint(points[at ?? points.length - 1] ?? points[0] ?? emptyPoint)}
            onChange={(event) => setAt(Number(event.currentTarget.value))}
            onFocus={() => setAt(at ?? points.length - 1)}
            onBlur={() => setAt(null)}
          />
        ) : null}
        {at !== null && shown ? (
          <Tooltip point={shown} series={series} valueText={valueText} left={plot.x(at)} width={width} />
        ) : null}
      </div>
      {hasTable ? <ChartTable title={title} series={series} points={points} valueText={valueText} /> : null}
    </figure>
  );
}

/** A day that has ended without data will get none. */
const nothingAt = ({ immature }: Point) => (immature ? "no_data_yet" : "no_data");

const emptyPoint: Point = { key: "", label: "", short: "", values: [] };

function Tooltip({
  point,
  series,
  valueText,
  left,
  width,
}: {
  point: Point;
  series: Series[];
  valueText: (value: number) => string;
  left: number;
  width: number;
}) {
  const { t } = useTranslation("base");
  const language = useLanguage();
  const onTheRight = left < width / 2;
  return (
    <div
      className={classes.tooltip}
      dir={getDirection(language)}
      style={onTheRight ? { left: left + 12 } : { right: width - left + 12 }}
    >
      <strong>{point.label}</strong>
      {series.map((one, index) => {
        const value = point.values[index];
        return (
          <span key={one.key} className={classes.row}>
            <i data-tone={one.tone} className={classes.swatch} />
            {one.name}
            <bdi className="figures">
              {value === null || value === undefined ? t(nothingAt(point)) : valueText(value)}
            </bdi>
          </span>
        );
      })}
      {point.immature ? <span className={classes.note}>{t("not_settled")}</span> : null}
    </div>
  );
}

function Legend({ series, hatched }: { series: Series[]; hatched: boolean }) {
  const { t } = useTranslation("base");
  return (
    <div className={classes.legend}>
      {series.map((one) => (
        <span key={one.key} className={classes.row}>
          <i data-tone={one.tone} className={classes.swatch} />
          {one.name}
        </span>
      ))}
      {hatched ? (
        <span className={classes.row}>
          <i className={classes.hatchSwatch} />
          {t("not_settled")}
        </span>
      ) : null}
    </div>
  );
}

function ChartTable({
  title,
  series,
  points,
  valueText,
}: Pick<Props, "title" | "series" | "points" | "valueText">) {
  const { t } = useTranslation("base");
  return (
    <div className="visually-hidden">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t("day")}</th>
            {series.map((one) => (
              <th key={one.key} scope="col">
                {one.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.key}>
              <th scope="row">{point.immature ? `${point.label} (${t("not_settled")})` : point.label}</th>
              {series.map((one, index) => {
                const value = point.values[index];
                return (
                  <td key={one.key}>
                    {value === null || value === undefined ? t(nothingAt(point)) : valueText(value)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sentence(
  point: Point,
  series: Series[],
  valueText: (value: number) => string,
  noData: string,
  unsettled: string,
): string {
  const parts = series.map((one, index) => {
    const value = point.values[index];
    return `${one.name} ${value === null || value === undefined ? noData : valueText(value)}`;
  });
  return [point.label, ...parts, ...(point.immature ? [unsettled] : [])].join("، ");
}
