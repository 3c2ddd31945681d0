import { useId } from "react";
import { isolate } from "#base/shared/bidi.ts";
import { labelledPoints, niceScale, stretches } from "./chart-scale.ts";
import classes from "./line-chart.module.css";

export type Series = { key: string; name: string; tone: "palm" | "clay" | "ink"; filled?: boolean };
/**
 * One day (or hour). `values` follow the series' order; null is "no data". `immature`: not settled yet, hatched;
 * `unfinished`: still running, so that the line that leads to it is dotted.
 */
export type Point = {
  key: string;
  label: string;
  short: string;
  values: (number | null)[];
  immature?: boolean;
  unfinished?: boolean;
};

const margin = { top: 14, bottom: 30, axis: 52, far: 10 };

export type Plot = ReturnType<typeof layout>;

/** The chart's geometry in pixels; time always runs left to right. */
export function layout({
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
    step: scale.ticks[1] ?? scale.top,
    y: (value: number) => floor - (value / scale.top) * (floor - margin.top),
    nearest: (px: number) =>
      points.length === 0
        ? null
        : Math.min(points.length - 1, Math.max(0, gap === 0 ? 0 : Math.round((px - left) / gap))),
  };
}

/** Grid, value axis, dates, and hatching over what is not settled. */
export function ChartAxes({
  plot,
  rtl,
  width,
  axisText,
  points,
}: {
  plot: Plot;
  rtl: boolean;
  width: number;
  axisText: (value: number, step: number) => string;
  points: Point[];
}) {
  const hatch = useId();
  const axisX = rtl ? plot.right + 10 : plot.left - 10;
  const labelled = labelledPoints(points.length, width < 480 ? 4 : 7);
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
            {axisText(tick, plot.step)}
          </text>
        </g>
      ))}
      {points.map((point, index) =>
        point.immature ? (
          <rect
            key={point.key}
            x={Math.max(plot.left, plot.x(index) - plot.gap / 2)}
            // Before the box is measured it may be narrower than its own margins.
            width={Math.max(
              0,
              Math.min(plot.right, plot.x(index) + plot.gap / 2) -
                Math.max(plot.left, plot.x(index) - plot.gap / 2),
            )}
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
          {isolate(points[index]?.short ?? "")}
        </text>
      ))}
    </>
  );
}

type LineProps = {
  series: Series;
  values: (number | null)[];
  plot: Plot;
  /** The first day that is still running, whose line is dotted; -1 when none is. */
  openFrom: number;
};

/** One series; a gap in the data is a gap in the line. */
export function Line({ series, values, plot, openFrom }: LineProps) {
  return (
    <g data-tone={series.tone} className={classes.series}>
      {stretches(values).map((stretch) => {
        const dots = stretch.values.map((value, index) => `${plot.x(stretch.from + index)},${plot.y(value)}`);
        const last = stretch.from + stretch.values.length - 1;
        const settled = openFrom < 0 ? dots.length : Math.max(0, openFrom - stretch.from);
        const open = dots.slice(Math.max(0, settled - 1));
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
              <>
                <polyline className={classes.line} points={dots.slice(0, settled).join(" ")} />
                {settled < dots.length ? (
                  <polyline className={classes.openLine} points={open.join(" ")} data-testid="open-line" />
                ) : null}
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** The line and dots at the selected day. */
export function Marks({
  at,
  point,
  series,
  plot,
}: {
  at: number;
  point: Point;
  series: Series[];
  plot: Plot;
}) {
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
