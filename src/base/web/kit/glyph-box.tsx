import classes from "./glyph-box.module.css";

/**
 * A simple line drawing on a sand background; `path` is drawn in a square of 24. It needs a name as text beside it, or
 * `label` when it is alone.
 */
export function GlyphBox({ path, size = 36, label }: { path: string; size?: number; label?: string }) {
  return (
    <span
      className={classes.box}
      style={{ inlineSize: size, blockSize: size }}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <svg viewBox="0 0 24 24" width={size * 0.58} height={size * 0.58} className={classes.glyph} aria-hidden>
        <path d={path} />
      </svg>
    </span>
  );
}
