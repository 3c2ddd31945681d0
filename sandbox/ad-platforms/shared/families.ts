import type { Table } from "../../base/memory.ts";

/** What an object must say for its family to be found. */
export interface Kin {
  id: string;
  account_id: string;
  parent_id: string;
  /** Lists are in the order of creation. */
  turn: number;
}

/**
 * The rows of a table under a parent or an account, in order of creation. A market that is asked every minute must not
 * read whole tables, so the ids are indexed and the index made anew when rows came or went; `turnNow` counts creations.
 */
export function makeFamily<Row extends Kin>(table: Table<Row>, turnNow: () => number): (id: string) => Row[] {
  let version = "";
  let ids = new Map<string, string[]>();
  const refresh = () => {
    const now = `${turnNow()}/${table.size}`;
    if (now === version) return;
    version = now;
    ids = new Map();
    for (const row of [...table.values()].sort((one, other) => one.turn - other.turn)) {
      for (const key of new Set([row.parent_id, row.account_id])) {
        const list = ids.get(key) ?? [];
        ids.set(key, list);
        list.push(row.id);
      }
    }
  };
  return (id) => {
    refresh();
    return (ids.get(id) ?? []).map((each) => table.get(each)).filter((row) => row !== undefined);
  };
}
