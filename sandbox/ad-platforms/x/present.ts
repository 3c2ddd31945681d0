import type { Json } from "../shared/field-table.ts";
import type { StoredObject } from "./registry.ts";
import { campaignReasons, computeApproval, lineItemReasons, type RelatedState } from "./serving.ts";

/** One object as X shows it now: what was written, with X's own fields. */
export function presentObject(row: StoredObject, related: RelatedState): Json {
  const presented: Json = { ...row.wire, id: row.id, deleted: row.deleted };
  if (row.kind === "campaigns") return { ...presented, ...serving(campaignReasons(row, related)) };
  if (row.kind === "line_items") {
    const campaign = related.registry.find("campaigns", row.parent_id);
    const isCampaignServing = campaign ? campaignReasons(campaign, related).length === 0 : false;
    return { ...presented, ...serving(lineItemReasons(row, related), isCampaignServing) };
  }
  if (row.kind !== "promoted_tweets") return presented;
  return { ...presented, approval_status: computeApproval(row, related) };
}

function serving(reasons: string[], isParentServing = true): Json {
  const servable = reasons.length === 0 && isParentServing;
  return { servable, reasons_not_servable: reasons, effective_status: servable ? "RUNNING" : "UNKNOWN" };
}
