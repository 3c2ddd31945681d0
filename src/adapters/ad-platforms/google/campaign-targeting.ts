import { z } from "zod";
import type { AdAccountContext, AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { type ApiClient, loadRows, type Operation } from "./api-client.ts";
import { rejected } from "./faults.ts";
import { parseId, toResourceName } from "./resource-names.ts";
import { toDeviceBids, toLocationCriteria, toProximityKey } from "./targeting.ts";

const criterionRow = z.looseObject({
  campaignCriterion: z.looseObject({
    resourceName: z.string(),
    bidModifier: z.number().optional(),
    device: z.looseObject({ type: z.string() }).optional(),
    location: z.looseObject({ geoTargetConstant: z.string() }).optional(),
    proximity: z
      .looseObject({
        radius: z.number(),
        geoPoint: z.looseObject({
          latitudeInMicroDegrees: z.number().default(0),
          longitudeInMicroDegrees: z.number().default(0),
        }),
      })
      .optional(),
  }),
});
type CampaignCriterion = z.output<typeof criterionRow>["campaignCriterion"];
const groupRow = z.looseObject({ adGroup: z.looseObject({ id: z.string() }) });

const fields = [
  "resource_name",
  "bid_modifier",
  "device.type",
  "location.geo_target_constant",
  "proximity.radius",
  "proximity.geo_point.latitude_in_micro_degrees",
  "proximity.geo_point.longitude_in_micro_degrees",
];

/**
 * Operations that give the campaign the ad group's locations and devices. Google sets both on the campaign: the change
 * is refused if other ad groups already use other ones, because it would change theirs too.
 */
export async function loadCampaignChanges(
  client: ApiClient,
  account: AdAccountContext,
  spec: AdGroupSpec,
  groupId: string | null,
): Promise<Operation[]> {
  const campaignId = Number(spec.platformCampaignId);
  const query = `SELECT ${fields.map((field) => `campaign_criterion.${field}`).join(", ")} FROM campaign_criterion WHERE campaign.id = ${campaignId} AND campaign_criterion.negative = FALSE AND campaign_criterion.type IN ('LOCATION', 'PROXIMITY', 'DEVICE')`;
  const rows = await loadRows(client, account, query, criterionRow);
  const existing = rows.map(({ campaignCriterion }) => campaignCriterion);
  const changes = [
    ...toLocationChanges(account, spec, existing),
    ...toDeviceChanges(account, spec, existing),
  ];
  if (changes.length > 0 && (await hasOtherGroups(client, account, campaignId, groupId)))
    throw rejected(
      `not sent: campaign ${campaignId} has other ad groups with other places or devices`,
      "ad_accounts:places_shared_in_campaign",
    );
  return changes;
}

function toLocationChanges(
  account: AdAccountContext,
  spec: AdGroupSpec,
  existing: CampaignCriterion[],
): Operation[] {
  const campaign = toResourceName(account, "campaigns", spec.platformCampaignId);
  const desired = new Map(toLocationCriteria(spec).map((criterion) => [criterion.key, criterion.fields]));
  const locations = existing.filter(({ location, proximity }) => location || proximity);
  const onCampaign = new Set(locations.map(toCriterionKey));
  const removed = locations.filter((one) => !desired.has(toCriterionKey(one)));
  const added = [...desired].filter(([key]) => !onCampaign.has(key));
  return [
    ...removed.map(({ resourceName }) => ({ campaignCriterionOperation: { remove: resourceName } })),
    ...added.map(([, fields]) => ({ campaignCriterionOperation: { create: { campaign, ...fields } } })),
  ];
}

function toCriterionKey({ location, proximity }: CampaignCriterion): string {
  if (!proximity) return `place ${location?.geoTargetConstant}`;
  const { latitudeInMicroDegrees, longitudeInMicroDegrees } = proximity.geoPoint;
  return toProximityKey(latitudeInMicroDegrees, longitudeInMicroDegrees, proximity.radius);
}

function toDeviceChanges(
  account: AdAccountContext,
  spec: AdGroupSpec,
  existing: CampaignCriterion[],
): Operation[] {
  const campaign = toResourceName(account, "campaigns", spec.platformCampaignId);
  const changes: Operation[] = [];
  for (const [type, bidModifier] of toDeviceBids(spec)) {
    const onCampaign = existing.find(({ device }) => device?.type === type);
    if ((onCampaign?.bidModifier ?? 1) === bidModifier) continue;
    changes.push({
      campaignCriterionOperation: onCampaign
        ? { update: { resourceName: onCampaign.resourceName, bidModifier }, updateMask: "bidModifier" }
        : { create: { campaign, device: { type }, bidModifier } },
    });
  }
  return changes;
}

async function hasOtherGroups(
  client: ApiClient,
  account: AdAccountContext,
  campaignId: number,
  groupId: string | null,
): Promise<boolean> {
  const query = `SELECT ad_group.id FROM ad_group WHERE campaign.id = ${campaignId} AND ad_group.status != 'REMOVED'`;
  const groups = await loadRows(client, account, query, groupRow);
  return groups.some(({ adGroup }) => adGroup.id !== (groupId === null ? null : parseId(groupId)));
}
