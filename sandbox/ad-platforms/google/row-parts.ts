import type { Json } from "../shared/field-table.ts";
import { biddingTypeOf } from "./campaign.rules.ts";
import type { Customer } from "./demo.ts";
import { adStanding, campaignStanding, groupStanding } from "./primary-status.ts";
import { type Kept, type Kind, numberIn, type Room } from "./registry.ts";
import { policyOf } from "./review.ts";

export function above(room: Room, kind: Kind, row: Kept): Kept {
  const parent = room.objects.tables[kind].get(row.parent_id);
  if (!parent) throw new Error(`${row.id} stands under nothing`);
  return parent;
}

/** What was written, with its name. */
export const shown = (row: Kept): Json => ({ resourceName: row.id, ...row.wire });

export function customerOf(room: Room, row: Kept): Customer {
  const owner = room.customerOf(row.account_id);
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

export function budgetPart(row: Kept): Json {
  return { ...shown(row), id: numberIn(row.id), status: row.deleted ? "REMOVED" : "ENABLED" };
}

export function assetPart(row: Kept): Json {
  const { hash: _hash, ...wire } = row.wire;
  return { resourceName: row.id, id: numberIn(row.id), ...wire };
}

function labelsOf(room: Room, kind: Kind, row: Kept): Json {
  const labels = room.objects.childrenOf(kind, row.id).filter((bond) => !bond.deleted);
  return labels.length > 0 ? { labels: labels.map((bond) => bond.wire.label) } : {};
}

export function campaignParts(room: Room, row: Kept): Record<string, Json> {
  const budget = room.objects.tables.campaignBudgets.get(String(row.wire.campaignBudget));
  return {
    campaign: {
      ...shown(row),
      id: numberIn(row.id),
      biddingStrategyType: biddingTypeOf(row.wire),
      ...campaignStanding(room, row),
      ...labelsOf(room, "campaignLabels", row),
    },
    campaign_budget: budget ? budgetPart(budget) : {},
    ...customerPart(customerOf(room, row)),
  };
}

export function groupParts(room: Room, row: Kept): Record<string, Json> {
  return {
    ad_group: {
      ...shown(row),
      id: numberIn(row.id),
      ...groupStanding(room, row),
      ...labelsOf(room, "adGroupLabels", row),
    },
    ...campaignParts(room, above(room, "campaigns", row)),
  };
}

export function adParts(room: Room, row: Kept): Record<string, Json> {
  return {
    ad_group_ad: {
      ...shown(row),
      policySummary: policyOf(room, row),
      ...adStanding(room, row),
      ...labelsOf(room, "adGroupAdLabels", row),
    },
    ...groupParts(room, above(room, "adGroups", row)),
  };
}

export function uploadPart({ world }: Room, row: Kept): Json {
  const { ready_at, named_at, isVideo, videoId, ...wire } = row.wire;
  if (world.now().getTime() < Number(named_at)) return { resourceName: row.id, ...wire, state: "PENDING" };
  const isOver = world.now().getTime() >= Number(ready_at);
  const state = isOver ? (isVideo ? "PROCESSED" : "REJECTED") : "UPLOADED";
  return { resourceName: row.id, ...wire, videoId, state };
}
