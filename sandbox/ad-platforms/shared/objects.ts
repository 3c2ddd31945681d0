import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import type { Json } from "./field-table.ts";

/** A stored object: `wire` holds what was written; the statuses are computed when it is shown. */
export interface StoredObject<Kind extends string = string> {
  id: string;
  kind: Kind;
  account_id: string;
  /** The parent: a campaign, an ad group; the ad account for the others. */
  parent_id: string;
  /** Lists are in the order of creation. */
  sequence: number;
  deleted: boolean;
  /** World time in milliseconds at which its review starts. */
  submitted_at: number;
  wire: Json;
}

/** A platform's store of everything that was created on it. */
export interface Objects<Kind extends string> {
  tables: Record<Kind, Table<StoredObject<Kind>>>;
  /** The object when it exists; a deleted one counts as missing. */
  find(kind: Kind, id: string): StoredObject<Kind> | undefined;
  listChildren(kind: Kind, parentId: string): StoredObject<Kind>[];
  listInAccount(kind: Kind, accountId: string): StoredObject<Kind>[];
  nextSequence(): number;
}

/** One counter for each platform: created objects, and created people. */
export const loadCounters = (world: World, platform: string) =>
  world.state<{ objects: number; fresh: number }>(`${platform}.turns`, () => ({ objects: 0, fresh: 0 }));

/** `platform` names the tables, "snapchat"; one table for each kind. */
export function makeObjects<Kind extends string>(
  world: World,
  platform: string,
  kinds: readonly Kind[],
): Objects<Kind> {
  const counters = loadCounters(world, platform);
  const tables = Object.fromEntries(
    kinds.map((kind) => [kind, world.table<StoredObject<Kind>>(`${platform}.${kind}`)]),
  ) as Record<Kind, Table<StoredObject<Kind>>>;
  /** Ids by parent and by account: the market reads them every minute and must not scan whole tables. */
  const childIndexes = new Map<Kind, { version: string; ids: Map<string, string[]> }>();
  const indexChildren = (kind: Kind) => {
    const version = `${counters.objects}/${tables[kind].size}`;
    const known = childIndexes.get(kind);
    if (known?.version === version) return known.ids;
    const ids = new Map<string, string[]>();
    for (const row of [...tables[kind].values()].sort((one, other) => one.sequence - other.sequence)) {
      for (const key of new Set([row.parent_id, row.account_id])) {
        const list = ids.get(key) ?? [];
        ids.set(key, list);
        list.push(row.id);
      }
    }
    childIndexes.set(kind, { version, ids });
    return ids;
  };
  const listRelated = (kind: Kind, id: string) =>
    (indexChildren(kind).get(id) ?? [])
      .map((each) => tables[kind].get(each))
      .filter((row) => row !== undefined);

  return {
    tables,
    find(kind, id) {
      const row = tables[kind].get(id);
      return row && !row.deleted ? row : undefined;
    },
    listChildren: listRelated,
    listInAccount: listRelated,
    nextSequence() {
      counters.objects += 1;
      return counters.objects;
    },
  };
}
