import { useNavigate, useSearch } from "@tanstack/react-router";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { seasonKeys } from "#modules/seasons/contract/season-keys.ts";
import { adStyles, adTypes, itemSources, sectors } from "../contract/library-enums.ts";

/** How the items are shown. */
export const views = ["grid", "large", "compare"] as const;
export type View = (typeof views)[number];

/** Filters with a list of values each; an absent one leaves nothing out. */
export const choices = {
  season: seasonKeys,
  style: adStyles,
  type: adTypes,
  platform: platforms,
  sector: sectors,
} as const;
export type Choice = keyof typeof choices;
export const choiceNames = Object.keys(choices) as Choice[];

export type LibraryFilter = {
  [Name in Choice]?: (typeof choices)[Name][number];
} & { search?: string; source?: (typeof itemSources)[number]; collection_id?: string };

export type LibraryAddress = {
  view: View;
  filter: LibraryFilter;
  /** The open item; in the large view the one that is shown. */
  item: string | null;
  /** Those side by side. */
  compare: readonly string[];
};

/** The most ads side by side. */
export const compareMax = 4;

/** The address as the page reads it; unknown values are ignored. */
export function readAddress(found: Record<string, unknown>): LibraryAddress {
  const toText = (name: string) => (found[name] === undefined ? "" : String(found[name]));
  const filter: Record<string, string> = {};
  for (const name of choiceNames)
    if ((choices[name] as readonly string[]).includes(toText(name))) filter[name] = toText(name);
  for (const name of ["search", "collection_id"] as const) {
    const value = toText(name).slice(0, 120);
    if (value !== "") filter[name] = value;
  }
  const source = itemSources.find((one) => one === found.source);
  return {
    view: views.find((view) => view === found.view) ?? "grid",
    filter: { ...filter, ...(source ? { source } : {}) } as LibraryFilter,
    item: toText("item") || null,
    compare: [...new Set(toText("compare").split(",").filter(Boolean))].slice(0, compareMax),
  };
}

/** As short as it can be: what is usual is not in it. */
export const writeAddress = ({ view, filter, item, compare }: LibraryAddress): Record<string, string> => ({
  ...(view === "grid" ? {} : { view }),
  ...filter,
  ...(item ? { item } : {}),
  ...(compare.length > 0 ? { compare: compare.join(",") } : {}),
});

export type Address = ReturnType<typeof useLibraryAddress>;

/** View, filters and the open item stand in the address: they are bookmarked, and Back closes an item. */
export function useLibraryAddress() {
  const address = readAddress(useSearch({ strict: false }));
  const navigate = useNavigate();
  /** The change is made to the address as it is then: two changes may come before the page is drawn again. */
  const change = (toPatch: (now: LibraryAddress) => Partial<LibraryAddress>, replace = true) =>
    void navigate({
      to: "/ads-library",
      search: (found: Record<string, unknown>) => {
        const now = readAddress(found);
        return writeAddress({ ...now, ...toPatch(now) });
      },
      replace,
      resetScroll: false,
    });
  const go = (patch: Partial<LibraryAddress>, replace = true) => change(() => patch, replace);
  return {
    ...address,
    setView: (view: View) => go({ view, item: null }, false),
    /** Absent values of the patch take a filter away. An item that was opened meanwhile stays open. */
    setFilter: (patch: { [Name in keyof LibraryFilter]?: LibraryFilter[Name] | undefined }) =>
      change((now) => ({
        filter: Object.fromEntries(
          Object.entries({ ...now.filter, ...patch }).filter(
            ([, value]) => value !== undefined && value !== "",
          ),
        ) as LibraryFilter,
      })),
    clearFilter: () => go({ filter: {}, item: null }),
    openItem: (item: string) => go({ item }, false),
    /** Another item in the place of the open one. */
    showItem: (item: string) => go({ item }),
    closeItem: () => go({ item: null }),
    setCompare: (compare: readonly string[]) => go({ compare }),
  };
}
