import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** The width of a chart's box in pixels, updated as it changes. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(guessWidth);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === "undefined") return;
    // Called after the browser's own layout and before it paints: nothing is laid out twice, and no wrong width shows.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0) flushSync(() => setWidth(element.clientWidth));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

/** Right for a card as wide as a phone, so that its chart is drawn once; elsewhere the box itself is measured. */
const guessWidth = () => Math.min(640, (document.documentElement.clientWidth || 1_024) - phoneMargins);
const phoneMargins = 66;
