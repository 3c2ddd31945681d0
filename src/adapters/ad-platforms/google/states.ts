import { z } from "zod";
import type { AdAccountContext, Level, PlatformState } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { fromMicro } from "../shared/micro.ts";
import type { StatesPart } from "../shared/parts.ts";
import { type ApiClient, loadRows, quote } from "./api-client.ts";
import { hasErrorCode } from "./faults.ts";
import { toLabelName } from "./reference.ts";
import { toResourceName } from "./resource-names.ts";

const review = z.looseObject({
  approvalStatus: z.string().optional(),
  policyTopicEntries: z.array(z.looseObject({ topic: z.string().optional() })).default([]),
});
const row = z.looseObject({
  campaign: z.looseObject({ id: z.string(), status: z.string() }),
  campaignBudget: z.looseObject({ amountMicros: z.string() }).optional(),
  adGroup: z.looseObject({ id: z.string(), status: z.string() }).optional(),
  adGroupAd: z
    .looseObject({
      status: z.string(),
      ad: z.looseObject({ id: z.string() }),
      policySummary: review.optional(),
    })
    .optional(),
});
type Row = z.output<typeof row>;

const adFields =
  "ad_group_ad.status, ad_group_ad.ad.id, ad_group_ad.policy_summary.approval_status, ad_group_ad.policy_summary.policy_topic_entries";
const groupFields = "campaign.id, campaign.status, ad_group.id, ad_group.status";

/** Each level's names in the API: the write operation, the queried resource and its fields. */
const levelResources = {
  campaign: {
    kind: "campaigns",
    operation: "campaignOperation",
    resource: "campaign",
    fields: "campaign.id, campaign.status",
    id: "campaign.id",
    parent: null,
  },
  ad_group: {
    kind: "adGroups",
    operation: "adGroupOperation",
    resource: "ad_group",
    fields: groupFields,
    id: "ad_group.id",
    parent: "campaign.id",
  },
  ad: {
    kind: "adGroupAds",
    operation: "adGroupAdOperation",
    resource: "ad_group_ad",
    fields: `${groupFields}, ${adFields}`,
    id: "ad_group_ad.ad.id",
    parent: "ad_group.id",
  },
} as const satisfies Record<Level, Record<string, string | null>>;

/** Ids in one query. */
const batchMax = 1_000;

export function makeStates(client: ApiClient): StatesPart {
  return {
    find: (account, level, reference, parentId) => findLabelled(client, account, level, reference, parentId),
    async setStatus(account, level, platformId, status) {
      const { kind, operation } = levelResources[level];
      const update = {
        resourceName: toResourceName(account, kind, platformId),
        status: status === "active" ? "ENABLED" : "PAUSED",
      };
      await client.mutate(account, [{ [operation]: { update, updateMask: "status" } }]);
    },
    async remove(account, level, platformId) {
      const { kind, operation } = levelResources[level];
      try {
        await client.mutate(account, [
          { [operation]: { remove: toResourceName(account, kind, platformId) } },
        ]);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    async states(account, level, platformIds) {
      const found: PlatformState[] = [];
      const validIds = platformIds.filter((id) => (level === "ad" ? /^\d+~\d+$/ : /^\d+$/).test(id));
      for (let from = 0; from < validIds.length; from += batchMax)
        found.push(...(await listStates(client, account, level, validIds.slice(from, from + batchMax))));
      return found;
    },
  };
}

const isGone = (error: unknown) =>
  hasErrorCode(
    error,
    "mutateError.RESOURCE_NOT_FOUND",
    "contextError.OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE",
    "adGroupAdError.CANNOT_OPERATE_ON_REMOVED_ADGROUPAD",
  );

/** The object that has our label and is not removed, or null. */
export async function findLabelled(
  client: ApiClient,
  account: AdAccountContext,
  level: Level,
  reference: string,
  parentId: string | null,
): Promise<PlatformState | null> {
  const { resource, fields, parent } = levelResources[level];
  const conditions = [`label.name = ${quote(toLabelName(reference))}`, `${resource}.status != 'REMOVED'`];
  if (parent && parentId !== null) conditions.push(`${parent} = ${Number(parentId)}`);
  const query = `SELECT ${fields} FROM ${resource}_label WHERE ${conditions.join(" AND ")}`;
  const found = (await loadRows(client, account, query, row)).map((one) => toState(one, level));
  return found.find(({ status }) => status !== "deleted") ?? null;
}

async function listStates(
  client: ApiClient,
  account: AdAccountContext,
  level: Level,
  platformIds: readonly string[],
): Promise<PlatformState[]> {
  const { resource, fields, id } = levelResources[level];
  const numbers = platformIds.map((one) => one.slice(one.indexOf("~") + 1));
  const more = level === "campaign" ? ", campaign_budget.amount_micros" : "";
  const query = `SELECT ${fields}${more} FROM ${resource} WHERE ${id} IN (${numbers.join(", ")})`;
  const found = await loadRows(client, account, query, row);
  return found.map((one) => toState(one, level)).filter((state) => platformIds.includes(state.platformId));
}

/** An object below a removed one counts as removed too, though it keeps its own status. */
function toState({ campaign, campaignBudget, adGroup, adGroupAd }: Row, level: Level): PlatformState {
  const groupId = adGroup?.id ?? "";
  const ids = { campaign: campaign.id, ad_group: groupId, ad: `${groupId}~${adGroupAd?.ad.id}` };
  const line = [campaign.status, adGroup?.status, adGroupAd?.status].filter((status) => status !== undefined);
  const status = line.includes("REMOVED") ? "deleted" : line.at(-1) === "ENABLED" ? "active" : "paused";
  return {
    platformId: ids[level],
    status,
    ...(campaignBudget ? { dailyBudget: fromMicro(Number(campaignBudget.amountMicros)) } : {}),
    ...(level === "ad" ? { review: toReview(adGroupAd?.policySummary) } : {}),
  };
}

/** Approved with or without limits counts as approved; no decision yet is pending. */
function toReview(policy: z.output<typeof review> | undefined): NonNullable<PlatformState["review"]> {
  const reasons = (policy?.policyTopicEntries ?? []).flatMap(({ topic }) => topic ?? []);
  if (policy?.approvalStatus === undefined) return { outcome: "pending", reasons };
  return { outcome: policy.approvalStatus === "DISAPPROVED" ? "rejected" : "approved", reasons };
}
