import classes from "./auth-drawing.module.css";

/** An illustration without words or figures: a rising line of sales, and the orders under it. */
export function AuthDrawing() {
  return (
    <svg viewBox="0 0 360 190" className={classes.drawing} aria-hidden>
      <rect x="6" y="6" width="348" height="178" rx="22" className={classes.card} />
      {[52, 84, 116].map((y) => (
        <path key={y} d={`M28 ${y}H332`} className={classes.grid} />
      ))}
      {heights.map((height, index) => (
        <rect
          key={columnX(index)}
          x={columnX(index)}
          y={158 - height}
          width="14"
          height={height}
          rx="5"
          className={classes.order}
        />
      ))}
      <path d={`${line} L332 158 L28 158 Z`} className={classes.ground} />
      <path d={line} pathLength="1" className={classes.sales} />
      <circle cx="332" cy="36" r="6" className={classes.now} />
    </svg>
  );
}

const heights = [14, 20, 17, 26, 24, 34, 30, 42, 46];
const columnX = (index: number) => 36 + index * 34;
const line = "M28 132 C58 128 74 110 102 112 S150 96 176 92 S222 84 248 64 S306 52 332 36";
