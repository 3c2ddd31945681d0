import { GlyphBox } from "#base/web/kit/glyph-box.tsx";
import type { Platform } from "../contract/platforms.ts";

/** Our own simple drawings, not the platforms' logos: enough to tell them apart at 20 pixels. */
const glyphs: Record<Platform, string> = {
  meta: "M3 14c0-4 2-7 4.3-7C10 7 12 17 16 17c2.5 0 4.5-2 4.5-5S19 7 16.7 7C13 7 11 17 7 17c-2.3 0-4-1-4-3z",
  snapchat:
    "M12 3c3 0 4.5 2.2 4.5 5v2.2l2.3.6-1.8 2 2.5 2.7-3.2.8-1.2 1.8-1.7-.3L12 19.5l-1.4-1.7-1.7.3-1.2-1.8-3.2-.8L7 12.8l-1.8-2 2.3-.6V8c0-2.8 1.5-5 4.5-5z",
  tiktok: "M13 4v11a3.5 3.5 0 1 1-3.5-3.5M13 4c.3 3 2.5 5 5.5 5",
  x: "M5 5l14 14M19 5L5 19",
  google: "M19.5 12H12.5M19.5 12a7.5 7.5 0 1 1-2.4-5.5",
};

type Props = { platform: Platform; size?: number; label?: string };

/** An ad platform's icon. It needs the platform's name as text beside it, or `label` when it is alone. */
export const PlatformIcon = ({ platform, ...box }: Props) => <GlyphBox path={glyphs[platform]} {...box} />;
