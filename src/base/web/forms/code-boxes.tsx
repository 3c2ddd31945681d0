import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { toLatinDigits } from "#base/shared/money.ts";
import { useFormat } from "../runtime/format.ts";
import classes from "./code-boxes.module.css";
import { ErrorLine } from "./fields.tsx";

export const codeLength = 6;

type Props = {
  label: string;
  value: string;
  onChange: (code: string) => void;
  /** Called once for each whole code. */
  onComplete: (code: string) => void;
  error?: string | undefined;
  /** While the code is checked: the digits and the focus stay. */
  busy?: boolean;
};

/**
 * Six boxes drawn over one real field: phones fill it from the message, a paste is taken whole, and screen readers find
 * one field. Boxes run left to right in both languages. Typing on a box replaces its digit; arrows move between boxes.
 */
export function CodeBoxes({ label, value, onChange, onComplete, error, busy = false }: Props) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState(0);
  const [isFocused, setFocused] = useState(false);
  const format = useFormat();

  // A refused code is to be typed again: the focus goes to the first box, or selects all that is still there.
  useEffect(() => {
    if (!error) return;
    field.current?.focus();
    setAt(0);
  }, [error]);

  const moveTo = (box: number) => setAt(Math.max(0, Math.min(box, value.length, codeLength - 1)));
  // The current box is the field's selection: what is typed replaces it.
  useLayoutEffect(() => {
    if (isFocused) field.current?.setSelectionRange(at, Math.min(at + 1, value.length));
  }, [at, value, isFocused]);

  function applyTyped(typed: string) {
    const code = toLatinDigits(typed).replace(/\D/g, "").slice(0, codeLength);
    const caret = field.current?.selectionStart ?? code.length;
    onChange(code);
    setAt(Math.min(caret, code.length, codeLength - 1));
    if (code.length === codeLength && code !== value) onComplete(code);
  }

  /** A complete code replaces everything, whichever box is current. */
  function onPaste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = toLatinDigits(event.clipboardData.getData("text")).replace(/\D/g, "");
    if (busy || pasted.length < codeLength) return;
    event.preventDefault();
    const code = pasted.slice(0, codeLength);
    onChange(code);
    setAt(codeLength - 1);
    onComplete(code);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (busy) return;
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: value.length }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      moveTo(to);
    }
    // On an empty last box nothing is selected: delete the digit before it.
    if (event.key === "Backspace" && at >= value.length && at > 0) {
      event.preventDefault();
      onChange(value.slice(0, at - 1));
      setAt(at - 1);
    }
  }

  function onPointerUp(event: PointerEvent<HTMLInputElement>) {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    moveTo(Math.floor(((event.clientX - left) / width) * codeLength));
  }

  return (
    <div>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <div
        className={classes.boxes}
        dir="ltr"
        data-error={error ? true : undefined}
        data-busy={busy || undefined}
      >
        {Array.from({ length: codeLength }, (_, box) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is identified by its position
            key={box}
            className={classes.box}
            aria-hidden
            data-active={(isFocused && box === at) || undefined}
            data-filled={value[box] !== undefined || undefined}
          >
            {value[box] === undefined ? "" : format.number(Number(value[box]))}
          </span>
        ))}
        <input
          ref={field}
          id={id}
          className={classes.field}
          name="code"
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          readOnly={busy}
          aria-busy={busy}
          value={value}
          onChange={(event) => applyTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          onPointerUp={onPointerUp}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      </div>
      {error ? <ErrorLine id={`${id}-error`}>{error}</ErrorLine> : null}
    </div>
  );
}
