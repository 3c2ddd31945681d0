import type { z } from "zod";
import type { AdAccountContext, AdGroupSpec, CampaignSpec } from "#modules/ad-accounts/server/ad-platform.port.ts";
import { checkAdGroup } from "../shared/checks.ts";
import type { AdGroupsPart } from "../shared/parts.ts";
import { readAs } from "../shared/read-as.ts";
import { nameWith } from "../shared/reference.ts";
import { amountsOf, checkValueBidding, goalOf } from "./bidding.ts";
import type { Graph, Json } from "./graph.ts";
import { findNamed } from "./named.ts";
import { type adSetShape, nameMax, onlyId } from "./shapes.ts";
import { checkTargeting, publishersOf, targetingOf } from "./targeting.ts";
import { metaTime } from "./times.ts";

/** Our ad group is Meta's ad set. It has no budget (the campaign holds it), but the campaign's times and amounts stand on it. */
export function makeAdSets(graph: Graph): AdGroupsPart {
  return {
    async createAdGroup(account, order) {
      check(order, account);
      const found = await adSetWith(graph, account, order.reference, order.platformCampaignId);
      if (found) return { platformId: readAs(onlyId, found).id };
      const { startsAt, endsAt } = order.campaign;
      const made = await graph.write(account.accessToken, `/act_${account.adAccountId}/adsets`, {
        ...fieldsOf(order),
        campaign_id: order.platformCampaignId,
        status: "PAUSED",
        billing_event: "IMPRESSIONS",
        ...goalOf(order.campaign, account),
        ...amountsOf(order.campaign),
        start_time: metaTime(startsAt),
        ...(endsAt ? { end_time: metaTime(endsAt) } : {}),
      });
      return { platformId: readAs(onlyId, made).id };
    },
    /** Times and amounts are the campaign's, and change with it. */
    async updateAdGroup(account, platformId, order) {
      check(order, account);
      await graph.write(account.accessToken, `/${platformId}`, fieldsOf(order));
    },
  };
}

function check(order: AdGroupSpec, account: AdAccountContext): void {
  checkAdGroup("meta", order, account);
  checkValueBidding(order.campaign);
  checkTargeting(order);
}

function fieldsOf(order: AdGroupSpec): Json {
  return { name: nameWith(order.reference, order.name, nameMax), targeting: targetingOf(order) };
}

/** What a change of its campaign changes in an ad set; null when nothing. An end is taken away with 0. */
export function adSetChanges(
  adSet: z.output<typeof adSetShape>,
  order: CampaignSpec,
  account: AdAccountContext,
): Json | null {
  const goal = goalOf(order, account);
  const { bid_constraints } = amountsOf(order) as { bid_constraints?: { roas_average_floor: number } };
  const floor = bid_constraints?.roas_average_floor;
  const changes: Json = {
    ...(isAt(adSet.start_time, order.startsAt) ? {} : { start_time: metaTime(order.startsAt) }),
    ...(isAt(adSet.end_time, order.endsAt) ? {} : { end_time: order.endsAt ? metaTime(order.endsAt) : 0 }),
    ...placementChange(adSet, order),
    ...(adSet.optimization_goal === goal.optimization_goal ? {} : goal),
    ...(floor === undefined || floor === adSet.bid_constraints?.roas_average_floor
      ? {}
      : { bid_constraints }),
  };
  return Object.keys(changes).length > 0 ? changes : null;
}

/** The campaign's channels stand in each ad set's audience, the rest of which goes back as it is. */
function placementChange({ targeting }: z.output<typeof adSetShape>, { placements }: CampaignSpec): Json {
  const wanted = publishersOf(placements);
  const standing = targeting.publisher_platforms ?? [];
  const isSame = wanted.length === standing.length && wanted.every((place) => standing.includes(place));
  return isSame ? {} : { targeting: { ...targeting, publisher_platforms: wanted } };
}

/** The same second, whatever offset it is written with; nothing is the same as nothing. */
function isAt(text: string | undefined, wanted: Date | null): boolean {
  if (text === undefined || wanted === null) return text === undefined && wanted === null;
  return Math.floor(Date.parse(text) / 1_000) === Math.floor(wanted.getTime() / 1_000);
}

/** The ad set that bears our reference, in the named campaign or anywhere in the account. */
export function adSetWith(
  graph: Graph,
  account: AdAccountContext,
  reference: string,
  campaignId: string | null,
): Promise<Json | null> {
  const above = campaignId ?? `act_${account.adAccountId}`;
  return findNamed(graph, account, `/${above}/adsets`, "ad_group", reference);
}
