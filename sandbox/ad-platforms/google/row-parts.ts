import type { Json } from "../shared/field-table.ts";
import { toBiddingType } from "./campaign.rules.ts";
import type { Customer } from "./demo.ts";
import { presentAdStatus, presentCampaignStatus, presentGroupStatus } from "./primary-status.ts";
import { type Context, type Kind, parseResourceNumber, type StoredObject } from "./registry.ts";
import { presentPolicy } from "./review.ts";

export function loadParent(context: Context, kind: Kind, row: StoredObject): StoredObject {
  const parent = context.objects.tables[kind].get(row.parent_id);
  if (!parent) throw new Error(`${row.id} stands under nothing`);
  return parent;
}

/** What was written, with its resource name. */
export const presentRow = (row: StoredObject): Json => ({ resourceName: row.id, ...row.wire });

export function loadCustomer(context: Context, row: StoredObject): Customer {
  const owner = context.findCustomer(row.account_id);
  if (!owner) throw new Error(`${row.account_id} is nobody's`);
  return owner.customer;
}

export function customerPart(customer: Customer): Record<string, Json> {
  return {
    customer: {
      resourceName: `customers/${customer.id}`,
      id: customer.id,
      descriptiveName: customer.name,
      currencyCode: customer.currency,
      timeZone: customer.timeZone,
      manager: customer.isManager,
      testAccount: false,
      status: customer.status,
      autoTaggingEnabled: false,
    },
  };
}

export function budgetPart(row: StoredObject): Json {
  return { ...presentRow(row), id: parseResourceNumber(row.id), status: row.deleted ? "REMOVED" : "ENABLED" };
}

export function assetPart(row: StoredObject): Json {
  const { hash: _hash, ...wire } = row.wire;
  return { resourceName: row.id, id: parseResourceNumber(row.id), ...wire };
}

function listLabels(context: Context, kind: Kind, row: StoredObject): Json {
  const labels = context.objects.listChildren(kind, row.id).filter((labelLink) => !labelLink.deleted);
  return labels.length > 0 ? { labels: labels.map((labelLink) => labelLink.wire.label) } : {};
}

export function campaignParts(context: Context, row: StoredObject): Record<string, Json> {
  const budget = context.objects.tables.campaignBudgets.get(String(row.wire.campaignBudget));
  return {
    campaign: {
      ...presentRow(row),
      id: parseResourceNumber(row.id),
      biddingStrategyType: toBiddingType(row.wire),
      ...presentCampaignStatus(context, row),
      ...listLabels(context, "campaignLabels", row),
    },
    campaign_budget: budget ? budgetPart(budget) : {},
    ...customerPart(loadCustomer(context, row)),
  };
}

export function groupParts(context: Context, row: StoredObject): Record<string, Json> {
  return {
    ad_group: {
      ...presentRow(row),
      id: parseResourceNumber(row.id),
      ...presentGroupStatus(context, row),
      ...listLabels(context, "adGroupLabels", row),
    },
    ...campaignParts(context, loadParent(context, "campaigns", row)),
  };
}

export function adParts(context: Context, row: StoredObject): Record<string, Json> {
  return {
    ad_group_ad: {
      ...presentRow(row),
      policySummary: presentPolicy(context, row),
      ...presentAdStatus(context, row),
      ...listLabels(context, "adGroupAdLabels", row),
    },
    ...groupParts(context, loadParent(context, "adGroups", row)),
  };
}

export function uploadPart({ world }: Context, row: StoredObject): Json {
  const { ready_at, named_at, isVideo, videoId, ...wire } = row.wire;
  if (world.now().getTime() < Number(named_at)) return { resourceName: row.id, ...wire, state: "PENDING" };
  const isOver = world.now().getTime() >= Number(ready_at);
  const state = isOver ? (isVideo ? "PROCESSED" : "REJECTED") : "UPLOADED";
  return { resourceName: row.id, ...wire, videoId, state };
}
