import { GlyphBox } from "#base/web/kit/glyph-box.tsx";
import type { StorePlatformName } from "../contract/enums.ts";

/** Our own simple drawings, not the platforms' logos: enough to tell them apart at 20 pixels. */
const glyphs: Record<StorePlatformName, string> = {
  salla: "M5 9h14l-1.2 10H6.2zM9 9V7a3 3 0 0 1 6 0v2M9 13c1.5 2 4.5 2 6 0",
  zid: "M6 6h12L6 18h12M9 12h6",
  shopify:
    "M6 8h12l1 12H5zM9 8c0-3 1.5-4.5 3-4.5S15 5 15 8M14 12c-1-1-4-.8-4 .8 0 1.7 4 1.2 4 3 0 1.6-3 1.8-4 .6",
  woocommerce: "M4 7h16v9h-7l-3 3v-3H4zM7.5 9.5l1.2 4 1.8-3 1.8 3 1.2-4M16 10v3",
  other:
    "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM4 12h16M12 4c2.4 2.2 3.6 5 3.6 8s-1.2 5.8-3.6 8c-2.4-2.2-3.6-5-3.6-8s1.2-5.8 3.6-8z",
};

type Props = { platform: StorePlatformName; size?: number; label?: string };

/** A store platform's icon. It needs the platform's name as text beside it, or `label` when it is alone. */
export const StorePlatformIcon = ({ platform, ...box }: Props) => (
  <GlyphBox path={glyphs[platform]} {...box} />
);
