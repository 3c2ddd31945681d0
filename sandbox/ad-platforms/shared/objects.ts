import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import type { Json } from "./field-table.ts";

/** One object as it is kept: `wire` holds what was written, the statuses are worked out when it is shown. */
export interface Kept<Kind extends string = string> {
  id: string;
  kind: Kind;
  account_id: string;
  /** What the object stands under: a campaign, an ad group; the ad account for the others. */
  parent_id: string;
  /** Lists are in the order of creation. */
  turn: number;
  deleted: boolean;
  /** World time in milliseconds from which the reviewer counts. */
  submitted_at: number;
  wire: Json;
}

/** What a platform remembers of everything that was made on it. */
export interface Objects<Kind extends string> {
  tables: Record<Kind, Table<Kept<Kind>>>;
  /** The object when it stands; a deleted one counts as not there. */
  find(kind: Kind, id: string): Kept<Kind> | undefined;
  childrenOf(kind: Kind, parentId: string): Kept<Kind>[];
  inAccount(kind: Kind, accountId: string): Kept<Kind>[];
  nextTurn(): number;
}

/** Counted once for each platform: objects made, and people made who were not there before. */
export const turnsOf = (world: World, platform: string) =>
  world.state<{ objects: number; fresh: number }>(`${platform}.turns`, () => ({ objects: 0, fresh: 0 }));

/** `platform` names the tables, "snapchat"; one table for each kind. */
export function makeObjects<Kind extends string>(
  world: World,
  platform: string,
  kinds: readonly Kind[],
): Objects<Kind> {
  const turns = turnsOf(world, platform);
  const tables = Object.fromEntries(
    kinds.map((kind) => [kind, world.table<Kept<Kind>>(`${platform}.${kind}`)]),
  ) as Record<Kind, Table<Kept<Kind>>>;
  /** Ids by parent and by account: a market that is asked every minute must not read whole tables. */
  const families = new Map<Kind, { version: string; ids: Map<string, string[]> }>();
  const familyOf = (kind: Kind) => {
    const version = `${turns.objects}/${tables[kind].size}`;
    const known = families.get(kind);
    if (known?.version === version) return known.ids;
    const ids = new Map<string, string[]>();
    for (const row of [...tables[kind].values()].sort((one, other) => one.turn - other.turn)) {
      for (const key of new Set([row.parent_id, row.account_id])) {
        const list = ids.get(key) ?? [];
        ids.set(key, list);
        list.push(row.id);
      }
    }
    families.set(kind, { version, ids });
    return ids;
  };
  const under = (kind: Kind, id: string) =>
    (familyOf(kind).get(id) ?? []).map((each) => tables[kind].get(each)).filter((row) => row !== undefined);

  return {
    tables,
    find(kind, id) {
      const row = tables[kind].get(id);
      return row && !row.deleted ? row : undefined;
    },
    childrenOf: under,
    inAccount: under,
    nextTurn() {
      turns.objects += 1;
      return turns.objects;
    },
  };
}
