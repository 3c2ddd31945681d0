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
import { type Deliveries, RIYALS_PER_UNIT } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { makeAdMarket } from "../shared/market.ts";
import { adReasons, spentBy } from "./delivery-status.ts";
import { METRES_PER_UNIT } from "./facts.ts";
import type { Context } from "./reads.ts";
import type { Registry, StoredObject } from "./registry.ts";

/** Snapchat may go a little over a day's budget; our figure, for Snap publishes none. */
const MAX_DAILY_OVERDELIVERY = 1.1;

/** Snapchat's side of the economy: which ads may be shown now, and the recording of their deliveries. */
export function makeMarket({ registry, deliveries, conversions }: Context): AdMarket {
  return makeAdMarket({
    platform: "snapchat",
    ads: registry.tables.ads,
    deliveries,
    conversions,
    *deliverables(now) {
      const related = { registry, deliveries, now };
      for (const ad of registry.tables.ads.values()) {
        if (ad.deleted || ad.wire.status !== "ACTIVE" || adReasons(ad, related).length > 0) continue;
        yield toDeliverable(ad, registry, deliveries, now);
      }
    },
    findCurrency: (ad) => registry.findOwner(ad.account_id)?.account.currency,
  });
}

/** Null for an ad without a website: a click would have no landing address. */
function toDeliverable(
  ad: StoredObject,
  registry: Registry,
  deliveries: Deliveries,
  now: Date,
): DeliverableAd | null {
  const squad = registry.find("adsquads", ad.parent_id);
  const campaign = squad && registry.find("campaigns", squad.parent_id);
  const creative = registry.find("creatives", String(ad.wire.creative_id));
  const landingUrl = (creative?.wire.web_view_properties as Json | undefined)?.url;
  const account = registry.findOwner(ad.account_id)?.account;
  if (!squad || !campaign || !creative || !account || typeof landingUrl !== "string") return null;
  const perUnit = RIYALS_PER_UNIT[account.currency];
  return {
    platform: "snapchat",
    adId: ad.id,
    adSquadId: squad.id,
    campaignId: campaign.id,
    adAccountId: account.id,
    budgets: toBudgets({ squad, campaign, registry, deliveries, zone: account.timezone, perUnit, now }),
    bid: toBid(squad.wire, perUnit),
    audience: toAudience(squad.wire.targeting as Json),
    creative: toCreative(creative.wire, registry),
    landingUrl,
  };
}

type BudgetSource = {
  squad: StoredObject;
  campaign: StoredObject;
  registry: Registry;
  deliveries: Deliveries;
  zone: string;
  perUnit: number;
  now: Date;
};

function toBudgets(source: BudgetSource): Budget[] {
  const { squad, campaign, registry, deliveries, perUnit } = source;
  const [start, end] = toDayRange(source.now, source.zone);
  const squadAds = () => registry.listChildren("ads", squad.id);
  const campaignAds = () =>
    registry.listChildren("adsquads", campaign.id).flatMap((each) => registry.listChildren("ads", each.id));
  const spentToday = (ads: StoredObject[]) =>
    ads.reduce((all, ad) => all + deliveries.spent(ad.id, start, end), 0);
  const halalas = (micro: number) => Math.floor((micro * perUnit) / 10_000);
  const budgets: Budget[] = [];
  const add = (
    id: string,
    period: Budget["period"],
    limit: unknown,
    spent: () => number,
    endsAt?: unknown,
  ) => {
    if (typeof limit !== "number") return;
    budgets.push({
      id: period === "lifetime" ? `${id}:life` : id,
      period,
      limitHalalas: halalas(limit),
      spentMicro: Math.round(spent() * perUnit),
      maxDailyOverdelivery: period === "day" ? MAX_DAILY_OVERDELIVERY : 1,
      ...(typeof endsAt === "string" ? { endsAt: new Date(endsAt) } : {}),
    });
  };
  add(squad.id, "day", squad.wire.daily_budget_micro, () => spentToday(squadAds()));
  add(campaign.id, "day", campaign.wire.daily_budget_micro, () => spentToday(campaignAds()));
  const squadLife = () => squadAds().reduce((all, ad) => all + deliveries.totalSpent(ad.id), 0);
  const squadEnds = squad.wire.end_time ?? campaign.wire.end_time;
  add(squad.id, "lifetime", squad.wire.lifetime_budget_micro, squadLife, squadEnds);
  const cap = campaign.wire.lifetime_spend_cap_micro;
  add(campaign.id, "lifetime", cap, () => spentBy(campaign, registry, deliveries));
  return budgets;
}

const GOALS: Record<string, Bid["goal"]> = {
  IMPRESSIONS: "impressions",
  SWIPES: "clicks",
  LANDING_PAGE_VIEW: "landings",
  PIXEL_PAGE_VIEW: "landings",
  PIXEL_PURCHASE: "purchases",
  PIXEL_ADD_TO_CART: "purchases",
  VIDEO_VIEWS: "video_views",
  VIDEO_VIEWS_15_SEC: "video_views",
};

function toBid(squad: Json, perUnit: number): Bid {
  const kinds: Record<string, Bid["kind"]> = { LOWEST_COST_WITH_MAX_BID: "max", TARGET_COST: "target" };
  const goal = GOALS[String(squad.optimization_goal)] ?? "other";
  const per = { impressions: "thousand_impressions", purchases: "purchase" } as const;
  return {
    kind: kinds[String(squad.bid_strategy)] ?? "auto",
    per: per[goal as keyof typeof per] ?? "click",
    amountHalalas:
      typeof squad.bid_micro === "number" ? Math.floor((squad.bid_micro * perUnit) / 10_000) : null,
    goal,
  };
}

function toAudience(targeting: Json): Audience {
  const list = (value: unknown) => (Array.isArray(value) ? (value as Json[]) : []);
  const included = (entries: Json[]) => entries.filter((entry) => entry.operation !== "EXCLUDE");
  const demographics = list(targeting.demographics);
  const geoRadii = included(list(targeting.locations)).flatMap((location) =>
    list(location.circles).map(toGeoRadius),
  );
  const excludedRadii = list(targeting.locations)
    .filter((entry) => entry.operation === "EXCLUDE")
    .flatMap((location) => list(location.circles).map(toGeoRadius));
  const countries = included(list(targeting.geos)).map((geo) => String(geo.country_code).toUpperCase());
  const youngest = Math.min(...demographics.map((entry) => Number(entry.min_age ?? 13)));
  const maxAge = demographics.map((entry) => (entry.max_age === undefined ? null : Number(entry.max_age)));
  const genders = new Set(demographics.map((entry) => entry.gender));
  return {
    // A radius lies inside a country: where radii are given, they replace the country.
    countries: geoRadii.length > 0 ? [] : countries,
    geoRadii,
    excludedRadii,
    genders: genders.has(undefined)
      ? []
      : [...genders]
          .filter((gender) => gender === "MALE" || gender === "FEMALE")
          .map((gender) => (gender === "MALE" ? "male" : "female")),
    ages: {
      from: demographics.length > 0 ? youngest : 13,
      to: demographics.length === 0 || maxAge.includes(null) ? null : Math.max(...maxAge.map(Number)),
    },
  };
}

function toGeoRadius(circle: Json): GeoRadius {
  const unit = METRES_PER_UNIT[(circle.unit ?? "METERS") as keyof typeof METRES_PER_UNIT];
  return {
    latitude: Number(circle.latitude),
    longitude: Number(circle.longitude),
    radiusKm: (Number(circle.radius) * unit) / 1_000,
  };
}

function toCreative(creative: Json, registry: Registry): Creative {
  const media = registry.find("media", String(creative.top_snap_media_id));
  const kinds: Record<string, Creative["kind"]> = { IMAGE: "image", VIDEO: "video" };
  return {
    mediaId: media?.id ?? null,
    kind: kinds[String(media?.wire.type)] ?? "other",
    headline: String(creative.headline),
    brand: String(creative.brand_name ?? ""),
    callToAction: typeof creative.call_to_action === "string" ? creative.call_to_action : null,
  };
}
