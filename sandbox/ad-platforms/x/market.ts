import type { AdMarket, Audience, Bid, Budget, Creative, DeliverableAd } from "../../economy/ports.ts";
import { toDayRange } from "../shared/account-time.ts";
import { RIYALS_PER_UNIT } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { makeAdMarket } from "../shared/market.ts";
import type { DemoAccount } from "./demo.ts";
import { MAX_DAILY_OVERDELIVERY } from "./facts.ts";
import { findPlace, PLACES } from "./places.ts";
import type { Registry, StoredObject } from "./registry.ts";
import type { Context } from "./router.ts";
import {
  campaignReasons,
  computeApproval,
  findTitle,
  lineItemReasons,
  listPromotedUnder,
} from "./serving.ts";
import { findCriteria } from "./targeting.ts";

/** X's side of the economy: which promoted posts may be shown now, and the recording of their deliveries. */
export function makeMarket(context: Context): AdMarket {
  const { registry, deliveries, conversions } = context;
  return makeAdMarket({
    platform: "x",
    ads: registry.tables.promoted_tweets,
    deliveries,
    conversions,
    *deliverables(now) {
      for (const campaign of registry.tables.campaigns.values()) {
        if (campaign.deleted || campaign.wire.entity_status !== "ACTIVE") continue;
        if (campaignReasons(campaign, { ...context, now }).length > 0) continue;
        for (const lineItem of registry.listChildren("line_items", campaign.id)) {
          if (lineItemReasons(lineItem, { ...context, now }).length > 0) continue;
          for (const promoted of registry.listChildren("promoted_tweets", lineItem.id)) {
            const isShown = !promoted.deleted && computeApproval(promoted, { registry, now }) === "ACCEPTED";
            if (isShown) yield toDeliverable(context, { campaign, lineItem, promoted }, now);
          }
        }
      }
    },
    findCurrency: (ad) => registry.findOwner(ad.account_id)?.account.currency,
  });
}

type Line = { campaign: StoredObject; lineItem: StoredObject; promoted: StoredObject };

/** Null for a post without a link. */
function toDeliverable(context: Context, line: Line, now: Date): DeliverableAd | null {
  const { registry } = context;
  const account = registry.findOwner(line.promoted.account_id)?.account;
  const post = registry.tables.tweets.get(String(line.promoted.wire.tweet_id));
  const landingUrl = post && findLandingUrl(post, registry);
  if (!account || !post || !landingUrl) return null;
  return {
    platform: "x",
    adId: line.promoted.id,
    adSquadId: line.lineItem.id,
    campaignId: line.campaign.id,
    adAccountId: account.id,
    budgets: toBudgets(line, context, account, now),
    bid: toBid(line.lineItem.wire, RIYALS_PER_UNIT[account.currency]),
    audience: toAudience(findCriteria(context, line.lineItem.id)),
    creative: toCreative(post, registry, account),
    landingUrl,
  };
}

const findCard = (post: StoredObject, registry: Registry): StoredObject | undefined =>
  registry.tables.cards.get(String(post.wire.card_uri ?? "").replace("card://", ""));

function findLandingUrl(post: StoredObject, registry: Registry): string | undefined {
  const components = (findCard(post, registry)?.wire.components ?? []) as {
    destination?: { url?: string };
  }[];
  const ofCard = components.find(({ destination }) => destination)?.destination?.url;
  const ofVideo = post.wire.video_cta_value as string | undefined;
  return ofCard ?? ofVideo ?? /https?:\/\/\S+/.exec(String(post.wire.text ?? ""))?.[0];
}

function toBudgets(
  { campaign, lineItem }: Line,
  { registry, deliveries }: Context,
  account: DemoAccount,
  now: Date,
) {
  const perUnit = RIYALS_PER_UNIT[account.currency];
  const budgets: Budget[] = [];
  // A campaign has no end of its own: its total budget is paced to the end of the line item that spends it.
  const end = lineItem.wire.end_time;
  const add = (holder: StoredObject, ads: StoredObject[]) => {
    const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = holder.wire;
    const sumSpent = (spent: (ad: StoredObject) => number) =>
      Math.round(ads.reduce((all, ad) => all + spent(ad), 0) * perUnit);
    const limit = (micro: number) => Math.floor((micro * perUnit) / 10_000);
    const [dayStart, dayEnd] = toDayRange(now, account.timezone);
    if (typeof daily === "number")
      budgets.push({
        id: holder.id,
        period: "day",
        limitHalalas: limit(daily),
        spentMicro: sumSpent((ad) => deliveries.spent(ad.id, dayStart, dayEnd)),
        maxDailyOverdelivery: MAX_DAILY_OVERDELIVERY,
      });
    if (typeof total === "number")
      budgets.push({
        id: `${holder.id}:life`,
        period: "lifetime",
        limitHalalas: limit(total),
        spentMicro: sumSpent((ad) => deliveries.totalSpent(ad.id)),
        maxDailyOverdelivery: 1,
        ...(typeof end === "string" ? { endsAt: new Date(end) } : {}),
      });
  };
  add(lineItem, registry.listChildren("promoted_tweets", lineItem.id));
  add(campaign, listPromotedUnder(campaign, registry));
  return budgets;
}

const GOAL: Record<string, Bid["goal"]> = {
  LINK_CLICKS: "clicks",
  SITE_VISITS: "landings",
  WEBSITE_CONVERSIONS: "purchases",
  MAX_REACH: "impressions",
  REACH_WITH_ENGAGEMENT: "impressions",
  VIDEO_VIEW: "video_views",
  VIEW_6S: "video_views",
  VIEW_15S: "video_views",
  VIEW_3S_100PCT: "video_views",
};

function toBid({ goal: wireGoal, bid_strategy, bid_amount_local_micro: amount }: Json, perUnit: number): Bid {
  const goal = GOAL[String(wireGoal)] ?? "other";
  const per = { impressions: "thousand_impressions", purchases: "purchase" } as const;
  return {
    kind: bid_strategy === "MAX" ? "max" : bid_strategy === "TARGET" ? "target" : "auto",
    per: per[goal as keyof typeof per] ?? "click",
    amountHalalas:
      typeof amount === "number" && bid_strategy !== "AUTO" ? Math.floor((amount * perUnit) / 10_000) : null,
    goal,
  };
}

/** Without criteria a line item targets the whole world. */
function toAudience(criteria: StoredObject[]): Audience {
  const values = (type: string) =>
    criteria
      .filter(({ wire }) => wire.targeting_type === type && wire.operator_type === "EQ")
      .map(({ wire }) => String(wire.targeting_value));
  const places = values("LOCATION")
    .map(findPlace)
    .filter((place) => place !== undefined);
  const everywhere = PLACES.filter(({ location_type }) => location_type === "COUNTRIES");
  const countries = (places.length > 0 ? places : everywhere)
    .filter(({ geoRadius }) => geoRadius === null)
    .map(({ country_code }) => country_code);
  const geoRadii = places.flatMap(({ geoRadius }) => (geoRadius ? [geoRadius] : []));
  const [, from, to] = /^AGE_(?:OVER_)?(\d+)(?:_TO_(\d+))?$/.exec(values("AGE")[0] ?? "") ?? [];
  const genders = values("GENDER").map((value) => (value === "1" ? ("male" as const) : ("female" as const)));
  return { countries, geoRadii, genders, ages: { from: Number(from ?? 13), to: to ? Number(to) : null } };
}

function toCreative(post: StoredObject, registry: Registry, account: DemoAccount): Creative {
  const card = findCard(post, registry);
  const components = (card?.wire.components ?? []) as { media_key?: string }[];
  const key = components[0]?.media_key ?? (post.wire.media_keys as string[] | undefined)?.[0] ?? null;
  const type = key && registry.tables.media.get(key)?.wire.media_type;
  return {
    mediaId: key,
    kind: type === "VIDEO" ? "video" : type === "IMAGE" ? "image" : "other",
    headline: String((card && findTitle(card)) || post.wire.video_title || post.wire.text || ""),
    brand: account.name,
    callToAction: (post.wire.video_cta as string | undefined) ?? null,
  };
}
