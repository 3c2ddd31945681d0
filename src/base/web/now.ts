import { useEffect, useState } from "react";

/** How far the product's business clock is ahead of this browser's, in milliseconds. Every answer tells it. */
let offsetMs = 0;

/** Takes the `x-server-time` of an answer; anything that is not an instant is ignored. */
export function syncServerTime(instant: string | null): void {
  if (instant === null) return;
  const serverMs = Date.parse(instant);
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now();
}

/** The business instant now: the server's clock, never the phone's own (it may be wrong, and the sandbox runs fast). */
export const serverNow = (): Date => new Date(Date.now() + offsetMs);

/** The business instant, refreshed every `everySeconds` (a minute unless told) while the page is seen. */
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
