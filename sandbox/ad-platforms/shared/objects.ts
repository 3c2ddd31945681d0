import type { Table } from "../../base/memory.ts";
import type { World } from "../../base/world.ts";
import { type Kin, makeFamily } from "./families.ts";
import type { Json } from "./field-table.ts";

/** One object as it is kept: `wire` holds what was written, the statuses are worked out when it is shown. */
export interface Kept<Kind extends string = string> extends Kin {
  kind: Kind;
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
  const families = Object.fromEntries(
    kinds.map((kind) => [kind, makeFamily(tables[kind], () => turns.objects)]),
  ) as Record<Kind, (id: string) => Kept<Kind>[]>;
  const under = (kind: Kind, id: string) => families[kind](id);

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
