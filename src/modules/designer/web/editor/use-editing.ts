import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isApiError } from "#base/web/data/api-error.ts";
import type { DesignDetails, Sizes } from "../../contract/design-shapes.ts";
import { designerKeys } from "../designer.queries.ts";
import { call } from "../designer-calls.ts";

export type SaveState = "saved" | "saving" | "failed" | "conflict";

/** A pause in editing after which it is saved. */
const saveAfterMs = 500;
const historyMax = 100;

/**
 * A design that is edited: each change can be undone, and is saved after a pause. The picture on the screen is the one that
 * the server drew of what is saved. Changes with the same `tag` one after the other, such as letters typed, are one step.
 */
export function useEditing(opened: DesignDetails) {
  const client = useQueryClient();
  const [saved, setSaved] = useState(opened);
  const [saveState, setSaveState] = useState<SaveState>("saved");
  const [failure, setFailure] = useState("");
  const [sizes, setSizes] = useState<Sizes>(opened.sizes);
  const [past, setPast] = useState<Sizes[]>([]);
  const [future, setFuture] = useState<Sizes[]>([]);
  const tagBefore = useRef("");
  // What a save reads when it runs, after later renders.
  const current = useRef({ sizes: opened.sizes, savedSizes: opened.sizes, version: opened.version });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<Promise<void> | null>(null);

  function show(next: Sizes) {
    current.current.sizes = next;
    setSizes(next);
    setSaveState("saving");
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void flush(), saveAfterMs);
  }

  /** Saves until nothing is unsaved; resolves to whether that succeeded. */
  async function flush(force = false): Promise<boolean> {
    clearTimeout(timer.current);
    await running.current;
    const { sizes: sent, savedSizes, version } = current.current;
    if (sent === savedSizes && !force) return true;
    let isSaved = false;
    running.current = send(sent, version).then((done) => {
      isSaved = done;
      running.current = null;
    });
    await running.current;
    return isSaved && (current.current.sizes === current.current.savedSizes || flush());
  }

  async function send(sent: Sizes, version: number): Promise<boolean> {
    try {
      const design = await call("PUT Clients/DigitalDesigner/designs/{id}", {
        params: { id: opened.id },
        body: { version, sizes: sent },
        quiet: true,
      });
      const isNewest = current.current.sizes === sent;
      current.current = {
        version: design.version,
        // The price may be another one by now.
        sizes: isNewest ? design.sizes : current.current.sizes,
        savedSizes: isNewest ? design.sizes : sent,
      };
      if (isNewest) {
        setSizes(design.sizes);
        setSaveState("saved");
      }
      setSaved(design);
      client.setQueryData(designerKeys.design(opened.id), design);
      return true;
    } catch (error) {
      setFailure(isApiError(error) ? error.message : String(error));
      setSaveState(isApiError(error) && error.code === "designer.changed_elsewhere" ? "conflict" : "failed");
      return false;
    }
  }

  // What was changed last is saved also when the page is left.
  const flushLast = useRef(flush);
  flushLast.current = flush;
  useEffect(() => () => void flushLast.current(), []);

  return {
    sizes,
    saved,
    saveState,
    /** Why the last save failed. */
    failure,
    flush,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change(next: Sizes, tag: string) {
      if (tag !== tagBefore.current || past.length === 0) setPast([...past, sizes].slice(-historyMax));
      tagBefore.current = tag;
      setFuture([]);
      show(next);
    },
    undo() {
      const before = past.at(-1);
      if (!before) return;
      tagBefore.current = "";
      setPast(past.slice(0, -1));
      setFuture([sizes, ...future]);
      show(before);
    },
    redo() {
      const [next, ...rest] = future;
      if (!next) return;
      tagBefore.current = "";
      setPast([...past, sizes]);
      setFuture(rest);
      show(next);
    },
  };
}
export type Editing = ReturnType<typeof useEditing>;
