import { useState } from "react";
import { bulkMax } from "../contract/enums.ts";
import type { CampaignRow } from "../contract/shapes.ts";
import type { ListState } from "./campaigns.queries.ts";

export type Selection = ReturnType<typeof useSelection>;

type Rows = ReadonlyMap<string, CampaignRow>;
const none: Rows = new Map();

/**
 * The campaigns that are selected in the list, on any of its pages. Another filter or search clears them, since they
 * may be out of sight then; another page or order does not. `shown`: the rows of this page, as they are now.
 */
export function useSelection({ search, status, platform, sync }: ListState, shown: readonly CampaignRow[]) {
  const scope = JSON.stringify([search, status, platform, sync]);
  const [kept, setKept] = useState({ scope, rows: none });
  const selected = kept.scope === scope ? kept.rows : none;
  const current = new Map(shown.map((row) => [row.id, row]));
  const rows = [...selected.values()].map((row) => current.get(row.id) ?? row);

  /** Adds these rows as far as the limit allows, or removes them. */
  function set(changed: readonly CampaignRow[], isSelected: boolean) {
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
    set,
    clear: () => setKept({ scope, rows: none }),
  };
}
