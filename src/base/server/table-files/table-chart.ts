import type { ColumnKind } from "../spreadsheets/spreadsheet.ts";

/** A chart above a table in a file: values over time, or one bar for each row. */
export type TableChart = {
  kind: "line" | "bars";
  /** Under each point, in the order of time. */
  labels: readonly string[];
  /** At most two of the same kind of value; null is a gap, never zero. */
  series: readonly { name: string; values: readonly (number | null)[] }[];
  valueKind: ColumnKind;
};

/** What the template draws: shapes without any text, and where texts stand, as shares of the box from its left and top. */
export type DrawnChart = {
  svg: string;
  ticks: { at: number; value: number }[];
  labels: { at: number; text: string }[];
  legend: { name: string; color: string }[];
};

const size = { width: 1_000, height: 300 };
const colors = ["#17624b", "#c45a32"];
/** Labels that fit beside each other. */
const labelsMax = 8;

/** Time runs left to right in both languages; texts are the template's. */
export function drawChart({ kind, labels, series }: TableChart): DrawnChart {
  const highest = Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const { step, top } = toScale(highest);
  const slot = size.width / Math.max(1, labels.length);
  const x = (index: number) => slot * (index + 0.5);
  const y = (value: number) => size.height - (value / top) * size.height;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  const grid = ticks.map(
    (value) => `<path d="M0 ${round(y(value))}H${size.width}" stroke="#d9dee8" stroke-width="1"/>`,
  );
  const shapes = series.map(({ values }, index) =>
    kind === "line"
      ? drawLine(values, { x, y, color: colors[index] ?? "#14213d" })
      : drawBars(values, { slot, y, index, count: series.length, color: colors[index] ?? "#14213d" }),
  );
  const each = Math.ceil(labels.length / labelsMax);
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" preserveAspectRatio="none">${grid.join("")}${shapes.join("")}</svg>`,
    ticks: ticks.map((value) => ({ at: y(value) / size.height, value })),
    labels: labels.flatMap((text, index) =>
      index % each === 0 ? [{ at: x(index) / size.width, text }] : [],
    ),
    legend: series.map(({ name }, index) => ({ name, color: colors[index] ?? "#14213d" })),
  };
}

type Place = { y: (value: number) => number; color: string };

/** A day without data interrupts the line; one alone is a point. */
function drawLine(
  values: readonly (number | null)[],
  { x, y, color }: Place & { x: (index: number) => number },
): string {
  const pieces: string[][] = [[]];
  values.forEach((value, index) => {
    if (value === null) pieces.push([]);
    else pieces.at(-1)?.push(`${round(x(index))} ${round(y(value))}`);
  });
  return pieces
    .filter((piece) => piece.length > 0)
    .map((piece) =>
      piece.length === 1
        ? `<circle cx="${piece[0]?.split(" ")[0]}" cy="${piece[0]?.split(" ")[1]}" r="4" fill="${color}"/>`
        : `<path d="M${piece.join("L")}" fill="none" stroke="${color}" stroke-width="3" stroke-linejoin="round"/>`,
    )
    .join("");
}

function drawBars(
  values: readonly (number | null)[],
  { slot, y, index, count, color }: Place & { slot: number; index: number; count: number },
): string {
  const width = Math.min(60, (slot * 0.7) / count);
  return values
    .map((value, at) => {
      if (value === null || value <= 0) return "";
      const left = slot * (at + 0.5) - (width * count) / 2 + width * index;
      return `<path d="M${round(left)} ${size.height}V${round(y(value))}H${round(left + width * 0.92)}V${size.height}Z" fill="${color}"/>`;
    })
    .join("");
}

/** Steps of 1, 2 or 5 times a power of ten, and a top above the highest value. */
function toScale(highest: number): { step: number; top: number } {
  if (highest <= 0) return { step: 1, top: 1 };
  const power = 10 ** Math.floor(Math.log10(highest / 4));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => highest / one <= 5) ?? highest;
  return { step, top: Math.ceil(highest / step) * step };
}

const round = (value: number) => Math.round(value * 10) / 10;
