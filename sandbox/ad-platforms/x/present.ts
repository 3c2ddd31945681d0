import type { Json } from "../shared/field-table.ts";
import type { Kept } from "./registry.ts";
import { type Around, approvalOf, campaignReasons, lineItemReasons } from "./serving.ts";

/** One object as X shows it now: what was written, and what only X knows. */
export function presentObject(row: Kept, around: Around): Json {
  const shown: Json = { ...row.wire, id: row.id, deleted: row.deleted };
  if (row.kind === "campaigns") return { ...shown, ...serving(campaignReasons(row, around)) };
  if (row.kind === "line_items") {
    const campaign = around.registry.find("campaigns", row.parent_id);
    const above = campaign ? campaignReasons(campaign, around).length === 0 : false;
    return { ...shown, ...serving(lineItemReasons(row, around), above) };
  }
  if (row.kind !== "promoted_tweets") return shown;
  return { ...shown, approval_status: approvalOf(row, around) };
}

function serving(reasons: string[], isAboveServing = true): Json {
  const servable = reasons.length === 0 && isAboveServing;
  return { servable, reasons_not_servable: reasons, effective_status: servable ? "RUNNING" : "UNKNOWN" };
}
