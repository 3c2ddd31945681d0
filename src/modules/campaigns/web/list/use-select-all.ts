import { useMutation } from "@tanstack/react-query";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { serverNow } from "#base/web/runtime/now.ts";
import { bulkMax } from "../../contract/enums.ts";
import type { ListRow } from "../../contract/list.ts";
import { call } from "../campaigns-calls.ts";
import { type ListState, toListQuery } from "./list-state.ts";
import type { Selection } from "./use-selection.ts";

/** The largest page a list answers with. */
const size = 100;

/** Selects what the list finds on all its pages, in its order, up to the most that can be changed at once. */
export function useSelectAll(state: ListState, selection: Selection) {
  return useMutation({
    mutationFn: async () => {
      const { after: _, ...first } = state;
      const found: ListRow[] = [];
      for (let page = 1; found.length < bulkMax; page += 1) {
        const query = toListQuery({ ...first, page, size }, toRiyadhDay(serverNow()));
        const { items, total } = await call("GET Clients/Campaigns/index", { query });
        found.push(...items);
        if (items.length < size || found.length >= total) break;
      }
      return found;
    },
    onSuccess: (rows) => selection.set(rows, true),
  });
}
