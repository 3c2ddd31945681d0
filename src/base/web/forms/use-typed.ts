import { type RefObject, startTransition, useEffect, useId, useLayoutEffect, useRef, useState } from "react";

type Options = {
  value: string;
  /** Stores the text by itself, whatever was typed elsewhere since. */
  onChange: (text: string) => void;
  isDeferred: boolean;
};

/** A field's text while it is typed, for `useSyncExternalStore`: what shows more than the field itself subscribes. */
export type TypedText = { get: () => string; subscribe: (listener: () => void) => () => void };

export type Typed<Input extends TextInput> = {
  /** For the field, which keeps its text itself: a key draws no component but those that subscribe to `text`. */
  input: { ref: RefObject<Input | null>; defaultValue: string };
  type: (text: string) => void;
  text: TypedText;
};

type TextInput = HTMLInputElement | HTMLTextAreaElement;

/**
 * A field's text as it is typed. When deferred, it is stored when the keys rest, and before `storeTyped`
 * returns. A value that came from elsewhere replaces it once all of it is stored.
 */
export function useTyped<Input extends TextInput>({ value, onChange, isDeferred }: Options): Typed<Input> {
  const field = useId();
  const ref = useRef<Input>(null);
  const [text] = useState(() => makeText(value));
  const [defaultValue] = useState(value);
  const typedVersion = useRef(0);
  const [storedVersion, setStoredVersion] = useState(0);
  useLayoutEffect(() => {
    if (storedVersion !== typedVersion.current) return;
    text.set(value);
    if (ref.current && ref.current.value !== value) ref.current.value = value;
  }, [value, storedVersion, text]);
  useEffect(() => () => void (waiting?.field === field && storeTyped()), [field]);
  const type = (typed: string) => {
    typedVersion.current += 1;
    const version = typedVersion.current;
    text.set(typed);
    const storeText = () => {
      setStoredVersion(version);
      onChange(typed);
    };
    if (isDeferred) hold(field, () => startTransition(storeText));
    else storeText();
  };
  return { input: { ref, defaultValue }, type, text };
}

/**
 * The value of a field that shows its typing itself: shown at once, stored when the keys rest. Use it in a component of
 * the field alone, so that a key draws nothing else.
 */
export function useStoredLater<Value>(
  value: Value,
  onChange: (value: Value) => void,
): [Value, (value: Value) => void] {
  const field = useId();
  const [typed, setTyped] = useState<{ value: Value } | null>(null);
  useEffect(() => () => void (waiting?.field === field && storeTyped()), [field]);
  const change = (next: Value) => {
    const mine = { value: next };
    setTyped(mine);
    hold(field, () =>
      startTransition(() => {
        setTyped((latest) => (latest === mine ? null : latest));
        onChange(next);
      }),
    );
  };
  return [typed ? typed.value : value, change];
}

function makeText(first: string) {
  const listeners = new Set<() => void>();
  let text = first;
  return {
    get: () => text,
    set(next: string) {
      text = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Longer than most people on a phone take between two letters: the form is drawn when they stop, not while they type. */
const restMs = 400;

/** The text that waits for a pause. One field is typed in at a time, so there is at most one. */
let waiting: { field: string; storeText: () => void } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

function hold(field: string, storeText: () => void) {
  if (waiting?.field !== field) storeTyped();
  waiting = { field, storeText };
  clearTimeout(timer);
  timer = setTimeout(storeTyped, restMs);
}

/** Stores the text that still waits: before what is typed is read, sent, replaced or left. */
export function storeTyped(): void {
  clearTimeout(timer);
  const storeText = waiting?.storeText;
  waiting = undefined;
  storeText?.();
}
