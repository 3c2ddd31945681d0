import type { ReactNode } from "react";
import type { DrawingName } from "./coming-names.ts";
import classes from "./drawings.module.css";

/** Sketches of screens to come, in plain shapes: no letters and no figures, so that nothing looks like data. */
export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg viewBox="0 0 320 200" aria-hidden className={classes.drawing}>
      {drawings[name]}
    </svg>
  );
}

const Bar = ({
  x,
  y,
  w,
  h = 7,
  c = "pale",
}: {
  x: number;
  y: number;
  w: number;
  h?: number;
  c?: "pale" | "dark" | "palm" | "clay" | "soft";
}) => <rect x={x} y={y} width={w} height={h} rx={h / 2} className={classes[c]} />;
const Paper = ({ x, y, w, h, r = 14 }: { x: number; y: number; w: number; h: number; r?: number }) => (
  <rect x={x} y={y} width={w} height={h} rx={r} className={classes.paper} />
);

const rows = [0, 1, 2, 3];

const drawings: Record<DrawingName, ReactNode> = {
  rows: (
    <>
      <Paper x={4} y={4} w={312} h={192} />
      {rows.map((row) => (
        <g key={row} transform={`translate(0 ${row * 46})`}>
          <rect x={274} y={18} width={28} height={28} rx={9} className={classes.soft} />
          <Bar x={182} y={22} w={82} c="dark" />
          <Bar x={210} y={35} w={54} />
          <Bar x={20} y={24} w={46} h={15} c={row === 1 ? "clay" : "soft"} />
          {row < 3 ? <path d="M20 56h282" className={classes.hair} /> : null}
        </g>
      ))}
    </>
  ),
  talk: (
    <>
      <path
        d="M120 20h176a16 16 0 0 1 16 16v40a16 16 0 0 1-16 16h-10l-14 16v-16H120a16 16 0 0 1-16-16V36a16 16 0 0 1 16-16z"
        className={classes.paper}
      />
      <Bar x={188} y={44} w={100} c="dark" />
      <Bar x={140} y={62} w={148} />
      <path
        d="M26 102h150a16 16 0 0 1 16 16v38a16 16 0 0 1-16 16H62l-14 16v-16H26a16 16 0 0 1-16-16v-38a16 16 0 0 1 16-16z"
        className={classes.palmSoft}
      />
      <Bar x={62} y={126} w={108} c="palm" />
      <Bar x={92} y={144} w={78} c="palm" />
    </>
  ),
};
