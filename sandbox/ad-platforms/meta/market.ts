import type {
  AdMarket,
  Audience,
  Bid,
  Budget,
  Creative,
  DeliverableAd,
  GeoRadius,
} from "../../economy/ports.ts";
import { toDayRange } from "../shared/account-time.ts";
import { RIYALS_PER_UNIT } from "../shared/deliveries.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { makeAdMarket } from "../shared/market.ts";
import type { Context } from "./call.ts";
import { toBudget } from "./campaign.fields.ts";
import { toCreativeData } from "./creative.fields.ts";
import { AGES, KM_PER_MILE } from "./facts.ts";
import type { StoredObject } from "./registry.ts";
import { parseInstant } from "./rules.ts";
import { isDelivering } from "./status.ts";

/** A day may cost a quarter more than its budget (Marketing API, Budgets). */
const MAX_DAILY_OVERDELIVERY = 1.25;

/** Meta's side of the economy: which ads may be shown now, and the recording of their deliveries. */
export function makeMarket(context: Context): AdMarket {
  const { registry, deliveries, conversions } = context;
  return makeAdMarket({
    platform: "meta",
    ads: registry.tables.ads,
    deliveries,
    conversions,
    *deliverables(now) {
      for (const ad of registry.tables.ads.values())
        if (isDelivering(context, ad, now)) yield toDeliverable(context, ad, now);
    },
    findCurrency: (ad) => registry.loadAccount(ad).account.currency,
  });
}

/** Null for an ad without a website: a click would have no landing address. */
function toDeliverable(context: Context, ad: StoredObject, now: Date): DeliverableAd | null {
  const { registry } = context;
  const adSet = registry.find("adsets", ad.parent_id);
  const campaign = adSet && registry.find("campaigns", adSet.parent_id);
  const creative = registry.tables.adcreatives.get(String((ad.wire.creative as Json).creative_id));
  const landingUrl = creative && findLandingUrl(creative.wire);
  if (!adSet || !campaign || !landingUrl) return null;
  const { account, identity } = registry.loadAccount(ad);
  return {
    platform: "meta",
    adId: ad.id,
    adSquadId: adSet.id,
    campaignId: campaign.id,
    adAccountId: account.id,
    budgets: toBudgets(context, adSet, campaign, now),
    bid: toBid(adSet.wire, campaign.wire, RIYALS_PER_UNIT[account.currency]),
    audience: toAudience(adSet.wire.targeting as Json),
    creative: toCreative(creative.wire, identity.pages[0]?.name ?? ""),
    landingUrl,
  };
}

/** The button's address takes precedence over the link's, and `url_tags` is added to it. */
function findLandingUrl(creative: Json): string | null {
  const { data } = toCreativeData(creative);
  const action = data.call_to_action as { value?: { link?: string } } | undefined;
  const link = action?.value?.link ?? data.link;
  if (typeof link !== "string" || link.startsWith("tel:")) return null;
  const tags = creative.url_tags;
  return typeof tags === "string" && tags ? `${link}${link.includes("?") ? "&" : "?"}${tags}` : link;
}

function toBudgets(context: Context, adSet: StoredObject, campaign: StoredObject, now: Date): Budget[] {
  const { registry, deliveries } = context;
  const { account } = registry.loadAccount(campaign);
  const perUnit = RIYALS_PER_UNIT[account.currency];
  const [start, end] = toDayRange(now, account.timezone);
  const listAds = (adSets: StoredObject[]) => adSets.flatMap((each) => registry.listChildren("ads", each.id));
  return [campaign, adSet].flatMap((carrier): Budget[] => {
    const budget = toBudget(carrier.wire);
    if (!budget) return [];
    const ads = listAds(carrier === adSet ? [adSet] : registry.listChildren("adsets", campaign.id));
    const isDay = budget.period === "day";
    const spent = (ad: StoredObject) =>
      isDay ? deliveries.spent(ad.id, start, end) : deliveries.totalSpent(ad.id);
    const ends = parseInstant(adSet.wire.end_time);
    return [
      {
        id: isDay ? carrier.id : `${carrier.id}:life`,
        period: budget.period,
        limitHalalas: Math.floor(budget.amount * perUnit),
        spentMicro: Math.round(ads.reduce((all, ad) => all + spent(ad), 0) * perUnit),
        maxDailyOverdelivery: isDay ? MAX_DAILY_OVERDELIVERY : 1,
        ...(ends === null ? {} : { endsAt: new Date(ends) }),
      },
    ];
  });
}

const GOALS: Record<string, Bid["goal"]> = {
  IMPRESSIONS: "impressions",
  REACH: "impressions",
  LINK_CLICKS: "clicks",
  LANDING_PAGE_VIEWS: "landings",
  OFFSITE_CONVERSIONS: "purchases",
  VALUE: "purchases",
  THRUPLAY: "video_views",
};

function toBid(adSet: Json, campaign: Json, perUnit: number): Bid {
  const kinds: Record<string, Bid["kind"]> = { COST_CAP: "target", LOWEST_COST_WITH_BID_CAP: "max" };
  const goal = GOALS[String(adSet.optimization_goal)] ?? "other";
  const per = { impressions: "thousand_impressions", purchases: "purchase" } as const;
  return {
    kind: kinds[String(campaign.bid_strategy ?? adSet.bid_strategy)] ?? "auto",
    per: per[goal as keyof typeof per] ?? "click",
    amountHalalas: typeof adSet.bid_amount === "number" ? Math.floor(adSet.bid_amount * perUnit) : null,
    goal,
  };
}

function toAudience(targeting: Json): Audience {
  const geo = isObject(targeting.geo_locations) ? targeting.geo_locations : {};
  const geoRadii = listRadii(geo);
  const excluded = targeting.excluded_geo_locations;
  const genders = (Array.isArray(targeting.genders) ? targeting.genders : []) as number[];
  const [requestedMin, requestedMax] = (targeting.age_range as number[] | undefined) ?? [];
  const maxAge = requestedMax ?? Number(targeting.age_max ?? AGES.max);
  return {
    // The places of an ad set are joined: a radius beside its own country adds nothing.
    countries: geoRadii.length > 0 && !geo.countries ? [] : ((geo.countries as string[] | undefined) ?? []),
    geoRadii,
    excludedRadii: isObject(excluded) ? listRadii(excluded) : [],
    genders: genders.map((gender) => (gender === 1 ? "male" : "female")),
    ages: {
      from: requestedMin ?? Number(targeting.age_min ?? AGES.unset),
      to: maxAge >= AGES.max ? null : maxAge,
    },
  };
}

const listRadii = ({ custom_locations: places }: Json): GeoRadius[] =>
  Array.isArray(places) ? (places as Json[]).map(toGeoRadius) : [];

function toGeoRadius(place: Json): GeoRadius {
  const unit = place.distance_unit === "kilometer" ? 1 : KM_PER_MILE;
  return {
    latitude: Number(place.latitude),
    longitude: Number(place.longitude),
    radiusKm: Number(place.radius ?? 10) * unit,
  };
}

function toCreative(creative: Json, brand: string): Creative {
  const { data, isVideo } = toCreativeData(creative);
  const action = data.call_to_action as { type?: string } | undefined;
  return {
    mediaId: String(isVideo ? data.video_id : (data.image_hash ?? "")) || null,
    kind: isVideo ? "video" : "image",
    headline: String((isVideo ? data.title : data.name) ?? data.message ?? ""),
    brand,
    callToAction: action?.type ?? null,
  };
}
