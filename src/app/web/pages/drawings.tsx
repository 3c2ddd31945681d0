import classes from "./pages.module.css";

/** A road that ends at a flag: not found. */
export function LostRoad() {
  return (
    <svg viewBox="0 0 240 120" aria-hidden>
      <path d="M10 104c50-6 50-44 96-40s40 40 78 26" className={classes.road} />
      <circle cx="196" cy="82" r="9" className={classes.clay} />
      <path d="M196 73V34M196 36h26l-7 9 7 9h-26" className={classes.flag} />
    </svg>
  );
}

/** A gate with its keyhole: another user may have access. */
export function ClosedGate() {
  return (
    <svg viewBox="0 0 240 120" aria-hidden>
      <path d="M70 108V56a50 50 0 0 1 100 0v52" className={classes.flag} />
      <rect x="92" y="62" width="56" height="42" rx="12" className={classes.soft} />
      <circle cx="120" cy="80" r="6" className={classes.clay} />
      <path d="M120 84v9" className={classes.clayLine} />
    </svg>
  );
}
