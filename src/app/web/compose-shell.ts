import type { QueryKey } from "@tanstack/react-query";
import type { InvalidationTable } from "#base/web/data/live.ts";
import type { LiveRows, NavPlace, WebModule } from "#base/web/runtime/web-module.ts";

/** An entry of the navigation. */
export type NavItem = Omit<NavPlace, "group" | "order">;

/** One group's entries in their order. */
export function composeNavigation(
  group: NavPlace["group"],
  own: readonly NavPlace[],
  modules: readonly WebModule[],
): NavItem[] {
  const added = modules.flatMap(({ navigation = [] }) => navigation);
  return [...own, ...added].filter((place) => place.group === group).sort((a, b) => a.order - b.order);
}

/** What events invalidate: the rows of all. */
export function composeLive(modules: readonly LiveRows[]): InvalidationTable {
  const table: Record<string, readonly QueryKey[]> = {};
  for (const live of modules)
    for (const [name, keys] of Object.entries(live)) table[name] = [...(table[name] ?? []), ...keys];
  return table;
}
