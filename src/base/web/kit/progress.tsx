import classes from "./progress.module.css";

/** Real progress, 0 to 1, filling in the reading direction. `label` is its accessible name. */
export function ProgressBar({
  value,
  label,
  tone = "palm",
}: {
  value: number;
  label: string;
  tone?: "palm" | "clay";
}) {
  const share = Math.min(1, Math.max(0, value));
  const percent = Math.round(share * 100);
  return (
    <div
      className={classes.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div className={classes.fill} data-tone={tone} style={{ inlineSize: `${share * 100}%` }} />
    </div>
  );
}

/** "3.2 / 5.0 MB": 1 MB = 1,000,000 bytes. */
export function bytesText(bytes: number, decimals = 1): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(decimals)} MB`;
}
