import type { Context, Kind, StoredObject } from "./registry.ts";

/** The changes of a request before they are committed: reads of the request see them, the world does not yet. */
export interface StagedObjects {
  /** Removed objects too: they stay readable. */
  find(kind: Kind, id: string): StoredObject | undefined;
  listChildren(kind: Kind, parentId: string): StoredObject[];
  listInAccount(kind: Kind, customerId: string): StoredObject[];
  put(row: StoredObject): void;
  /** A savepoint to roll back to when one operation of several fails. */
  mark(): () => void;
  commit(): void;
}

export function makeStagedObjects({ objects }: Context): StagedObjects {
  let changed = new Map<string, StoredObject>();
  const overlay = (kind: Kind, committed: StoredObject[], belongs: (row: StoredObject) => boolean) => {
    const seen = new Set(committed.map((row) => row.id));
    const added = [...changed.values()].filter(
      (row) => row.kind === kind && !seen.has(row.id) && belongs(row),
    );
    return [...committed.map((row) => changed.get(row.id) ?? row), ...added];
  };
  return {
    find: (kind, id) => {
      const row = changed.get(id);
      return row?.kind === kind ? row : objects.tables[kind].get(id);
    },
    listChildren: (kind, parentId) =>
      overlay(kind, objects.listChildren(kind, parentId), (row) => row.parent_id === parentId),
    listInAccount: (kind, customerId) =>
      overlay(kind, objects.listInAccount(kind, customerId), (row) => row.account_id === customerId),
    put: (row) => void changed.set(row.id, row),
    mark() {
      const before = new Map(changed);
      return () => {
        changed = before;
      };
    },
    commit() {
      for (const row of changed.values()) {
        row.sequence ||= objects.nextSequence();
        objects.tables[row.kind].put(row);
      }
      changed = new Map();
    },
  };
}
