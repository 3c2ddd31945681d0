import type { z } from "zod";
import type {
  AdAccountContext,
  AdGroupSpec,
  CampaignSpec,
} from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup } from "../shared/checks.ts";
import { parseAs } from "../shared/parse-as.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { formatObjectName } from "../shared/reference.ts";
import { checkValueBidding, toBidAmounts, toGoal } from "./bidding.ts";
import { findByReference } from "./find-by-reference.ts";
import type { Graph, Json } from "./graph.ts";
import { type adSetSchema, idSchema, nameMax } from "./response-schemas.ts";
import { checkTargeting, toPublishers, toTargeting } from "./targeting.ts";
import { formatMetaTime } from "./times.ts";

/**
 * Our ad group is Meta's ad set. It has no budget (the campaign holds it), but the campaign's times and bid amounts are
 * set on it.
 */
export function makeAdSets(graph: Graph): AdGroupsPart {
  return {
    async createAdGroup(account, spec) {
      check(spec, account);
      const found = await findAdSet(graph, account, spec.reference, spec.platformCampaignId);
      if (found) return { platformId: parseAs(idSchema, found).id };
      const { startsAt, endsAt } = spec.campaign;
      const created = await graph.write(account.accessToken, `/act_${account.adAccountId}/adsets`, {
        ...toFields(spec),
        campaign_id: spec.platformCampaignId,
        status: "PAUSED",
        billing_event: "IMPRESSIONS",
        ...toGoal(spec.campaign, account),
        ...toBidAmounts(spec.campaign),
        start_time: formatMetaTime(startsAt),
        ...(endsAt ? { end_time: formatMetaTime(endsAt) } : {}),
      });
      return { platformId: parseAs(idSchema, created).id };
    },
    /** Times and bid amounts are the campaign's, and change with it. */
    async updateAdGroup(account, platformId, spec) {
      check(spec, account);
      await graph.write(account.accessToken, `/${platformId}`, toFields(spec));
    },
  };
}

function check(spec: AdGroupSpec, account: AdAccountContext): void {
  checkAdGroup("meta", spec, account);
  checkValueBidding(spec.campaign);
  checkTargeting(spec);
}

function toFields(spec: AdGroupSpec): Json {
  return { name: formatObjectName(spec.reference, spec.name, nameMax), targeting: toTargeting(spec) };
}

/** The fields of an ad set that a change of its campaign changes; null for none. An end is removed with 0. */
export function diffAdSet(
  adSet: z.output<typeof adSetSchema>,
  spec: CampaignSpec,
  account: AdAccountContext,
): Json | null {
  const goal = toGoal(spec, account);
  const { bid_constraints } = toBidAmounts(spec) as { bid_constraints?: { roas_average_floor: number } };
  const floor = bid_constraints?.roas_average_floor;
  const changes: Json = {
    ...(isSameSecond(adSet.start_time, spec.startsAt) ? {} : { start_time: formatMetaTime(spec.startsAt) }),
    ...(isSameSecond(adSet.end_time, spec.endsAt)
      ? {}
      : { end_time: spec.endsAt ? formatMetaTime(spec.endsAt) : 0 }),
    ...diffPlacements(adSet, spec),
    ...(adSet.optimization_goal === goal.optimization_goal ? {} : goal),
    ...(floor === undefined || floor === adSet.bid_constraints?.roas_average_floor
      ? {}
      : { bid_constraints }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

/** The campaign's placements are part of each ad set's targeting; the rest of it is sent back unchanged. */
function diffPlacements({ targeting }: z.output<typeof adSetSchema>, { placements }: CampaignSpec): Json {
  const desired = toPublishers(placements);
  const existing = targeting.publisher_platforms ?? [];
  const isSame = desired.length === existing.length && desired.every((place) => existing.includes(place));
  return isSame ? {} : { targeting: { ...targeting, publisher_platforms: desired } };
}

/** Whether both mean the same second, whatever their offset is; two missing times are the same. */
function isSameSecond(text: string | undefined, desired: Date | null): boolean {
  if (text === undefined || desired === null) return text === undefined && desired === null;
  return Math.floor(Date.parse(text) / 1_000) === Math.floor(desired.getTime() / 1_000);
}

/** The ad set with our reference, in the given campaign or anywhere in the account. */
export function findAdSet(
  graph: Graph,
  account: AdAccountContext,
  reference: string,
  campaignId: string | null,
): Promise<Json | null> {
  const parentPath = campaignId ?? `act_${account.adAccountId}`;
  return findByReference(graph, account, `/${parentPath}/adsets`, "ad_group", reference);
}
