import type { Box } from "../../contract/design-shapes.ts";
import type { Outline } from "../../contract/designer-enums.ts";

type Draw = (box: Box, radius: number) => string;

/** A shape, or a pattern that fills its box, as SVG elements without a colour of their own. */
export const drawOutline = (kind: Outline, box: Box, radius = 0): string => drawings[kind](box, radius);

const drawings: Record<Outline, Draw> = {
  rectangle: ({ x, y, width, height }, radius) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/>`,
  ellipse: ({ x, y, width, height }) =>
    `<ellipse cx="${x + width / 2}" cy="${y + height / 2}" rx="${width / 2}" ry="${height / 2}"/>`,
  ring: ({ x, y, width, height }) => {
    const [rx, ry, stroke] = [width / 2, height / 2, width * 0.012];
    return `<path fill-rule="evenodd" d="${oval(x + rx, y + ry, rx, ry)}${oval(x + rx, y + ry, rx - stroke, ry - stroke)}"/>`;
  },
  arch: ({ x, y, width, height }) => {
    const rise = Math.min(width / 2, height);
    return `<path d="M${x} ${y + height}V${y + rise}A${width / 2} ${rise} 0 0 1 ${x + width} ${y + rise}V${y + height}Z"/>`;
  },
  /** Solid in two thirds and fading out towards the last one: its top, or its left or right. */
  fade: (box) => fade(box, { x1: 0, y1: 1, x2: 0, y2: 0 }),
  fade_left: (box) => fade(box, { x1: 1, y1: 0, x2: 0, y2: 0 }),
  fade_right: (box) => fade(box, { x1: 0, y1: 0, x2: 1, y2: 0 }),
  /** Eight-pointed stars, in rows that are moved by half. */
  stars: (box) => scatter(box, 0.14, (x, y, size) => starPath(x, y, size * 0.22, 8, 0.72)),
  /** A crescent in the upper corner, with small stars around it. */
  crescent: ({ x, y, width, height }) => {
    const unit = Math.min(width, height);
    const [cx, cy, r] = [x + width - unit * 0.2, y + unit * 0.22, unit * 0.11];
    const stars = [
      [0.62, 0.12, 0.014],
      [0.5, 0.3, 0.01],
      [0.16, 0.16, 0.016],
      [0.08, 0.42, 0.011],
      [0.9, 0.5, 0.012],
      [0.34, 0.08, 0.009],
      [0.24, 0.62, 0.01],
      [0.76, 0.68, 0.009],
    ]
      .map(([dx = 0, dy = 0, size = 0]) =>
        starPath(x + width * dx, y + Math.min(height, width) * dy, unit * size, 4, 0.34),
      )
      .join("");
    const moon = `<path d="M${cx} ${cy - r}A${r} ${r} 0 1 0 ${cx + r} ${cy}A${r * 0.78} ${r * 0.78} 0 1 1 ${cx} ${cy - r}Z"/>`;
    return moon + stars;
  },
  /** Bands of small triangles along both edges, as Najdi walls carry them. */
  triangles: ({ x, y, width, height }) => {
    const side = Math.min(width, height) / 22;
    const count = Math.ceil(width / side);
    const band = (base: number, up: number) =>
      Array.from({ length: count }, (_, index) => {
        const left = x + index * side;
        return `M${left} ${base}L${left + side} ${base}L${left + side / 2} ${base + up * side * 0.86}Z`;
      }).join("");
    return `<path d="${band(y, 1)}${band(y + height, -1)}"/>`;
  },
  /** Leaves of five, in rows that are moved by half. */
  petals: (box) =>
    scatter(box, 0.2, (x, y, size) =>
      Array.from({ length: 5 }, (_, index) => {
        const angle = index * 72;
        return `<ellipse cx="${x}" cy="${y - size * 0.13}" rx="${size * 0.055}" ry="${size * 0.11}" transform="rotate(${angle} ${x} ${y})"/>`;
      }).join(""),
    ),
  dots: (box) => scatter(box, 0.055, (x, y, size) => `<circle cx="${x}" cy="${y}" r="${size * 0.09}"/>`),
  stripes: ({ x, y, width, height }) => {
    const step = Math.min(width, height) / 9;
    const count = Math.ceil((width + height) / step);
    const lines = Array.from({ length: count }, (_, index) => {
      const at = x - height + index * step;
      return `M${at} ${y + height}L${at + height} ${y}h${step * 0.16}L${at + step * 0.16} ${y + height}Z`;
    });
    return `<clipPath id="box"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath><path clip-path="url(#box)" d="${lines.join("")}"/>`;
  },
};

/** From a solid end to a clear one, in parts of the box. */
type Direction = { x1: number; y1: number; x2: number; y2: number };

function fade({ x, y, width, height }: Box, { x1, y1, x2, y2 }: Direction): string {
  const rectangle = `x="${x}" y="${y}" width="${width}" height="${height}"`;
  return `<linearGradient id="fade" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}"><stop offset="0.62" stop-color="#fff"/><stop offset="1" stop-color="#000"/></linearGradient>
    <mask id="mask" maskUnits="userSpaceOnUse" ${rectangle}><rect ${rectangle} fill="url(#fade)"/></mask>
    <rect ${rectangle} mask="url(#mask)"/>`;
}

const oval = (cx: number, cy: number, rx: number, ry: number) =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`;

/** `share`: the distance of two, in parts of the shorter edge. */
function scatter(
  { x, y, width, height }: Box,
  share: number,
  draw: (x: number, y: number, step: number) => string,
) {
  const step = Math.min(width, height) * share;
  const drawn: string[] = [];
  for (let row = 0; row * step < height; row += 1)
    for (let column = 0; column * step < width; column += 1)
      drawn.push(draw(x + (column + (row % 2 === 0 ? 0.25 : 0.75)) * step, y + (row + 0.5) * step, step));
  return drawn.join("");
}

/** `inner`: the radius between two points, in parts of the outer one. */
function starPath(cx: number, cy: number, radius: number, points: number, inner: number): string {
  const corners = Array.from({ length: points * 2 }, (_, index) => {
    const angle = (Math.PI * index) / points - Math.PI / 2;
    const at = index % 2 === 0 ? radius : radius * inner;
    return `${(cx + Math.cos(angle) * at).toFixed(1)} ${(cy + Math.sin(angle) * at).toFixed(1)}`;
  });
  return `<path d="M${corners.join("L")}Z"/>`;
}
