/**
 * The two sides of the economy: where ads are shown, and where people buy. Money: 1 SAR = 100 halalas = 1,000,000
 * micro.
 */

import type { BoughtItem } from "./truth.ts";

/** An ad platform's side. Called once for each world minute; answers must be cheap. */
export interface AdMarket {
  /** "snapchat"; also the vendor's name. */
  platform: string;
  /** Decides what is due by now (reviews, schedules that ended). */
  settle?(now: Date): void;
  /**
   * Ads that may be shown in this minute: everything above them is active, approved, funded and within its schedule.
   */
  deliverableAds(now: Date): DeliverableAd[];
  /**
   * The address that opens when a person clicks the ad: its landing address with the platform's click id added. `key`
   * decides the id.
   */
  openClick?(ad: DeliverableAd, click: { key: string; at: Date }): string;
  /**
   * What an ad did in the world hour that begins at `hourStart`; reported in many small parts, to be added up.
   * Negative numbers are a late correction: invalid clicks credited back for an hour of the last two days.
   */
  recordDelivery(adId: string, hourStart: Date, part: DeliveryPart): void;
}

export interface DeliveryPart {
  impressions: number;
  /** Clicks as the platform counts them: valid clicks and counted bot clicks. */
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
  /** Every budget that limits this ad (ad group, campaign, lifetime). Ads with the same budget id share it. */
  budgets: Budget[];
  bid: Bid;
  audience: Audience;
  creative: Creative;
  landingUrl: string;
}

export interface Budget {
  /** The id of the budget's owner: ad group or campaign, with ":life" appended for a lifetime budget. */
  id: string;
  period: "day" | "lifetime";
  limitHalalas: number;
  /** Spent in the period so far, by everything under this budget. */
  spentMicro: number;
  /**
   * The largest multiple of a daily limit that the platform may spend on one day, e.g. 1.1. A lifetime budget is
   * never exceeded.
   */
  maxDailyOverdelivery: number;
  /** A lifetime budget is paced to this instant. */
  endsAt?: Date;
}

export interface Bid {
  /** auto = the platform finds the price; max = never above; target = about this. */
  kind: "auto" | "max" | "target";
  /** What the amount pays for: a thousand impressions, one click, one purchase. */
  per: "thousand_impressions" | "click" | "purchase";
  amountHalalas: number | null;
  /** The optimization goal within the audience. */
  goal: "impressions" | "clicks" | "landings" | "purchases" | "video_views" | "other";
}

export interface Audience {
  /** ISO codes in capitals; empty = nobody unless `geoRadii` name places. */
  countries: string[];
  geoRadii: GeoRadius[];
  /** Nobody here is shown the ad. */
  excludedRadii?: GeoRadius[];
  /** Empty = everybody. */
  genders: ("male" | "female")[];
  /** `to` null = no upper limit. */
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
  /** Orders a day that come without an ad. */
  everydayOrders: number;
  /** How readily women and men buy here; 1 = the average. */
  taste: { female: number; male: number };
  products(): ShopProduct[];
  /** The codes it takes at this time, besides the one that every shop takes. */
  coupons(at: Date): ShopCoupon[];
  /** Records a visit to this address of the shop. Returns the visit's id, which `key` decides. */
  visit(url: string, at: Date, key: string): string;
  /** The order exists at once; `webhooksSent` resolves when its webhooks have been tried. */
  order(order: ShopOrder): {
    orderId: string;
    totalHalalas: number;
    /** The code the shop took, as it writes it; null = none. */
    coupon: string | null;
    items: BoughtItem[];
    webhooksSent: Promise<void>;
  };
  /**
   * Applies a transition to an order; `webhooksSent` as above. A transition that is no longer possible does nothing.
   */
  transition(
    orderId: string,
    transition: OrderTransition,
    at: Date,
  ): { applied: boolean; webhooksSent: Promise<void> };
}

export interface ShopCoupon {
  code: string;
  /** The share of everyday shoppers who know and type it. */
  everydayShare: number;
}

export interface ShopProduct {
  id: string;
  name: string;
  /** The current price, with VAT. */
  priceHalalas: number;
  /** How readily people buy it; 1 = the average. */
  appeal: number;
}

export interface ShopOrder {
  /** The visit that led to it; null = the order came without one. */
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
  /** The code the buyer typed, null for none; undefined = the shop's random stream decides. */
  coupon?: string | null;
  buyer: { firstName: string; lastName: string; mobile: string; city: string; gender: "male" | "female" };
}

export type OrderTransition = "confirmed" | "shipped" | "delivered" | "refused" | "cancelled" | "refunded";
