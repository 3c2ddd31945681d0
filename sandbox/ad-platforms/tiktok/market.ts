import type {
  AdMarket,
  Audience,
  Bid,
  Budget,
  Circle,
  Creative,
  DeliverableAd,
} from "../../economy/ports.ts";
import { RIYALS_PER_UNIT } from "../shared/deliveries.ts";
import type { Json } from "../shared/field-table.ts";
import { marketOf } from "../shared/market.ts";
import { AGE_GROUPS, DYNAMIC_WORST_DAY } from "./facts.ts";
import { regionOf } from "./regions.ts";
import type { Kept, Room } from "./registry.ts";
import { shownIn } from "./shown.ts";
import { targetingIn } from "./smart-plus-shapes.ts";
import { spentMicro } from "./spent.ts";
import { adStatus, isOn } from "./status.ts";
import { instantOf } from "./time.ts";

/** A fixed daily budget may be passed by a little; our figure, for TikTok publishes none. */
const FIXED_WORST_DAY = 1.1;

/** TikTok's side of the economy: which ads may be shown now, and what became of them. */
export function makeMarket(room: Room): AdMarket {
  const { registry, deliveries } = room;
  return marketOf({
    platform: "tiktok",
    ads: registry.tables.ads,
    deliveries,
    *deliverables() {
      for (const ad of registry.tables.ads.values()) {
        if (ad.deleted || !isOn(ad.wire) || adStatus(ad, room) !== "AD_STATUS_DELIVERY_OK") continue;
        yield deliverableOf(ad, room);
      }
    },
    currencyOf: (ad) => registry.ownerOf(ad.account_id)?.account.currency,
  });
}

function deliverableOf(ad: Kept, room: Room): DeliverableAd | null {
  const group = room.registry.find("adgroups", ad.parent_id);
  const campaign = group && room.registry.find("campaigns", group.parent_id);
  const account = room.registry.ownerOf(ad.account_id)?.account;
  if (!group || !campaign || !account) return null;
  const perUnit = RIYALS_PER_UNIT[account.currency];
  return {
    platform: "tiktok",
    adId: ad.id,
    adSquadId: group.id,
    campaignId: campaign.id,
    adAccountId: account.id,
    budgets: [campaign, group].flatMap((row) => budgetOf(row, group, room, perUnit)),
    bid: bidOf(group.wire, perUnit),
    audience: audienceOf(targetingIn(group.wire)),
    ...shownBy(ad, room),
  };
}

/** The budget a campaign or an ad group carries itself, if it carries one. */
function budgetOf(row: Kept, group: Kept, room: Room, perUnit: number): Budget[] {
  const { budget_mode: mode, budget } = row.wire;
  if (mode === "BUDGET_MODE_INFINITE" || typeof budget !== "number") return [];
  const shared = {
    limitHalalas: Math.floor(budget * 100 * perUnit),
    spentMicro: Math.round(spentMicro(room, row) * perUnit),
  };
  if (mode !== "BUDGET_MODE_TOTAL") {
    const worstDay = mode === "BUDGET_MODE_DYNAMIC_DAILY_BUDGET" ? DYNAMIC_WORST_DAY : FIXED_WORST_DAY;
    return [{ id: row.id, period: "day", worstDay, ...shared }];
  }
  const end = instantOf(group.wire.schedule_end_time);
  const endsAt = end === null ? {} : { endsAt: new Date(end) };
  return [{ id: `${row.id}:life`, period: "lifetime", worstDay: 1, ...shared, ...endsAt }];
}

const BIDS: Record<string, Pick<Bid, "goal" | "per">> = {
  CLICK: { goal: "clicks", per: "click" },
  TRAFFIC_LANDING_PAGE_VIEW: { goal: "landings", per: "click" },
  CONVERT: { goal: "purchases", per: "purchase" },
  REACH: { goal: "impressions", per: "thousand_impressions" },
};

/** A custom bid is what a result may cost on average. */
function bidOf(group: Json, perUnit: number): Bid {
  const amount = group.conversion_bid_price ?? group.bid_price;
  const aim = BIDS[String(group.optimization_goal)] ?? { goal: "other", per: "click" };
  return typeof amount === "number"
    ? { kind: "target", amountHalalas: Math.floor(amount * 100 * perUnit), ...aim }
    : { kind: "auto", amountHalalas: null, ...aim };
}

function audienceOf(group: Json): Audience {
  const places = ((group.location_ids ?? []) as string[])
    .map(regionOf)
    .filter((place) => place !== undefined);
  const circles = places.flatMap((place): Circle[] => (place.circle ? [place.circle] : []));
  const groups = ((group.age_groups ?? []) as string[]).flatMap((name) => AGE_GROUPS[name] ?? []);
  const isOpen = groups.length === 0 || groups.some((each) => each.to === null);
  return {
    // A city lies inside its country: where cities are given they say it all.
    countries: circles.length > 0 ? [] : places.map((place) => place.code),
    circles,
    genders: GENDER[String(group.gender)] ?? [],
    ages: {
      from: groups.length === 0 ? 13 : Math.min(...groups.map((each) => each.from)),
      to: isOpen ? null : Math.max(...groups.map((each) => Number(each.to))),
    },
  };
}

const GENDER: Record<string, Audience["genders"]> = { GENDER_MALE: ["male"], GENDER_FEMALE: ["female"] };

function shownBy(ad: Kept, room: Room): { creative: Creative; landingUrl: string } {
  const { mediaId, kind, text, brand, callToAction, landingUrl } = shownIn(ad, room);
  const { videos, images } = room.registry.tables;
  const isThere = videos.get(mediaId) ?? images.get(mediaId);
  return {
    creative: { mediaId: isThere ? mediaId : null, kind, headline: text, brand, callToAction },
    landingUrl,
  };
}
