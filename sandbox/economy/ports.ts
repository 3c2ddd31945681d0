/** The two sides the economy stands between: where ads are shown, and where people buy. Money: 1 SAR = 100 halalas = 1,000,000 micro. */

/** An ad platform's side. Asked once for each world minute; answers must be cheap. */
export interface AdMarket {
  /** "snapchat"; also the vendor's name. */
  platform: string;
  /** Decides what was due to be decided by now (reviews, schedules that ended). */
  settle?(now: Date): void;
  /** Ads that may be shown at this minute: everything above them is active, approved, funded and within its schedule. */
  deliverableAds(now: Date): DeliverableAd[];
  /**
   * What an ad did in the world hour that begins at `hourStart`; told in many small parts, to be added up.
   * Negative numbers are a late correction: invalid clicks credited back for an hour of the last two days.
   */
  recordDelivery(adId: string, hourStart: Date, part: DeliveryPart): void;
}

export interface DeliveryPart {
  impressions: number;
  /** Clicks as the platform counts them: people's and machines' alike. */
  clicks: number;
  spendMicro: number;
  /** People reached for the first time on that Riyadh day, within this part. */
  newReach: number;
}

export interface DeliverableAd {
  platform: string;
  adId: string;
  adSquadId: string;
  campaignId: string;
  adAccountId: string;
  /** Every budget that binds this ad (squad's, campaign's, lifetime). Ads with the same budget id share it. */
  budgets: Budget[];
  bid: Bid;
  audience: Audience;
  creative: Creative;
  landingUrl: string;
}

export interface Budget {
  /** The id of what carries it: squad or campaign, with ":life" behind a lifetime budget's. */
  id: string;
  period: "day" | "lifetime";
  limitHalalas: number;
  /** Spent in the period so far, over everything under this budget. */
  spentMicro: number;
  /** Most of a day's limit that the platform may spend on one day, e.g. 1.1. A lifetime budget is never exceeded. */
  maxDailyOverdelivery: number;
  /** A lifetime budget is paced to this instant. */
  endsAt?: Date;
}

export interface Bid {
  /** auto = the platform finds the price; max = never above; target = about this. */
  kind: "auto" | "max" | "target";
  /** What the amount is for: a thousand impressions, one click, one purchase. */
  per: "thousand_impressions" | "click" | "purchase";
  amountHalalas: number | null;
  /** What the platform looks for among the people of the audience. */
  goal: "impressions" | "clicks" | "landings" | "purchases" | "video_views" | "other";
}

export interface Audience {
  /** ISO codes in capitals; empty = nobody unless circles name places. */
  countries: string[];
  geoRadii: GeoRadius[];
  /** Empty = everybody. */
  genders: ("male" | "female")[];
  /** `to` null = and older. */
  ages: { from: number; to: number | null };
}

export interface GeoRadius {
  latitude: number;
  longitude: number;
  radiusKm: number;
}

export interface Creative {
  mediaId: string | null;
  kind: "image" | "video" | "other";
  headline: string;
  brand: string;
  callToAction: string | null;
}

/** A store's side. */
export interface Shop {
  platform: string;
  storeId: string;
  name: string;
  /** The store's public address, without trailing slash; a landing URL below it is a visit here. */
  origin(): string;
  openedAt: Date;
  /** Orders a day that no ad brings. */
  everydayOrders: number;
  /** How readily women and men buy here, 1 = as usual. */
  taste: { female: number; male: number };
  products(): ShopProduct[];
  /** Somebody came to this address of the shop. Answers the visit's id, which `key` decides. */
  visit(url: string, at: Date, key: string): string;
  /** The order stands at once; `webhooksSent` ends when the vendor's webhooks have been tried. */
  order(order: ShopOrder): { orderId: string; totalHalalas: number; webhooksSent: Promise<void> };
  /** Moves an order on; `webhooksSent` as above. A move that is not possible any more does nothing. */
  transition(
    orderId: string,
    transition: OrderTransition,
    at: Date,
  ): { applied: boolean; webhooksSent: Promise<void> };
}

export interface ShopProduct {
  id: string;
  name: string;
  /** What is paid now, with VAT. */
  priceHalalas: number;
  /** How readily people buy it, 1 = as usual. */
  appeal: number;
}

export interface ShopOrder {
  /** The visit that led to it; null = came by itself. */
  visitId: string | null;
  at: Date;
  items: { productId: string; quantity: number }[];
  paymentMethod:
    | "mada"
    | "credit_card"
    | "apple_pay"
    | "stc_pay"
    | "tabby_installment"
    | "tamara_installment"
    | "bank"
    | "cod";
  /** The code the buyer typed, null for none; left out, the shop's own luck decides. */
  coupon?: string | null;
  buyer: { firstName: string; lastName: string; mobile: string; city: string; gender: "male" | "female" };
}

export type OrderTransition = "confirmed" | "shipped" | "delivered" | "refused" | "cancelled" | "refunded";
