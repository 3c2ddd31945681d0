import type { QueryKey } from "@tanstack/react-query";
import type { InvalidationTable } from "#base/web/data/live.ts";
import type { LiveRows, NavPlace, WebModule } from "#base/web/runtime/web-module.ts";

/** An entry of the navigation; `isSoon`: its feature does not exist yet. */
export type NavItem = Omit<NavPlace, "group" | "order"> & { isSoon?: boolean };
type Place = NavPlace & { isSoon?: boolean };

/** One group's entries in their order. An address that exists has no entry as a placeholder any more. */
export function composeNavigation(
  group: NavPlace["group"],
  own: readonly Place[],
  modules: readonly WebModule[],
): NavItem[] {
  const added = modules.flatMap(({ navigation = [] }) => navigation);
  const isReal = new Set(added.map(({ to }) => to));
  return [...own.filter(({ isSoon, to }) => !isSoon || !isReal.has(to)), ...added]
    .filter((place) => place.group === group)
    .sort((a, b) => a.order - b.order);
}

/** What events invalidate: the rows of all. */
export function composeLive(modules: readonly LiveRows[]): InvalidationTable {
  const table: Record<string, readonly QueryKey[]> = {};
  for (const live of modules)
    for (const [name, keys] of Object.entries(live)) table[name] = [...(table[name] ?? []), ...keys];
  return table;
}
