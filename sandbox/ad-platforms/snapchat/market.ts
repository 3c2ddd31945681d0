import type {
  AdMarket,
  Audience,
  Bid,
  Budget,
  Circle,
  Creative,
  DeliverableAd,
} from "../../economy/ports.ts";
import { dayAround } from "../shared/account-time.ts";
import { type Deliveries, RIYALS_PER_UNIT } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { marketOf } from "../shared/market.ts";
import { adReasons, spentBy } from "./delivery-status.ts";
import { METRES_PER_UNIT } from "./facts.ts";
import type { Room } from "./reads.ts";
import type { Kept, Registry } from "./registry.ts";

/** Snapchat may go a little over a day's budget; our figure, for Snap publishes none. */
const WORST_DAY = 1.1;

/** Snapchat's side of the economy: which ads may be shown now, and what became of them. */
export function makeMarket({ registry, deliveries }: Room): AdMarket {
  return marketOf({
    platform: "snapchat",
    ads: registry.tables.ads,
    deliveries,
    *deliverables(now) {
      const around = { registry, deliveries, now };
      for (const ad of registry.tables.ads.values()) {
        if (ad.deleted || ad.wire.status !== "ACTIVE" || adReasons(ad, around).length > 0) continue;
        yield deliverableOf(ad, registry, deliveries, now);
      }
    },
    currencyOf: (ad) => registry.ownerOf(ad.account_id)?.account.currency,
  });
}

/** Null for an ad without a website: nobody can be led anywhere by it. */
function deliverableOf(
  ad: Kept,
  registry: Registry,
  deliveries: Deliveries,
  now: Date,
): DeliverableAd | null {
  const squad = registry.find("adsquads", ad.parent_id);
  const campaign = squad && registry.find("campaigns", squad.parent_id);
  const creative = registry.find("creatives", String(ad.wire.creative_id));
  const landingUrl = (creative?.wire.web_view_properties as Json | undefined)?.url;
  const account = registry.ownerOf(ad.account_id)?.account;
  if (!squad || !campaign || !creative || !account || typeof landingUrl !== "string") return null;
  const perUnit = RIYALS_PER_UNIT[account.currency];
  return {
    platform: "snapchat",
    adId: ad.id,
    adSquadId: squad.id,
    campaignId: campaign.id,
    adAccountId: account.id,
    budgets: budgetsOf({ squad, campaign, registry, deliveries, zone: account.timezone, perUnit, now }),
    bid: bidOf(squad.wire, perUnit),
    audience: audienceOf(squad.wire.targeting as Json),
    creative: creativeOf(creative.wire, registry),
    landingUrl,
  };
}

type Bound = {
  squad: Kept;
  campaign: Kept;
  registry: Registry;
  deliveries: Deliveries;
  zone: string;
  perUnit: number;
  now: Date;
};

function budgetsOf(bound: Bound): Budget[] {
  const { squad, campaign, registry, deliveries, perUnit } = bound;
  const [start, end] = dayAround(bound.now, bound.zone);
  const squadAds = () => registry.childrenOf("ads", squad.id);
  const campaignAds = () =>
    registry.childrenOf("adsquads", campaign.id).flatMap((each) => registry.childrenOf("ads", each.id));
  const spentToday = (ads: Kept[]) => ads.reduce((all, ad) => all + deliveries.spent(ad.id, start, end), 0);
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
      worstDay: period === "day" ? WORST_DAY : 1,
      ...(typeof endsAt === "string" ? { endsAt: new Date(endsAt) } : {}),
    });
  };
  add(squad.id, "day", squad.wire.daily_budget_micro, () => spentToday(squadAds()));
  add(campaign.id, "day", campaign.wire.daily_budget_micro, () => spentToday(campaignAds()));
  const squadLife = () => squadAds().reduce((all, ad) => all + deliveries.spentInAll(ad.id), 0);
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

function bidOf(squad: Json, perUnit: number): Bid {
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

function audienceOf(targeting: Json): Audience {
  const list = (value: unknown) => (Array.isArray(value) ? (value as Json[]) : []);
  const included = (entries: Json[]) => entries.filter((entry) => entry.operation !== "EXCLUDE");
  const demographics = list(targeting.demographics);
  const circles = included(list(targeting.locations)).flatMap((location) =>
    list(location.circles).map(circleOf),
  );
  const countries = included(list(targeting.geos)).map((geo) => String(geo.country_code).toUpperCase());
  const youngest = Math.min(...demographics.map((entry) => Number(entry.min_age ?? 13)));
  const eldest = demographics.map((entry) => (entry.max_age === undefined ? null : Number(entry.max_age)));
  const genders = new Set(demographics.map((entry) => entry.gender));
  return {
    // A circle lies inside a country: where circles are given they say it all.
    countries: circles.length > 0 ? [] : countries,
    circles,
    genders: genders.has(undefined)
      ? []
      : [...genders]
          .filter((gender) => gender === "MALE" || gender === "FEMALE")
          .map((gender) => (gender === "MALE" ? "male" : "female")),
    ages: {
      from: demographics.length > 0 ? youngest : 13,
      to: demographics.length === 0 || eldest.includes(null) ? null : Math.max(...eldest.map(Number)),
    },
  };
}

function circleOf(circle: Json): Circle {
  const unit = METRES_PER_UNIT[(circle.unit ?? "METERS") as keyof typeof METRES_PER_UNIT];
  return {
    latitude: Number(circle.latitude),
    longitude: Number(circle.longitude),
    radiusKm: (Number(circle.radius) * unit) / 1_000,
  };
}

function creativeOf(creative: Json, registry: Registry): Creative {
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
