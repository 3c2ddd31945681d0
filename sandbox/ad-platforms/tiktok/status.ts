import type { Json } from "../shared/field-table.ts";
import { decideReview, type Review } from "../shared/reviewer.ts";
import type { Context, Registry, StoredObject } from "./registry.ts";
import { collectText } from "./smart-plus-shapes.ts";
import { parseInstant } from "./time.ts";

/** The review result so far, from the texts and the brand an ad shows. */
export function reviewAd(ad: StoredObject, now: Date): Review {
  const { text, brand } = collectText(ad.wire);
  return decideReview(ad.submitted_at, `${text} ${brand}`, now);
}

export function campaignStatus(campaign: StoredObject, { registry }: Pick<Context, "registry">): string {
  if (campaign.deleted) return "CAMPAIGN_STATUS_DELETE";
  const account = registry.findOwner(campaign.account_id)?.account;
  if (account?.status !== "STATUS_ENABLE") return "CAMPAIGN_STATUS_ADVERTISER_AUDIT";
  return isOn(campaign.wire) ? "CAMPAIGN_STATUS_ENABLE" : "CAMPAIGN_STATUS_DISABLE";
}

export function adgroupStatus(group: StoredObject, context: Context): string {
  const campaign = context.registry.tables.campaigns.get(group.parent_id);
  if (group.deleted) return "ADGROUP_STATUS_DELETE";
  if (!campaign || campaign.deleted) return "ADGROUP_STATUS_CAMPAIGN_DELETE";
  if (hasNoBalance(group, context.registry)) return "ADGROUP_STATUS_BALANCE_EXCEED";
  if (!isOn(campaign.wire)) return "ADGROUP_STATUS_CAMPAIGN_DISABLE";
  if (!isOn(group.wire)) return "ADGROUP_STATUS_DISABLE";
  return TIMES[timing(group.wire, context.world.now())].group ?? "ADGROUP_STATUS_DELIVERY_OK";
}

/** Reasons in this order; a pending or rejected review takes precedence over a pause. */
export function adStatus(ad: StoredObject, context: Context): string {
  const group = context.registry.tables.adgroups.get(ad.parent_id);
  const campaign = group && context.registry.tables.campaigns.get(group.parent_id);
  const now = context.world.now();
  if (ad.deleted) return "AD_STATUS_DELETE";
  if (!campaign || campaign.deleted) return "AD_STATUS_CAMPAIGN_DELETE";
  if (!group || group.deleted) return "AD_STATUS_ADGROUP_DELETE";
  const { status } = reviewAd(ad, now);
  if (status === "REJECTED") return "AD_STATUS_AUDIT_DENY";
  if (status === "PENDING") return ad.wire.reviewed_before ? "AD_STATUS_REAUDIT" : "AD_STATUS_AUDIT";
  if (hasNoBalance(ad, context.registry)) return "AD_STATUS_BALANCE_EXCEED";
  if (!isOn(campaign.wire)) return "AD_STATUS_CAMPAIGN_DISABLE";
  if (!isOn(group.wire)) return "AD_STATUS_ADGROUP_DISABLE";
  if (!isOn(ad.wire)) return "AD_STATUS_DISABLE";
  return TIMES[timing(group.wire, now)].ad ?? "AD_STATUS_DELIVERY_OK";
}

export const isOn = (wire: Json): boolean => wire.operation_status === "ENABLE";

function hasNoBalance(row: StoredObject, registry: Registry): boolean {
  return (registry.findOwner(row.account_id)?.account.balance ?? 0) <= 0;
}

const TIMES = {
  early: { group: "ADGROUP_STATUS_NOT_START", ad: "AD_STATUS_NOT_START" },
  running: { group: undefined, ad: undefined },
  over: { group: "ADGROUP_STATUS_TIME_DONE", ad: "AD_STATUS_DONE" },
} as const;

function timing(group: Json, now: Date): keyof typeof TIMES {
  if (now.getTime() < (parseInstant(group.schedule_start_time) ?? 0)) return "early";
  const end = group.schedule_type === "SCHEDULE_START_END" ? parseInstant(group.schedule_end_time) : null;
  return end !== null && now.getTime() >= end ? "over" : "running";
}

/** The primary status that a list is filtered by. */
export function primaryStatus(secondary: string): string {
  if (/_DELETE$/.test(secondary)) return "STATUS_DELETE";
  if (/(TIME_DONE|AD_STATUS_DONE)$/.test(secondary)) return "STATUS_TIME_DONE";
  if (/DISABLE$/.test(secondary)) return "STATUS_DISABLE";
  return /(DELIVERY_OK|CAMPAIGN_STATUS_ENABLE)$/.test(secondary)
    ? "STATUS_DELIVERY_OK"
    : "STATUS_NOT_DELIVERY";
}
