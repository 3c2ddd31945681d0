import { z } from "zod";
import type { AdAccountContext, AdGroupSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { rejected } from "./faults.ts";
import { idIn, nameOf } from "./names.ts";
import { circleKey, deviceBids, placeCriteria } from "./targeting.ts";
import { allRows, type Operation, type Wire } from "./wire.ts";

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
type Standing = z.output<typeof criterionRow>["campaignCriterion"];
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
 * What must change on the campaign so that it is shown where and on what the ad group asks for. Places and devices stand on
 * Google's campaigns: where other ad groups live by them already, a change is refused, since it would be theirs too.
 */
export async function campaignChanges(
  wire: Wire,
  account: AdAccountContext,
  order: AdGroupSpec,
  groupId: string | null,
): Promise<Operation[]> {
  const campaignId = Number(order.platformCampaignId);
  const query = `SELECT ${fields.map((field) => `campaign_criterion.${field}`).join(", ")} FROM campaign_criterion WHERE campaign.id = ${campaignId} AND campaign_criterion.negative = FALSE AND campaign_criterion.type IN ('LOCATION', 'PROXIMITY', 'DEVICE')`;
  const rows = await allRows(wire, account, query, criterionRow);
  const standing = rows.map(({ campaignCriterion }) => campaignCriterion);
  const changes = [...placeChanges(account, order, standing), ...deviceChanges(account, order, standing)];
  if (changes.length > 0 && (await hasOtherGroups(wire, account, campaignId, groupId)))
    throw rejected(
      `not sent: campaign ${campaignId} has other ad groups with other places or devices`,
      "ad_accounts:places_shared_in_campaign",
    );
  return changes;
}

function placeChanges(account: AdAccountContext, order: AdGroupSpec, standing: Standing[]): Operation[] {
  const campaign = nameOf(account, "campaigns", order.platformCampaignId);
  const wanted = new Map(placeCriteria(order).map((criterion) => [criterion.key, criterion.fields]));
  const places = standing.filter(({ location, proximity }) => location || proximity);
  const there = new Set(places.map(keyOf));
  const removed = places.filter((one) => !wanted.has(keyOf(one)));
  const added = [...wanted].filter(([key]) => !there.has(key));
  return [
    ...removed.map(({ resourceName }) => ({ campaignCriterionOperation: { remove: resourceName } })),
    ...added.map(([, fields]) => ({ campaignCriterionOperation: { create: { campaign, ...fields } } })),
  ];
}

function keyOf({ location, proximity }: Standing): string {
  if (!proximity) return `place ${location?.geoTargetConstant}`;
  const { latitudeInMicroDegrees, longitudeInMicroDegrees } = proximity.geoPoint;
  return circleKey(latitudeInMicroDegrees, longitudeInMicroDegrees, proximity.radius);
}

function deviceChanges(account: AdAccountContext, order: AdGroupSpec, standing: Standing[]): Operation[] {
  const campaign = nameOf(account, "campaigns", order.platformCampaignId);
  const changes: Operation[] = [];
  for (const [type, bidModifier] of deviceBids(order)) {
    const there = standing.find(({ device }) => device?.type === type);
    if ((there?.bidModifier ?? 1) === bidModifier) continue;
    changes.push({
      campaignCriterionOperation: there
        ? { update: { resourceName: there.resourceName, bidModifier }, updateMask: "bidModifier" }
        : { create: { campaign, device: { type }, bidModifier } },
    });
  }
  return changes;
}

async function hasOtherGroups(
  wire: Wire,
  account: AdAccountContext,
  campaignId: number,
  groupId: string | null,
): Promise<boolean> {
  const query = `SELECT ad_group.id FROM ad_group WHERE campaign.id = ${campaignId} AND ad_group.status != 'REMOVED'`;
  const groups = await allRows(wire, account, query, groupRow);
  return groups.some(({ adGroup }) => adGroup.id !== (groupId === null ? null : idIn(groupId)));
}
