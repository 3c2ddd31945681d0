import type { TableNote } from "../../contract/report-tabs.ts";
import type { ResolvedScope } from "./table-deps.ts";

/** What the scope's filters do to what ads cost and to the stores' own sales. */
export function toScopeNotes({ campaignIds, store_id, city }: ResolvedScope): TableNote[] {
  return [
    ...(campaignIds === null ? [] : (["only_from_campaigns"] as const)),
    ...(city === undefined ? [] : (["spend_not_by_city"] as const)),
    ...(store_id === undefined || city !== undefined ? [] : (["spend_of_store_campaigns"] as const)),
  ];
}
