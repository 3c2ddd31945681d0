import type {
  AdMarket,
  Audience,
  Bid,
  Budget,
  Creative,
  DeliverableAd,
  GeoRadius,
} from "../../economy/ports.ts";
import { RIYALS_PER_UNIT } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { makeAdMarket } from "../shared/market.ts";
import { toAdContent } from "./ad-content.ts";
import { isInDayparting } from "./dayparting.ts";
import { AGE_GROUPS, DYNAMIC_MAX_DAILY_OVERDELIVERY } from "./facts.ts";
import { findRegion } from "./regions.ts";
import type { Context, StoredObject } from "./registry.ts";
import { toTargeting } from "./smart-plus-shapes.ts";
import { spentMicro } from "./spend.ts";
import { adStatus, isOn } from "./status.ts";
import { parseInstant } from "./time.ts";

/** A fixed daily budget may be exceeded a little; our figure, because TikTok publishes none. */
const FIXED_MAX_DAILY_OVERDELIVERY = 1.1;

/** TikTok's side of the economy: which ads may be shown now, and the recording of their deliveries. */
export function makeMarket(context: Context): AdMarket {
  const { registry, deliveries, conversions } = context;
  return makeAdMarket({
    platform: "tiktok",
    ads: registry.tables.ads,
    deliveries,
    conversions,
    *deliverables(now) {
      for (const ad of registry.tables.ads.values()) {
        if (ad.deleted || !isOn(ad.wire) || adStatus(ad, context) !== "AD_STATUS_DELIVERY_OK") continue;
        yield toDeliverable(ad, context, now);
      }
    },
    findCurrency: (ad) => registry.findOwner(ad.account_id)?.account.currency,
  });
}

function toDeliverable(ad: StoredObject, context: Context, now: Date): DeliverableAd | null {
  const group = context.registry.find("adgroups", ad.parent_id);
  const campaign = group && context.registry.find("campaigns", group.parent_id);
  const account = context.registry.findOwner(ad.account_id)?.account;
  if (!group || !campaign || !account) return null;
  if (!isInDayparting(group.wire.dayparting, now, account.timezone)) return null;
  const perUnit = RIYALS_PER_UNIT[account.currency];
  return {
    platform: "tiktok",
    adId: ad.id,
    adSquadId: group.id,
    campaignId: campaign.id,
    adAccountId: account.id,
    budgets: [campaign, group].flatMap((row) => toBudgets(row, group, context, perUnit)),
    bid: toBid(group.wire, perUnit),
    audience: toAudience(toTargeting(group.wire)),
    ...toCreative(ad, context),
  };
}

/** The own budget of a campaign or an ad group, if it has one. */
function toBudgets(row: StoredObject, group: StoredObject, context: Context, perUnit: number): Budget[] {
  const { budget_mode: mode, budget } = row.wire;
  if (mode === "BUDGET_MODE_INFINITE" || typeof budget !== "number") return [];
  const shared = {
    limitHalalas: Math.floor(budget * 100 * perUnit),
    spentMicro: Math.round(spentMicro(context, row) * perUnit),
  };
  if (mode !== "BUDGET_MODE_TOTAL") {
    const maxDailyOverdelivery =
      mode === "BUDGET_MODE_DYNAMIC_DAILY_BUDGET"
        ? DYNAMIC_MAX_DAILY_OVERDELIVERY
        : FIXED_MAX_DAILY_OVERDELIVERY;
    return [{ id: row.id, period: "day", maxDailyOverdelivery, ...shared }];
  }
  const end = parseInstant(group.wire.schedule_end_time);
  const endsAt = end === null ? {} : { endsAt: new Date(end) };
  return [{ id: `${row.id}:life`, period: "lifetime", maxDailyOverdelivery: 1, ...shared, ...endsAt }];
}

const BIDS: Record<string, Pick<Bid, "goal" | "per">> = {
  CLICK: { goal: "clicks", per: "click" },
  TRAFFIC_LANDING_PAGE_VIEW: { goal: "landings", per: "click" },
  CONVERT: { goal: "purchases", per: "purchase" },
  REACH: { goal: "impressions", per: "thousand_impressions" },
};

/** A custom bid is the average cost of a result. */
function toBid(group: Json, perUnit: number): Bid {
  const amount = group.conversion_bid_price ?? group.bid_price;
  const aim = BIDS[String(group.optimization_goal)] ?? { goal: "other", per: "click" };
  return typeof amount === "number"
    ? { kind: "target", amountHalalas: Math.floor(amount * 100 * perUnit), ...aim }
    : { kind: "auto", amountHalalas: null, ...aim };
}

function toAudience(group: Json): Audience {
  const places = ((group.location_ids ?? []) as string[])
    .map(findRegion)
    .filter((place) => place !== undefined);
  const geoRadii = places.flatMap((place): GeoRadius[] => (place.geoRadius ? [place.geoRadius] : []));
  const groups = ((group.age_groups ?? []) as string[]).flatMap((name) => AGE_GROUPS[name] ?? []);
  const isOpen = groups.length === 0 || groups.some((each) => each.to === null);
  return {
    // A city lies inside its country: where cities are given, they replace the country.
    countries: geoRadii.length > 0 ? [] : places.map((place) => place.code),
    geoRadii,
    genders: GENDER[String(group.gender)] ?? [],
    ages: {
      from: groups.length === 0 ? 13 : Math.min(...groups.map((each) => each.from)),
      to: isOpen ? null : Math.max(...groups.map((each) => Number(each.to))),
    },
  };
}

const GENDER: Record<string, Audience["genders"]> = { GENDER_MALE: ["male"], GENDER_FEMALE: ["female"] };

function toCreative(ad: StoredObject, context: Context): { creative: Creative; landingUrl: string } {
  const { mediaId, kind, text, brand, callToAction, landingUrl } = toAdContent(ad, context);
  const { videos, images } = context.registry.tables;
  const isThere = videos.get(mediaId) ?? images.get(mediaId);
  return {
    creative: { mediaId: isThere ? mediaId : null, kind, headline: text, brand, callToAction },
    landingUrl,
  };
}
