import type { Json } from "../shared/field-table.ts";
import { AUTOMATION, isSmartPlus } from "./flows.ts";
import type { Context, Kind, StoredObject } from "./registry.ts";
import { adgroupStatus, adStatus, campaignStatus } from "./status.ts";

/** A campaign, an ad group or an ad as the API shows it now. */
export function present(row: StoredObject, context: Context): Json {
  const { reviewed_before: _ours, request_id: _theirs, creative_id, ...wire } = row.wire;
  const mark = row.kind === "ads" ? AUTOMATION.creative : AUTOMATION.smartPlus;
  const base = {
    advertiser_id: row.account_id,
    ...wire,
    // The manual flow's list of ads has one entry for each creative of a Smart+ ad.
    ...(creative_id ? { ad_id: creative_id, smart_plus_ad_id: row.id } : {}),
    campaign_automation_type: isSmartPlus(row, context) ? mark : AUTOMATION.manual,
    secondary_status: computeStatus(row, context),
    is_new_structure: true,
  };
  if (row.kind === "campaigns") return base;
  const parent = row.kind === "adgroups" ? row : context.registry.tables.adgroups.get(row.parent_id);
  const campaign = context.registry.tables.campaigns.get(parent?.parent_id ?? "");
  const group =
    row.kind === "ads" ? { adgroup_id: row.parent_id, adgroup_name: parent?.wire.adgroup_name } : {};
  return { ...base, ...group, campaign_id: campaign?.id, campaign_name: campaign?.wire.campaign_name };
}

export function computeStatus(row: StoredObject, context: Context): string {
  if (row.kind === "campaigns") return campaignStatus(row, context);
  return row.kind === "adgroups" ? adgroupStatus(row, context) : adStatus(row, context);
}

/** Only the requested fields, when any were requested. */
export function picked(object: Json, fields: string[] | undefined): Json {
  if (!fields) return object;
  return Object.fromEntries(fields.filter((field) => field in object).map((field) => [field, object[field]]));
}

/** The names of each level: its id field, its name field and the key of its id lists. */
export const LEVELS = {
  campaigns: { id: "campaign_id", ids: "campaign_ids", name: "campaign_name", title: "Campaign" },
  adgroups: { id: "adgroup_id", ids: "adgroup_ids", name: "adgroup_name", title: "Ad group" },
  ads: { id: "ad_id", ids: "ad_ids", name: "ad_name", title: "Ad" },
} as const satisfies Partial<Record<Kind, Record<string, string>>>;
export type Level = keyof typeof LEVELS;
