import { useEffect, useState } from "react";

/** Whole seconds left until an instant of this browser's clock, updated each second down to 0. */
export function useCountdown(endsAtMs: number): number {
  const [left, setLeft] = useState(() => secondsUntil(endsAtMs));
  useEffect(() => {
    setLeft(secondsUntil(endsAtMs));
    const timer = setInterval(() => {
      const now = secondsUntil(endsAtMs);
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return left;
}

const secondsUntil = (endsAtMs: number) => Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
