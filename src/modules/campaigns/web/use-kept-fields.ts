import { useState } from "react";
import { getItem, setItem } from "#base/web/runtime/storage.ts";
import {
  addEdits,
  applyEdits,
  dropSettled,
  findConflicts,
  type KeptEdits,
  settleConflicts,
} from "../domain/kept-edits.ts";

/**
 * A page's fields, kept in this browser under `key` (the page with its id) from the first letter until they are saved or
 * discarded. `server`: the fields as the server has them now.
 */
export function useKeptFields<Fields extends object>(key: string, server: Fields) {
  const storageKey = `rawaj.campaign_edits.${key}`;
  const [edits, setEdits] = useState(() => dropSettled(read<Fields>(storageKey), server));
  const [wasRestored, setRestored] = useState(Object.keys(edits).length > 0);
  const keep = (update: (before: KeptEdits<Fields>) => KeptEdits<Fields>) =>
    setEdits((before) => {
      const next = update(before);
      write(storageKey, next);
      return next;
    });
  return {
    value: applyEdits(server, edits),
    change: (patch: Partial<Fields>) => keep((before) => addEdits(before, server, patch)),
    /** Values of an earlier visit are shown. */
    wasRestored,
    /** Fields that changed on the server since the merchant typed over them. */
    conflicts: findConflicts(edits, server),
    settle: (keeps: "typed" | "server") => keep((before) => settleConflicts(before, server, keeps)),
    /** Also for what was saved while the page was left: only the storage still knows it then. */
    forget: () => {
      write(storageKey, {});
      setEdits({});
      setRestored(false);
    },
  };
}

export type KeptFields = Pick<
  ReturnType<typeof useKeptFields<object>>,
  "wasRestored" | "settle" | "forget"
> & { conflicts: readonly string[] };

function read<Fields extends object>(storageKey: string): KeptEdits<Fields> {
  try {
    const edits: unknown = JSON.parse(getItem(storageKey) ?? "null");
    return edits !== null && typeof edits === "object" ? (edits as KeptEdits<Fields>) : {};
  } catch {
    return {};
  }
}

const write = (storageKey: string, edits: object) =>
  setItem(storageKey, Object.keys(edits).length > 0 ? JSON.stringify(edits) : null);
