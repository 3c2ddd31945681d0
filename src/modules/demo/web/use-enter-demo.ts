import { useRef, useState } from "react";
import { makeCaller } from "#base/web/data/api.ts";
import { enterDemo } from "#base/web/runtime/session.ts";
import type { DemoCalls } from "../contract/demo.calls.ts";

const call = makeCaller<DemoCalls>();

/**
 * Opens the demo store in this browser; the page is loaded again and shows it. A failure is said at the foot of the
 * screen, and the button can be pressed again.
 */
export function useEnterDemo(): { enter: () => void; isEntering: boolean } {
  const [isEntering, setEntering] = useState(false);
  const isUnderWay = useRef(false);

  async function enter() {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setEntering(true);
    try {
      const { token } = await call("POST Clients/Demo/enter");
      if (enterDemo(token)) return; // the page goes
    } catch {
      // The message is shown.
    }
    isUnderWay.current = false;
    setEntering(false);
  }

  return { enter: () => void enter(), isEntering };
}
