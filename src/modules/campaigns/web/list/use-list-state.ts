import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCountedOrders } from "#modules/merchants/web/merchants.queries.ts";
import { type ListState, readState, toSearch } from "./list-state.ts";

/** The list's state is in the address, so that it can be bookmarked, shared and restored. */
export function useListState() {
  const counted = useCountedOrders();
  const state = readState(useSearch({ strict: false }) as Record<string, unknown>, counted);
  const navigate = useNavigate();
  const go = (next: Partial<ListState>, replace: boolean) =>
    void navigate({ to: "/campaigns", search: toSearch(next, counted), replace });
  return {
    state,
    /** Another filter or sort order starts again at the first page. */
    filter: (patch: { [Name in keyof ListState]?: ListState[Name] | undefined }) => {
      const { after: _, page: __, ...rest } = state;
      go({ ...rest, ...patch } as Partial<ListState>, true);
    },
    /** The next page is loaded by its cursor; any other page by its number. */
    goToPage: (page: number, next: string | null) => {
      const { after: _, ...rest } = state;
      go({ ...rest, page, ...(page === state.page + 1 && next ? { after: next } : {}) }, false);
    },
    /** Shows the list as a saved view does, or as it is by default. */
    show: (look: object) => go({ ...readState({ ...look }, counted), size: state.size }, false),
    /** Without filters; the period and the order stay. */
    clear: () => {
      const { size, sort, order, period, from, to } = state;
      go({ size, sort, order, ...(from && to ? { from, to } : {}), ...(period ? { period } : {}) }, true);
    },
  };
}
