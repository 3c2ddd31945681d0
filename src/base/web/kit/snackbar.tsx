import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconInfoCircle,
  type IconProps,
  IconX,
} from "@tabler/icons-react";
import { type ComponentType, type PointerEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUndoSeconds } from "../runtime/preferences.ts";
import {
  closeSnackbar,
  type SnackbarAction,
  type SnackbarType,
  snackbarMs,
  useSnackbar,
} from "../runtime/snackbar-state.ts";
import classes from "./snackbar.module.css";

const icons: Record<SnackbarType, ComponentType<IconProps>> = {
  info: IconInfoCircle,
  success: IconCircleCheck,
  error: IconAlertCircle,
  warning: IconAlertTriangle,
};
const swipePx = 60;

/**
 * The one message at the foot of the screen. Its timer pauses while a pointer or the focus is on it and then continues
 * with the remaining time; a swipe closes it.
 */
export function Snackbar() {
  const { t } = useTranslation("base");
  const state = useSnackbar();
  const undoMs = useUndoSeconds() * 1_000;
  const timer = usePausableTimer(
    state.isShown ? state.id : null,
    state.action ? undoMs : snackbarMs,
    closeSnackbar,
  );
  const swipe = useSwipe(closeSnackbar);
  const Icon = icons[state.type];
  return (
    <div className={classes.place} role="status" aria-live="polite">
      {state.isShown ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: resting and swiping only help; the button closes by keyboard
        <div
          key={state.id}
          className={classes.snackbar}
          data-type={state.type}
          data-testid="snackbar"
          style={
            swipe.offset === 0
              ? undefined
              : { transform: `translateX(${swipe.offset}px)`, opacity: 1 - Math.abs(swipe.offset) / 240 }
          }
          // A pointer that already rested where the message appeared does not hold it: what it covers is soon free
          // again.
          onPointerMove={(event) => (event.pointerType === "touch" ? swipe.follow(event) : timer.pause())}
          onPointerLeave={(event) => event.pointerType !== "touch" && timer.resume()}
          onFocus={timer.pause}
          onBlur={timer.resume}
          {...swipe.handlers}
        >
          <Icon size={22} aria-hidden />
          <span className={classes.words}>{state.message}</span>
          {state.action ? <ActionButton action={state.action} /> : null}
          <button type="button" className={classes.close} aria-label={t("close")} onClick={closeSnackbar}>
            <IconX size={18} aria-hidden />
          </button>
        </div>
      ) : null}
    </div>
  );
}

/** Runs the action once: the message goes with it. */
function ActionButton({ action }: { action: SnackbarAction }) {
  return (
    <button
      type="button"
      className={classes.action}
      onClick={() => {
        closeSnackbar();
        action.run();
      }}
    >
      {action.label}
    </button>
  );
}

/** Calls `end` after `ms` of time without pauses. A new `run` starts again from the full time. */
function usePausableTimer(run: number | null, ms: number, end: () => void) {
  const left = useRef(ms);
  const startedAt = useRef(0);
  const handle = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const go = () => {
    clearTimeout(handle.current);
    startedAt.current = Date.now();
    handle.current = setTimeout(end, left.current);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run begins once, when its number changes
  useEffect(() => {
    if (run === null) return;
    left.current = ms;
    go();
    return () => clearTimeout(handle.current);
  }, [run]);
  return {
    pause() {
      if (handle.current === undefined) return;
      clearTimeout(handle.current);
      handle.current = undefined;
      left.current = Math.max(0, left.current - (Date.now() - startedAt.current));
    },
    resume() {
      if (handle.current === undefined) go();
    },
  };
}

/** Follows a finger sideways; calls `away` when it is lifted past 60 px. */
function useSwipe(away: () => void) {
  const [offset, setOffset] = useState(0);
  const from = useRef<number | null>(null);
  const settle = () => {
    from.current = null;
    setOffset(0);
  };
  return {
    offset,
    follow(event: PointerEvent<HTMLElement>) {
      if (from.current !== null) setOffset(event.clientX - from.current);
    },
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.pointerType === "touch") from.current = event.clientX;
      },
      onPointerUp(event: PointerEvent<HTMLElement>) {
        const far = from.current !== null && Math.abs(event.clientX - from.current) >= swipePx;
        settle();
        if (far) away();
      },
      onPointerCancel: settle,
    },
  };
}
