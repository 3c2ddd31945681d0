import type { Table } from "../../base/memory.ts";
import type { AdMarket, DeliverableAd } from "../../economy/ports.ts";
import { type Currency, type Deliveries, figuresOf } from "./deliveries.ts";

interface Side<Ad extends { id: string }> {
  platform: string;
  ads: Table<Ad>;
  deliveries: Deliveries;
  /** The ads that may be shown now; null for one that leads nobody anywhere. */
  deliverables(now: Date): Iterable<DeliverableAd | null>;
  /** Of the account the ad is in; undefined when nobody has it any more. */
  currencyOf(ad: Ad): Currency | undefined;
}

/** A platform's side of the economy: which ads may be shown now, and what became of them. */
export function marketOf<Ad extends { id: string }>(side: Side<Ad>): AdMarket {
  const { platform, ads, deliveries } = side;
  return {
    platform,
    deliverableAds(now) {
      const found = [...side.deliverables(now)].filter((ad) => ad !== null);
      return found.sort((one, other) => (one.adId < other.adId ? -1 : 1));
    },
    recordDelivery(adId, hourStart, part) {
      const ad = ads.get(adId);
      const currency = ad && side.currencyOf(ad);
      if (currency) deliveries.record(adId, hourStart, figuresOf(part, currency));
    },
  };
}
