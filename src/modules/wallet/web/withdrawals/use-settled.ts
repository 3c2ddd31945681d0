import { useEffect, useState } from "react";

/** The value once it has not changed for a moment, so that not every key asks the server. */
export function useSettled<Value>(value: Value, restMs = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
