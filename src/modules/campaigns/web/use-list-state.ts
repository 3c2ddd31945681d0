import { useNavigate, useSearch } from "@tanstack/react-router";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { type SortKey, type Status, type Sync, sortKeys, statuses, syncs } from "../contract/enums.ts";
import type { ListState } from "./use-campaigns.ts";

/** What the list shows stands in the address: it can be kept, sent and come back to. */
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
    /** Another filter or order begins again at the first page. */
    filter: (patch: Partial<ListState>) => {
      const { after: _, page: __, ...rest } = state;
      go({ ...rest, ...patch }, true);
    },
    /** The page after this one is reached by its cursor; any other by its number. */
    goToPage: (page: number, next: string | null) => {
      const { after: _, ...rest } = state;
      go({ ...rest, page, ...(page === state.page + 1 && next ? { after: next } : {}) }, false);
    },
    clear: () => go({}, true),
  };
}

function readState(found: Record<string, unknown>): ListState {
  const oneOf = <Word extends string>(words: readonly Word[], value: unknown) =>
    words.find((word) => word === value);
  const status = oneOf<Status>(statuses, found.status);
  const platform = oneOf<Platform>(platforms, found.platform);
  const sync = oneOf<Sync>(syncs, found.sync);
  const page = Number(found.page);
  return {
    page: Number.isInteger(page) && page > 0 ? page : 1,
    search: found.search === undefined ? "" : String(found.search),
    sort: oneOf<SortKey>(sortKeys, found.sort) ?? "created",
    order: found.order === "asc" ? "asc" : "desc",
    ...(status ? { status } : {}),
    ...(platform ? { platform } : {}),
    ...(sync ? { sync } : {}),
    ...(typeof found.after === "string" ? { after: found.after } : {}),
  };
}
