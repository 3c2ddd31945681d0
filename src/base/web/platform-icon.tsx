import classes from "./platform-icon.module.css";

/** The outside platforms with an icon: ad platforms, store platforms, and sites on none. */
export type PlatformName =
  | "meta"
  | "snapchat"
  | "tiktok"
  | "x"
  | "google"
  | "youtube"
  | "salla"
  | "zid"
  | "shopify"
  | "woocommerce"
  | "other";

/** Our own simple drawings, not the platforms' logos: enough to tell them apart at 20 pixels. */
const glyphs: Record<PlatformName, string> = {
  meta: "M3 14c0-4 2-7 4.3-7C10 7 12 17 16 17c2.5 0 4.5-2 4.5-5S19 7 16.7 7C13 7 11 17 7 17c-2.3 0-4-1-4-3z",
  snapchat:
    "M12 3c3 0 4.5 2.2 4.5 5v2.2l2.3.6-1.8 2 2.5 2.7-3.2.8-1.2 1.8-1.7-.3L12 19.5l-1.4-1.7-1.7.3-1.2-1.8-3.2-.8L7 12.8l-1.8-2 2.3-.6V8c0-2.8 1.5-5 4.5-5z",
  tiktok: "M13 4v11a3.5 3.5 0 1 1-3.5-3.5M13 4c.3 3 2.5 5 5.5 5",
  x: "M5 5l14 14M19 5L5 19",
  google: "M19.5 12H12.5M19.5 12a7.5 7.5 0 1 1-2.4-5.5",
  youtube:
    "M4 8.5C4 7 5 6 6.5 6h11C19 6 20 7 20 8.5v7c0 1.5-1 2.5-2.5 2.5h-11C5 18 4 17 4 15.5zM10.5 9.5v5l4-2.5z",
  salla: "M5 9h14l-1.2 10H6.2zM9 9V7a3 3 0 0 1 6 0v2M9 13c1.5 2 4.5 2 6 0",
  zid: "M6 6h12L6 18h12M9 12h6",
  shopify:
    "M6 8h12l1 12H5zM9 8c0-3 1.5-4.5 3-4.5S15 5 15 8M14 12c-1-1-4-.8-4 .8 0 1.7 4 1.2 4 3 0 1.6-3 1.8-4 .6",
  woocommerce: "M4 7h16v9h-7l-3 3v-3H4zM7.5 9.5l1.2 4 1.8-3 1.8 3 1.2-4M16 10v3",
  other:
    "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4 12h16M12 4c2.4 2.2 3.6 5 3.6 8s-1.2 5.8-3.6 8c-2.4-2.2-3.6-5-3.6-8s1.2-5.8 3.6-8z",
};

/** A platform's icon on a sand background. It needs its name as text beside it, or `label` when it is alone. */
export function PlatformIcon({
  platform,
  size = 36,
  label,
}: {
  platform: PlatformName;
  size?: number;
  label?: string;
}) {
  return (
    <span
      className={classes.box}
      style={{ inlineSize: size, blockSize: size }}
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": true })}
    >
      <svg viewBox="0 0 24 24" width={size * 0.58} height={size * 0.58} className={classes.glyph} aria-hidden>
        <path d={glyphs[platform]} />
      </svg>
    </span>
  );
}
