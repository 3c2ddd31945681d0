import { useEffect, useRef, useState } from "react";
import { isApiError } from "../data/api-error.ts";

export type SaveState = "saved" | "saving" | "failed" | "conflict";

/** A pause in editing after which it is saved. */
const saveAfterMs = 500;
const historyMax = 100;

type Options<Value, Saved> = {
  opened: Saved;
  read: (saved: Saved) => Value;
  /** Saves the value over the revision that was saved last. */
  send: (value: Value, saved: Saved) => Promise<Saved>;
  onSaved?: (saved: Saved) => void;
  /** The code of the refusal where another change came first. */
  conflict: string;
  /** Whether what is shown becomes what the server made of it, while nothing newer was typed. */
  takesSaved?: boolean;
};

/**
 * Something that is edited on its page: each change can be undone, and is saved after a pause. Changes with the same `tag`
 * one after the other, such as letters typed, are one step.
 */
export function useAutosave<Value, Saved>(options: Options<Value, Saved>) {
  const [saved, setSaved] = useState(options.opened);
  const [value, setValue] = useState(() => options.read(options.opened));
  const [saveState, setSaveState] = useState<SaveState>("saved");
  const [failure, setFailure] = useState("");
  const [past, setPast] = useState<Value[]>([]);
  const [future, setFuture] = useState<Value[]>([]);
  const tagBefore = useRef("");
  // What a save reads when it runs, after later renders.
  const current = useRef({ value, savedValue: value, saved });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<Promise<void> | null>(null);

  function show(next: Value) {
    current.current.value = next;
    setValue(next);
    setSaveState("saving");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), saveAfterMs);
  }

  /** Saves until nothing is unsaved; resolves to whether that succeeded. */
  async function flush(force = false): Promise<boolean> {
    clearTimeout(timer.current);
    await running.current;
    const { value: sent, savedValue, saved: before } = current.current;
    if (sent === savedValue && !force) return true;
    let isSaved = false;
    running.current = save(sent, before).then((done) => {
      isSaved = done;
      running.current = null;
    });
    await running.current;
    return isSaved && (current.current.value === current.current.savedValue || flush());
  }

  async function save(sent: Value, before: Saved): Promise<boolean> {
    try {
      const after = await options.send(sent, before);
      const isNewest = current.current.value === sent;
      const shown = isNewest && options.takesSaved ? options.read(after) : current.current.value;
      current.current = { value: shown, savedValue: isNewest ? shown : sent, saved: after };
      if (isNewest) {
        setValue(shown);
        setSaveState("saved");
      }
      setSaved(after);
      options.onSaved?.(after);
      return true;
    } catch (error) {
      setFailure(isApiError(error) ? error.message : String(error));
      setSaveState(isApiError(error) && error.code === options.conflict ? "conflict" : "failed");
      return false;
    }
  }

  // What was changed last is saved also when the page is left.
  const flushLast = useRef(flush);
  flushLast.current = flush;
  useEffect(() => () => void flushLast.current(), []);

  return {
    value,
    saved,
    saveState,
    /** Why the last save failed. */
    failure,
    flush,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change(next: Value, tag: string) {
      if (tag !== tagBefore.current || past.length === 0) setPast([...past, value].slice(-historyMax));
      tagBefore.current = tag;
      setFuture([]);
      show(next);
    },
    undo() {
      const before = past.at(-1);
      if (before === undefined) return;
      tagBefore.current = "";
      setPast(past.slice(0, -1));
      setFuture([value, ...future]);
      show(before);
    },
    redo() {
      const [next, ...rest] = future;
      if (next === undefined) return;
      tagBefore.current = "";
      setPast([...past, value]);
      setFuture(rest);
      show(next);
    },
  };
}
