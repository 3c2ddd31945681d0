import { type RefObject, useLayoutEffect, useRef, useState } from "react";

/** The width of a chart's box in pixels, updated as it changes. */
export function useWidth(): [RefObject<HTMLDivElement | null>, number] {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(guessWidth);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    if (element.clientWidth > 0) setWidth(element.clientWidth);
    if (typeof ResizeObserver === "undefined") return;
    const observer = new ResizeObserver(() => element.clientWidth > 0 && setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}

/** Right for a card as wide as a phone, so that its chart is drawn once; elsewhere the box itself is measured. */
const guessWidth = () => Math.min(640, (document.documentElement.clientWidth || 1_024) - phoneMargins);
const phoneMargins = 66;
