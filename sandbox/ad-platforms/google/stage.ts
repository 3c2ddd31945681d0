import type { Kept, Kind, Room } from "./registry.ts";

/** What a request changes, before it is known whether all of it holds: reads see the changes, the world does not yet. */
export interface Stage {
  /** Removed objects too: they stay readable. */
  find(kind: Kind, id: string): Kept | undefined;
  childrenOf(kind: Kind, parentId: string): Kept[];
  inAccount(kind: Kind, customerId: string): Kept[];
  put(row: Kept): void;
  /** A point to go back to when one operation of several fails. */
  mark(): () => void;
  commit(): void;
}

export function makeStage({ objects }: Room): Stage {
  let changed = new Map<string, Kept>();
  const overlay = (kind: Kind, standing: Kept[], belongs: (row: Kept) => boolean) => {
    const seen = new Set(standing.map((row) => row.id));
    const added = [...changed.values()].filter(
      (row) => row.kind === kind && !seen.has(row.id) && belongs(row),
    );
    return [...standing.map((row) => changed.get(row.id) ?? row), ...added];
  };
  return {
    find: (kind, id) => {
      const row = changed.get(id);
      return row?.kind === kind ? row : objects.tables[kind].get(id);
    },
    childrenOf: (kind, parentId) =>
      overlay(kind, objects.childrenOf(kind, parentId), (row) => row.parent_id === parentId),
    inAccount: (kind, customerId) =>
      overlay(kind, objects.inAccount(kind, customerId), (row) => row.account_id === customerId),
    put: (row) => void changed.set(row.id, row),
    mark() {
      const before = new Map(changed);
      return () => {
        changed = before;
      };
    },
    commit() {
      for (const row of changed.values()) {
        row.turn ||= objects.nextTurn();
        objects.tables[row.kind].put(row);
      }
      changed = new Map();
    },
  };
}
