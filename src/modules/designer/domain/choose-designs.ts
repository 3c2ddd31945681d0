import { type Layout, layouts } from "../contract/designer-enums.ts";
import type { DesignStyle } from "./design.ts";

type Choice = {
  looks: readonly DesignStyle[];
  seed: number;
  count: number;
  /** The arrangements to choose from; all of them by default. */
  among?: readonly Layout[];
};

/** Those that show their ground: a picture behind the others would hardly be seen. */
export const openLayouts: readonly Layout[] = ["arch", "circle", "window", "split"];

/**
 * Arrangement and colours of each design. Neighbours never share either, no pair comes twice, and every arrangement comes
 * once before one comes again. The same request gives the same; the next seed begins with others.
 */
export function chooseDesigns({
  looks,
  seed,
  count,
  among = layouts,
}: Choice): { layout: Layout; look: DesignStyle }[] {
  return Array.from({ length: count }, (_, index) => {
    // Colours move on by one more with each round of the arrangements, and of the seeds.
    const position = seed * count + index;
    const round = Math.floor(position / among.length);
    return {
      layout: among[position % among.length] ?? "arch",
      look: looks[(position + round) % looks.length] as DesignStyle,
    };
  });
}
