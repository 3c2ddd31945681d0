import { type PointerEvent, useRef } from "react";
import {
  type HourPlan,
  isInPlan,
  paintHours,
  type WeekHour,
} from "#modules/ad-accounts/contract/hour-plan.ts";

/** What a drag began with, whether it shows or hides, and the hour it has reached. */
type Stroke = { from: WeekHour; to: WeekHour; base: HourPlan; isOn: boolean };

/**
 * Painting hours by dragging: all between the first hour and the one under the pointer become what the first became. The
 * plan changes once for each hour reached, not for each movement.
 */
export function usePainting(plan: HourPlan, onChange: (plan: HourPlan) => void) {
  const stroke = useRef<Stroke | null>(null);
  const paint = (next: Stroke) => {
    stroke.current = next;
    onChange(paintHours(next.base, next));
  };
  const end = () => {
    stroke.current = null;
  };
  return {
    begin(event: PointerEvent<HTMLButtonElement>, from: WeekHour) {
      if (event.button !== 0) return;
      // A touch stays with the element it began on, and the other hours would never hear of it.
      if (event.currentTarget.hasPointerCapture?.(event.pointerId))
        event.currentTarget.releasePointerCapture(event.pointerId);
      paint({ from, to: from, base: plan, isOn: !isInPlan(plan, from) });
    },
    /** For the element around the hours. */
    handlers: {
      onPointerMove(event: PointerEvent) {
        if (!stroke.current) return;
        const to = findHour(document.elementFromPoint(event.clientX, event.clientY));
        const { to: reached } = stroke.current;
        if (to && (to.weekday !== reached.weekday || to.hour !== reached.hour))
          paint({ ...stroke.current, to });
      },
      onPointerUp: end,
      onPointerLeave: end,
      /** The browser took the gesture for scrolling: what it painted goes back. */
      onPointerCancel() {
        if (stroke.current) onChange(stroke.current.base);
        end();
      },
    },
  };
}

/** How an hour's button names its place. */
export const toPlace = ({ weekday, hour }: WeekHour): string => `${weekday}-${hour}`;

function findHour(element: Element | null): WeekHour | null {
  const [weekday, hour] =
    element?.closest<HTMLElement>("[data-at]")?.dataset.at?.split("-").map(Number) ?? [];
  return weekday === undefined || hour === undefined ? null : { weekday, hour };
}
