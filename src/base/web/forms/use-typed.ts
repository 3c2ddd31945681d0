import { startTransition, useEffect, useId, useState } from "react";

type Options = {
  value: string;
  /** Stores the text by itself, whatever was typed elsewhere since. */
  onChange: (text: string) => void;
  isDeferred: boolean;
};

/**
 * A field's text as it is typed. When deferred, each key draws its own field alone; the text is stored when the keys
 * rest, at the latest half a second after the first, and before `storeTyped` returns.
 */
export function useTyped({ value, onChange, isDeferred }: Options) {
  const field = useId();
  const [waiting, wait] = useState<string | null>(null);
  useEffect(() => () => store(field), [field]);
  const type = (text: string) => {
    wait(text);
    const storeText = () =>
      startTransition(() => {
        wait(null);
        onChange(text);
      });
    hold(field, storeText);
  };
  return isDeferred ? { typed: waiting ?? value, type } : { typed: value, type: onChange };
}

const restMs = 150;
const longestMs = 500;

/** The fields whose text waits for a pause, with what stores it. */
const held = new Map<string, () => void>();
let timer: ReturnType<typeof setTimeout> | undefined;
let heldSince = 0;

function hold(field: string, storeText: () => void) {
  if (held.size === 0) heldSince = Date.now();
  held.set(field, storeText);
  clearTimeout(timer);
  timer = setTimeout(storeTyped, Math.min(restMs, Math.max(0, heldSince + longestMs - Date.now())));
}

function store(field: string) {
  const storeText = held.get(field);
  held.delete(field);
  storeText?.();
}

/** Stores every text that still waits: before what is typed is read, sent, replaced or left. */
export function storeTyped(): void {
  clearTimeout(timer);
  for (const field of [...held.keys()]) store(field);
}
