import { useNavigate, useSearch } from "@tanstack/react-router";
import { movementKinds, stockServices } from "../../contract/stock.enums.ts";
import type { UsagesFilter } from "./stock.queries.ts";

type Change = { [Name in keyof UsagesFilter]: UsagesFilter[Name] | undefined };

/** The filter stands in the address: a link, a reload and the back button show the same lines. */
export function useUsagesState() {
  const navigate = useNavigate();
  const filter = parseState(useSearch({ strict: false }));
  const open = (search: UsagesFilter) =>
    void navigate({ to: "/financial-transaction/services-stock", search, replace: true, resetScroll: false });
  return {
    filter,
    isFiltered: filter.service !== undefined || filter.kind !== undefined,
    /** Another filter begins on its first page. */
    change: (part: Change) => open(parseState({ ...filter, page: 1, ...part })),
    clear: () => open({}),
  };
}

/** What an address says that is no filter is left out. */
export function parseState(found: Record<string, unknown>): UsagesFilter {
  const page = Number(found.page);
  const state = {
    service: stockServices.find((service) => service === found.service),
    kind: movementKinds.find((kind) => kind === found.kind),
    page: Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined,
  };
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}
