import { cities } from "../../economy/population.ts";
import type { AdMarket, Audience, Bid, Budget, Creative, DeliverableAd } from "../../economy/ports.ts";
import { toDayRange } from "../shared/account-time.ts";
import { RIYALS_PER_UNIT } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { makeAdMarket } from "../shared/market.ts";
import { isScheduled } from "./ad-schedule.ts";
import { biddingIn } from "./campaign.rules.ts";
import { KM_PER_UNIT } from "./facts.ts";
import { placeNamed } from "./geo.ts";
import { isEligible } from "./primary-status.ts";
import type { Context, StoredObject } from "./registry.ts";
import { toNumericId } from "./rules.ts";

/** A daily budget is an average: one day may cost twice as much (Campaign budgets; unconfirmed). */
const MAX_DAILY_OVERDELIVERY = 2;

/** Google's side of the economy: which ads may be shown now, and the recording of their deliveries. */
export function makeMarket(context: Context): AdMarket {
  const { objects, deliveries, conversions } = context;
  return makeAdMarket({
    platform: "google",
    ads: objects.tables.adGroupAds,
    deliveries,
    conversions,
    *deliverables(now) {
      for (const ad of objects.tables.adGroupAds.values()) {
        if (ad.deleted || ad.wire.status !== "ENABLED" || !isEligible(context, ad)) continue;
        yield toDeliverable(context, ad, now);
      }
    },
    findCurrency: (ad) => context.findCustomer(ad.account_id)?.customer.currency,
  });
}

function toDeliverable(context: Context, ad: StoredObject, now: Date): DeliverableAd | null {
  const { objects } = context;
  const group = objects.find("adGroups", ad.parent_id);
  const campaign = group && objects.find("campaigns", group.parent_id);
  const customer = context.findCustomer(ad.account_id)?.customer;
  const content = ad.wire.ad as Json;
  const [landingUrl] = content.finalUrls as string[];
  if (!group || !campaign || !customer || !landingUrl) return null;
  const onGroup = objects
    .listChildren("adGroupCriteria", group.id)
    .filter((row) => !row.deleted && row.wire.status === "ENABLED");
  const onCampaign = objects.listChildren("campaignCriteria", campaign.id).filter((row) => !row.deleted);
  const schedules = onCampaign.flatMap(({ wire }) => (wire.adSchedule ? [wire.adSchedule as Json] : []));
  if (!isScheduled(schedules, now, customer.timeZone)) return null;
  const isSearch = campaign.wire.advertisingChannelType === "SEARCH";
  // A search ad without keywords is not shown.
  if (isSearch && !onGroup.some((row) => row.wire.keyword !== undefined && row.wire.negative !== true))
    return null;
  const audience = toAudience([...onGroup, ...onCampaign].map((row) => row.wire));
  const perUnit = RIYALS_PER_UNIT[customer.currency];
  return {
    platform: "google",
    adId: ad.id,
    adSquadId: group.id,
    campaignId: toNumericId(campaign),
    adAccountId: customer.id,
    budgets: [toBudget(context, campaign, now, customer.timeZone, perUnit)],
    bid: toBid(campaign.wire, perUnit),
    audience,
    creative: toCreative(content),
    landingUrl,
  };
}

function toBudget(
  context: Context,
  campaign: StoredObject,
  now: Date,
  zone: string,
  perUnit: number,
): Budget {
  const { objects, deliveries } = context;
  const budget = objects.tables.campaignBudgets.get(String(campaign.wire.campaignBudget));
  const [from, to] = toDayRange(now, zone);
  const users = objects
    .listInAccount("campaigns", campaign.account_id)
    .filter((one) => one.wire.campaignBudget === campaign.wire.campaignBudget);
  const ads = users.flatMap((one) =>
    objects.listChildren("adGroups", one.id).flatMap((group) => objects.listChildren("adGroupAds", group.id)),
  );
  const spent = ads.reduce((all, ad) => all + deliveries.spent(ad.id, from, to), 0);
  return {
    id: budget?.id ?? campaign.id,
    period: "day",
    limitHalalas: Math.floor((Number(budget?.wire.amountMicros ?? 0) * perUnit) / 10_000),
    spentMicro: Math.round(spent * perUnit),
    maxDailyOverdelivery: MAX_DAILY_OVERDELIVERY,
  };
}

/** The campaign's optimization goal, and its price limit. A target ROAS has no price of its own. */
function toBid(campaign: Json, perUnit: number): Bid {
  const bidding = biddingIn(campaign) ?? "";
  const { targetCpaMicros, cpcBidCeilingMicros } = (campaign[bidding] ?? {}) as Json;
  const halalas = (micros: unknown) =>
    micros === undefined ? null : Math.floor((Number(micros) * perUnit) / 10_000);
  if (bidding === "targetSpend" || bidding === "manualCpc") {
    const maxBid = halalas(cpcBidCeilingMicros);
    return { kind: maxBid === null ? "auto" : "max", per: "click", amountHalalas: maxBid, goal: "clicks" };
  }
  const targetCpa = halalas(targetCpaMicros);
  return {
    kind: targetCpa === null ? "auto" : "target",
    per: "purchase",
    amountHalalas: targetCpa,
    goal: "purchases",
  };
}

type Ages = [from: number, to: number | null];
const EVERYBODY: Ages = [18, null];
const AGES: Record<string, Ages> = {
  AGE_RANGE_18_24: [18, 24],
  AGE_RANGE_25_34: [25, 34],
  AGE_RANGE_35_44: [35, 44],
  AGE_RANGE_45_54: [45, 54],
  AGE_RANGE_55_64: [55, 64],
  AGE_RANGE_65_UP: [65, null],
};

/** Positive criteria narrow the audience; excluded ones are removed; without any, everybody from 18 on is included. */
function toAudience(criteria: Json[]): Audience {
  const values = (name: string, field: string, isNegative: boolean) =>
    criteria
      .filter((one) => one[name] !== undefined && (one.negative === true) === isNegative)
      .map((one) => String((one[name] as Json)[field]));
  const left = (name: string, all: string[]) => {
    const included = values(name, "type", false).filter((type) => all.includes(type));
    const excluded = values(name, "type", true);
    return (included.length > 0 ? included : all).filter((type) => !excluded.includes(type));
  };
  const ages = left("ageRange", Object.keys(AGES)).map((type) => AGES[type] ?? EVERYBODY);
  const genders = left("gender", ["MALE", "FEMALE"]).map((type) => (type === "MALE" ? "male" : "female"));
  const places = values("location", "geoTargetConstant", false)
    .map(placeNamed)
    .filter((place) => place !== null);
  const isOpen = ages.some(([, to]) => to === null);
  return {
    countries: places.some(({ isCountry }) => isCountry) ? ["SA"] : [],
    geoRadii: [
      ...criteria.flatMap(({ proximity }) => (proximity ? [toGeoRadius(proximity as Json)] : [])),
      ...places
        .filter(({ isCountry }) => !isCountry)
        .flatMap(({ ar }) => cities.filter((city) => city.name === ar)),
    ],
    genders: genders.length === 1 ? (genders as Audience["genders"]) : [],
    ages: {
      from: Math.min(...ages.map(([from]) => from)),
      to: isOpen ? null : Math.max(...ages.map(([, to]) => to ?? 0)),
    },
  };
}

function toGeoRadius({ geoPoint, radius, radiusUnits }: Json) {
  const point = (geoPoint ?? {}) as Record<string, number>;
  const unit = KM_PER_UNIT[(radiusUnits ?? "KILOMETERS") as keyof typeof KM_PER_UNIT];
  return {
    latitude: (point.latitudeInMicroDegrees ?? 0) / 1e6,
    longitude: (point.longitudeInMicroDegrees ?? 0) / 1e6,
    radiusKm: Number(radius) * unit,
  };
}

/** People read the first of several headlines; a search ad has no image, which does not count against it. */
function toCreative(ad: Json): Creative {
  const search = ad.responsiveSearchAd as Json | undefined;
  const video = ad.demandGenVideoResponsiveAd as Json | undefined;
  const images = ad.demandGenMultiAssetAd as Json | undefined;
  const content = search ?? video ?? images ?? {};
  const [headline] = (content.headlines ?? []) as { text: string }[];
  const [asset] = (video?.videos ?? images?.marketingImages ?? images?.squareMarketingImages ?? []) as {
    asset: string;
  }[];
  const name = content.businessName as { text?: string } | string | undefined;
  return {
    mediaId: asset?.asset ?? null,
    kind: video ? "video" : images ? "image" : "other",
    headline: headline?.text ?? "",
    brand: typeof name === "string" ? name : (name?.text ?? ""),
    callToAction:
      typeof images?.callToActionText === "string" ? images.callToActionText : search ? "SHOP_NOW" : null,
  };
}
