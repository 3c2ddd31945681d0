import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { labelledPoints, niceScale, stretches } from "./chart-scale.ts";
import classes from "./line-chart.module.css";
import { directionOf, useLanguage } from "./preferences.ts";
import { useWidth } from "./width.ts";

export type Series = { key: string; name: string; tone: "palm" | "clay"; filled?: boolean };
/** One day (or hour). `values` follow the series' order; null is "no data". `immature`: not settled yet, hatched. */
export type Point = {
  key: string;
  label: string;
  short: string;
  values: (number | null)[];
  immature?: boolean;
};

type Props = {
  title: string;
  series: Series[];
  points: Point[];
  /** A value in the tooltip and the table ("1,234.50 ر.س"), and on the axis (shorter). */
  valueText: (value: number) => string;
  axisText?: (value: number) => string;
  height?: number;
};

const margin = { top: 14, bottom: 30, axis: 52, far: 10 };

/**
 * A light line chart. Time runs left to right in both languages; the value axis stands on the right in Arabic and on
 * the left in English. Arrow keys or a pointer move along the days; a table says the same to those who listen.
 */
export function LineChart({ title, series, points, valueText, axisText, height = 240 }: Props) {
  const { t } = useTranslation("base");
  const rtl = directionOf(useLanguage()) === "rtl";
  const [box, width] = useWidth(640);
  const [at, setAt] = useState<number | null>(null);
  const plot = layout({ width, height, rtl, points, series });
  const shown = at === null ? null : points[at];
  const said = (point: Point) => sentence(point, series, valueText, t("no_data_yet"), t("not_settled"));
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
          <Ground plot={plot} rtl={rtl} width={width} axisText={axisText ?? valueText} points={points} />
          {series.map((one, index) => (
            <Line
              key={one.key}
              series={one}
              values={points.map((point) => point.values[index] ?? null)}
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
            aria-valuetext={said(points[at ?? points.length - 1] ?? points[0] ?? emptyPoint)}
            onChange={(event) => setAt(Number(event.currentTarget.value))}
            onFocus={() => setAt(at ?? points.length - 1)}
            onBlur={() => setAt(null)}
          />
        ) : null}
        {at !== null && shown ? (
          <Tooltip point={shown} series={series} valueText={valueText} left={plot.x(at)} width={width} />
        ) : null}
      </div>
      <ChartTable title={title} series={series} points={points} valueText={valueText} />
    </figure>
  );
}

const emptyPoint: Point = { key: "", label: "", short: "", values: [] };

type Plot = ReturnType<typeof layout>;

function layout({
  width,
  height,
  rtl,
  points,
  series,
}: {
  width: number;
  height: number;
  rtl: boolean;
  points: Point[];
  series: Series[];
}) {
  const left = rtl ? margin.far : margin.axis;
  const right = width - (rtl ? margin.axis : margin.far);
  const floor = height - margin.bottom;
  const highest = Math.max(
    0,
    ...points.flatMap((point) => point.values.slice(0, series.length).map((value) => value ?? 0)),
  );
  const scale = niceScale(highest);
  const gap = points.length > 1 ? (right - left) / (points.length - 1) : 0;
  const x = (index: number) => (points.length > 1 ? left + gap * index : (left + right) / 2);
  return {
    left,
    right,
    floor,
    gap,
    x,
    ticks: scale.ticks,
    y: (value: number) => floor - (value / scale.top) * (floor - margin.top),
    nearest: (px: number) =>
      points.length === 0
        ? null
        : Math.min(points.length - 1, Math.max(0, gap === 0 ? 0 : Math.round((px - left) / gap))),
  };
}

function Ground({
  plot,
  rtl,
  width,
  axisText,
  points,
}: {
  plot: Plot;
  rtl: boolean;
  width: number;
  axisText: (value: number) => string;
  points: Point[];
}) {
  const hatch = useId();
  const axisX = rtl ? plot.right + 10 : plot.left - 10;
  const labelled = labelledPoints(points.length, width < 480 ? 4 : 6);
  return (
    <>
      <defs>
        <pattern id={hatch} width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <line x1="0" y1="0" x2="0" y2="7" className={classes.hatch} />
        </pattern>
      </defs>
      {plot.ticks.map((tick) => (
        <g key={tick}>
          <line x1={plot.left} x2={plot.right} y1={plot.y(tick)} y2={plot.y(tick)} className={classes.grid} />
          <text x={axisX} y={plot.y(tick) + 4} textAnchor={rtl ? "start" : "end"} className={classes.label}>
            {axisText(tick)}
          </text>
        </g>
      ))}
      {points.map((point, index) =>
        point.immature ? (
          <rect
            key={point.key}
            x={Math.max(plot.left, plot.x(index) - plot.gap / 2)}
            width={
              Math.min(plot.right, plot.x(index) + plot.gap / 2) -
              Math.max(plot.left, plot.x(index) - plot.gap / 2)
            }
            y={margin.top}
            height={plot.floor - margin.top}
            fill={`url(#${hatch})`}
            data-testid="immature"
          />
        ) : null,
      )}
      {labelled.map((index) => (
        <text
          key={index}
          x={plot.x(index)}
          y={plot.floor + 20}
          textAnchor={
            points.length === 1
              ? "middle"
              : index === 0
                ? "start"
                : index === points.length - 1
                  ? "end"
                  : "middle"
          }
          className={classes.label}
        >
          {points[index]?.short}
        </text>
      ))}
    </>
  );
}

function Line({ series, values, plot }: { series: Series; values: (number | null)[]; plot: Plot }) {
  return (
    <g data-tone={series.tone} className={classes.series}>
      {stretches(values).map((stretch) => {
        const dots = stretch.values.map((value, index) => `${plot.x(stretch.from + index)},${plot.y(value)}`);
        const last = stretch.from + stretch.values.length - 1;
        return (
          <g key={stretch.from}>
            {series.filled ? (
              <polygon
                className={classes.area}
                points={`${plot.x(stretch.from)},${plot.floor} ${dots.join(" ")} ${plot.x(last)},${plot.floor}`}
              />
            ) : null}
            {dots.length === 1 ? (
              <circle
                className={classes.lone}
                cx={plot.x(stretch.from)}
                cy={plot.y(stretch.values[0] ?? 0)}
                r="3"
              />
            ) : (
              <polyline className={classes.line} points={dots.join(" ")} />
            )}
          </g>
        );
      })}
    </g>
  );
}

function Marks({ at, point, series, plot }: { at: number; point: Point; series: Series[]; plot: Plot }) {
  return (
    <>
      <line x1={plot.x(at)} x2={plot.x(at)} y1={margin.top} y2={plot.floor} className={classes.cursor} />
      {series.map((one, index) => {
        const value = point.values[index];
        return value === null || value === undefined ? null : (
          <g key={one.key} data-tone={one.tone} className={classes.series}>
            <circle cx={plot.x(at)} cy={plot.y(value)} r="4.5" className={classes.dot} />
          </g>
        );
      })}
    </>
  );
}

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
      dir={directionOf(language)}
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
              {value === null || value === undefined ? t("no_data_yet") : valueText(value)}
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
    <table className="heard">
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
                  {value === null || value === undefined ? t("no_data_yet") : valueText(value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
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
