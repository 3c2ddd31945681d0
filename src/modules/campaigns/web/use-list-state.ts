import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { type SortKey, type Status, type Sync, sortKeys, statuses, syncs } from "../contract/enums.ts";
import type { ListState } from "./campaigns.queries.ts";

/** The list's state is in the address, so that it can be bookmarked, shared and restored. */
export function useListState() {
  const found: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = readState(found);
  const go = (next: Partial<ListState>, replace: boolean) =>
    void navigate({
      to: "/campaigns",
      search: Object.fromEntries(Object.entries(next).filter(([, value]) => value !== "" && value != null)),
      replace,
    });
  return {
    state,
    /** Another filter or sort order starts again at the first page. */
    filter: (patch: Partial<ListState>) => {
      const { after: _, page: __, ...rest } = state;
      go({ ...rest, ...patch }, true);
    },
    /** The next page is loaded by its cursor; any other page by its number. */
    goToPage: (page: number, next: string | null) => {
      const { after: _, ...rest } = state;
      go({ ...rest, page, ...(page === state.page + 1 && next ? { after: next } : {}) }, false);
    },
    clear: () => go({}, true),
  };
}

function readState(found: Record<string, unknown>): ListState {
  const parseEnum = <Word extends string>(words: readonly Word[], value: unknown) =>
    words.find((word) => word === value);
  const status = parseEnum<Status>(statuses, found.status);
  const platform = parseEnum<Platform>(platforms, found.platform);
  const sync = parseEnum<Sync>(syncs, found.sync);
  const page = Number(found.page);
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    search: found.search === undefined ? "" : String(found.search),
    sort: parseEnum<SortKey>(sortKeys, found.sort) ?? "created",
    order: found.order === "asc" ? "asc" : "desc",
    ...(status ? { status } : {}),
    ...(platform ? { platform } : {}),
    ...(sync ? { sync } : {}),
    ...(typeof found.after === "string" ? { after: found.after } : {}),
  };
}
