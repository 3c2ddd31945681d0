import type { QueryKey } from "@tanstack/react-query";
import type { InvalidationTable } from "#base/web/data/live.ts";
import type { NavPlace, WebModule } from "#base/web/runtime/web-module.ts";

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

/** The app's table of what events invalidate, with what the modules add. */
export function composeLive(own: InvalidationTable, modules: readonly WebModule[]): InvalidationTable {
  const table: Record<string, readonly QueryKey[]> = { ...own };
  for (const { live = {} } of modules)
    for (const [name, keys] of Object.entries(live)) table[name] = [...(table[name] ?? []), ...keys];
  return table;
}
