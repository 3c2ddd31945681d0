import { useEffect, useState } from "react";

/** How far the product's business clock is ahead of this browser's, in milliseconds. Every response contains it. */
let offsetMs = 0;

/** Applies the `x-server-time` of a response; an invalid instant is ignored. */
export function syncServerTime(instant: string | null): void {
  if (instant === null) return;
  const serverMs = Date.parse(instant);
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now();
}

/** The business time now: the server's clock, never the phone's own (it may be wrong, and the sandbox runs fast). */
export const serverNow = (): Date => new Date(Date.now() + offsetMs);

/** The business time, refreshed every `everySeconds` (a minute by default) while the page is visible. */
export function useNow(everySeconds = 60): Date {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(serverNow());
    }, everySeconds * 1000);
    return () => clearInterval(timer);
  }, [everySeconds]);
  return now;
}
