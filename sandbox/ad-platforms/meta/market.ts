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
import { RIYALS_PER_UNIT } from "../shared/deliveries.ts";
import { isObject, type Json } from "../shared/field-table.ts";
import { marketOf } from "../shared/market.ts";
import type { Room } from "./call.ts";
import { budgetOf } from "./campaign.fields.ts";
import { shownIn } from "./creative.fields.ts";
import { AGES, KM_PER_MILE } from "./facts.ts";
import type { Kept } from "./registry.ts";
import { instantOf } from "./rules.ts";
import { isDelivering } from "./status.ts";

/** A day may cost a quarter more than its budget (Marketing API, Budgets). */
const WORST_DAY = 1.25;

/** Meta's side of the economy: which ads may be shown now, and what became of them. */
export function makeMarket(room: Room): AdMarket {
  const { registry, deliveries } = room;
  return marketOf({
    platform: "meta",
    ads: registry.tables.ads,
    deliveries,
    *deliverables(now) {
      for (const ad of registry.tables.ads.values())
        if (isDelivering(room, ad, now)) yield deliverableOf(room, ad, now);
    },
    currencyOf: (ad) => registry.accountOf(ad).account.currency,
  });
}

/** Null for an ad without a website: nobody can be led anywhere by it. */
function deliverableOf(room: Room, ad: Kept, now: Date): DeliverableAd | null {
  const { registry } = room;
  const adSet = registry.find("adsets", ad.parent_id);
  const campaign = adSet && registry.find("campaigns", adSet.parent_id);
  const creative = registry.tables.adcreatives.get(String((ad.wire.creative as Json).creative_id));
  const landingUrl = creative && landingOf(creative.wire);
  if (!adSet || !campaign || !landingUrl) return null;
  const { account, identity } = registry.accountOf(ad);
  return {
    platform: "meta",
    adId: ad.id,
    adSquadId: adSet.id,
    campaignId: campaign.id,
    adAccountId: account.id,
    budgets: budgetsOf(room, adSet, campaign, now),
    bid: bidOf(adSet.wire, campaign.wire, RIYALS_PER_UNIT[account.currency]),
    audience: audienceOf(adSet.wire.targeting as Json),
    creative: creativeOf(creative.wire, identity.pages[0]?.name ?? ""),
    landingUrl,
  };
}

/** The button's address goes before the link's, and `url_tags` is added to it. */
function landingOf(creative: Json): string | null {
  const { data } = shownIn(creative);
  const action = data.call_to_action as { value?: { link?: string } } | undefined;
  const link = action?.value?.link ?? data.link;
  if (typeof link !== "string" || link.startsWith("tel:")) return null;
  const tags = creative.url_tags;
  return typeof tags === "string" && tags ? `${link}${link.includes("?") ? "&" : "?"}${tags}` : link;
}

function budgetsOf(room: Room, adSet: Kept, campaign: Kept, now: Date): Budget[] {
  const { registry, deliveries } = room;
  const { account } = registry.accountOf(campaign);
  const perUnit = RIYALS_PER_UNIT[account.currency];
  const [start, end] = dayAround(now, account.timezone);
  const adsOf = (adSets: Kept[]) => adSets.flatMap((each) => registry.childrenOf("ads", each.id));
  return [campaign, adSet].flatMap((carrier): Budget[] => {
    const budget = budgetOf(carrier.wire);
    if (!budget) return [];
    const ads = adsOf(carrier === adSet ? [adSet] : registry.childrenOf("adsets", campaign.id));
    const isDay = budget.period === "day";
    const spent = (ad: Kept) => (isDay ? deliveries.spent(ad.id, start, end) : deliveries.spentInAll(ad.id));
    const ends = instantOf(adSet.wire.end_time);
    return [
      {
        id: isDay ? carrier.id : `${carrier.id}:life`,
        period: budget.period,
        limitHalalas: Math.floor(budget.amount * perUnit),
        spentMicro: Math.round(ads.reduce((all, ad) => all + spent(ad), 0) * perUnit),
        worstDay: isDay ? WORST_DAY : 1,
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

function bidOf(adSet: Json, campaign: Json, perUnit: number): Bid {
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

function audienceOf(targeting: Json): Audience {
  const geo = isObject(targeting.geo_locations) ? targeting.geo_locations : {};
  const circles = (Array.isArray(geo.custom_locations) ? (geo.custom_locations as Json[]) : []).map(circleOf);
  const genders = (Array.isArray(targeting.genders) ? targeting.genders : []) as number[];
  const [wishedMin, wishedMax] = (targeting.age_range as number[] | undefined) ?? [];
  const eldest = wishedMax ?? Number(targeting.age_max ?? AGES.max);
  return {
    // Places of an ad set are joined: a circle beside its own country would add nothing.
    countries: circles.length > 0 && !geo.countries ? [] : ((geo.countries as string[] | undefined) ?? []),
    circles,
    genders: genders.map((gender) => (gender === 1 ? "male" : "female")),
    ages: {
      from: wishedMin ?? Number(targeting.age_min ?? AGES.unset),
      to: eldest >= AGES.max ? null : eldest,
    },
  };
}

function circleOf(place: Json): Circle {
  const unit = place.distance_unit === "kilometer" ? 1 : KM_PER_MILE;
  return {
    latitude: Number(place.latitude),
    longitude: Number(place.longitude),
    radiusKm: Number(place.radius ?? 10) * unit,
  };
}

function creativeOf(creative: Json, brand: string): Creative {
  const { data, isVideo } = shownIn(creative);
  const action = data.call_to_action as { type?: string } | undefined;
  return {
    mediaId: String(isVideo ? data.video_id : (data.image_hash ?? "")) || null,
    kind: isVideo ? "video" : "image",
    headline: String((isVideo ? data.title : data.name) ?? data.message ?? ""),
    brand,
    callToAction: action?.type ?? null,
  };
}
