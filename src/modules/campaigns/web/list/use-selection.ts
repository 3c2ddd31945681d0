import { useState } from "react";
import { bulkMax } from "../../contract/enums.ts";
import type { ListRow } from "../../contract/list.ts";
import type { ListState } from "./list-state.ts";

export type Selection = ReturnType<typeof useSelection>;

type Rows = ReadonlyMap<string, ListRow>;
const none: Rows = new Map();

/**
 * The campaigns that are selected in the list, on any of its pages. Another filter or search clears them, since they
 * may be out of sight then; another page, order or period does not. `shown`: the rows of this page, as they are now.
 */
export function useSelection(state: ListState, shown: readonly ListRow[]) {
  const { search, status, platform, store_id, sync, view, scheduled } = state;
  const scope = JSON.stringify([search, status, platform, store_id, sync, view, scheduled]);
  const [kept, setKept] = useState({ scope, rows: none });
  const selected = kept.scope === scope ? kept.rows : none;
  const current = new Map(shown.map((row) => [row.id, row]));
  const rows = [...selected.values()].map((row) => current.get(row.id) ?? row);
  const onPage = shown.filter(({ id }) => selected.has(id)).length;
  const isPage = shown.length > 0 && onPage === shown.length;

  /** Adds these rows as far as the limit allows, or removes them. */
  function set(changed: readonly ListRow[], isSelected: boolean) {
    const next = new Map(selected);
    for (const row of changed) {
      if (!isSelected) next.delete(row.id);
      else if (next.size < bulkMax) next.set(row.id, row);
    }
    setKept({ scope, rows: next });
  }

  return {
    rows,
    has: (id: string) => selected.has(id),
    isFull: selected.size >= bulkMax,
    /** The whole page is selected, or a part of it. */
    isPage,
    isPartOfPage: onPage > 0 && !isPage,
    togglePage: () => set(shown, !isPage),
    set,
    clear: () => setKept({ scope, rows: none }),
  };
}
