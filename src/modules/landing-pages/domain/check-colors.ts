import { isReadable, mixColors, parseColor, pickInk, toHex } from "#base/shared/contrast.ts";
import type { PageColors } from "../contract/page-content.ts";

/** The inks of the texts that a merchant does not colour. */
const ink = "#1d1b17";
const secondInk = "#5d574d";

/** A ground that stands out a little from the page's own. */
export const toSoftGround = ({ ground, main }: Pick<PageColors, "ground" | "main">): string =>
  toHex(mixColors(parseColor(ground), parseColor(main), 0.06));

/** White or black: one of them is always read on the button (4.5:1). */
export const toButtonInk = (accent: string): string =>
  isReadable("#ffffff", accent) ? "#ffffff" : pickInk(accent, "#000000");

/**
 * The colours on which, or in which, texts would be hard to read: below 4.5:1 (WCAG 2.2 AA). Every accent passes, since the
 * button's ink follows it.
 */
export function findUnreadableColors(colors: PageColors): ("main" | "ground")[] {
  const soft = toSoftGround(colors);
  const isGroundReadable = [colors.ground, soft].every(
    (ground) => isReadable(ink, ground) && isReadable(secondInk, ground),
  );
  const isMainReadable = ["#ffffff", colors.ground, soft].every((ground) => isReadable(colors.main, ground));
  if (!isGroundReadable) return ["ground"];
  return isMainReadable ? [] : ["main"];
}

/** The same colours, with those that are hard to read darkened or lightened as little as needed. */
export function mendColors(colors: PageColors): PageColors {
  let mended = colors;
  for (let share = 0; share <= 1; share += 0.05) {
    const [unreadable] = findUnreadableColors(mended);
    if (unreadable === undefined) return mended;
    const towards = unreadable === "ground" ? "#ffffff" : "#000000";
    mended = {
      ...mended,
      [unreadable]: toHex(mixColors(parseColor(colors[unreadable]), parseColor(towards), share)),
    };
  }
  return { ...mended, main: ink };
}
