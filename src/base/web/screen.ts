import { useMediaQuery } from "@mantine/hooks";

/** The widths at which screens change, as the style sheets have them. */
const widths = { tablet: "48em", desktop: "62em" } as const;

/**
 * Whether the window is at least so wide, from the first drawing on and as it changes. What one kind of screen never
 * shows is not drawn there: hidden by its style it would still cost a slow phone its time.
 */
export function useIsAtLeast(width: keyof typeof widths): boolean {
  return useMediaQuery(`(min-width: ${widths[width]})`, undefined, { getInitialValueInEffect: false });
}
