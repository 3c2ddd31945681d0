import { linkOrigins, linkPlatforms, linkSorts, linkStates } from "../../contract/link-enums.ts";

export const filterNames = ["search", "origin", "platform", "state", "tag", "health", "sort"] as const;
export type FilterName = (typeof filterNames)[number];
export type Filters = Partial<Record<FilterName, string>>;

const allowed: Partial<Record<FilterName, readonly string[]>> = {
  origin: linkOrigins,
  platform: linkPlatforms,
  state: linkStates,
  sort: linkSorts,
  health: ["failing"],
};

/** The address holds what the list is narrowed by; what is not ours in it is left out. */
export function readFilters(found: Record<string, unknown>): Filters {
  return Object.fromEntries(
    filterNames
      .map((name) => [name, found[name] === undefined ? "" : String(found[name])] as const)
      .filter(([name, value]) => value !== "" && (allowed[name]?.includes(value) ?? true)),
  );
}

/** How many choices narrow the list, the search and the order not among them. */
export const countChoices = (filters: Filters): number =>
  filterNames.filter((name) => name !== "search" && name !== "sort" && filters[name]).length;
