import { useMediaQuery } from "@mantine/hooks";

/** The widths at which layouts change, as in the style sheets. */
const widths = { tablet: "48em", desktop: "62em" } as const;

/**
 * Whether the window is at least this wide, from the first render on and as it changes. What one kind of screen never
 * shows is not rendered there: hidden by its style it would still cost a slow phone time.
 */
export function useIsAtLeast(width: keyof typeof widths): boolean {
  return useMediaQuery(`(min-width: ${widths[width]})`, undefined, { getInitialValueInEffect: false });
}
