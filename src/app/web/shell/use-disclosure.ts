import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";

/**
 * A button that opens a panel beside it: Escape closes it and returns the focus; a press or the focus elsewhere closes
 * it too.
 */
export function useDisclosure() {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEscape(isOpen, button, () => setOpen(false));
  useEffect(() => {
    if (!isOpen) return;
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !frame.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", onElsewhere);
    document.addEventListener("focusin", onElsewhere);
    return () => {
      document.removeEventListener("pointerdown", onElsewhere);
      document.removeEventListener("focusin", onElsewhere);
    };
  }, [isOpen]);
  return { isOpen, toggle: () => setOpen((now) => !now), close: () => setOpen(false), frame, button };
}

/** Escape closes the panel and returns the focus to the button that opened it. */
export function useEscape(isOpen: boolean, button: RefObject<HTMLElement | null>, close: () => void): void {
  const leave = useEffectEvent(() => {
    close();
    button.current?.focus();
  });
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") leave();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [isOpen]);
}
