import type { Table } from "../../base/memory.ts";
import type { AdMarket, DeliverableAd } from "../../economy/ports.ts";
import type { Conversions } from "./conversions.ts";
import { type Currency, type Deliveries, toFigures } from "./deliveries.ts";

interface AdMarketSource<Ad extends { id: string }> {
  platform: string;
  ads: Table<Ad>;
  deliveries: Deliveries;
  conversions: Conversions;
  /** The ads that may be shown now; null for one without a landing address. */
  deliverables(now: Date): Iterable<DeliverableAd | null>;
  /** The account of the ad; undefined when it no longer exists. */
  findCurrency(ad: Ad): Currency | undefined;
}

/** A platform's side of the economy: which ads may be shown now, and the recording of their deliveries. */
export function makeAdMarket<Ad extends { id: string }>(source: AdMarketSource<Ad>): AdMarket {
  const { platform, ads, deliveries, conversions } = source;
  return {
    platform,
    deliverableAds(now) {
      const found = [...source.deliverables(now)].filter((ad) => ad !== null);
      return found.sort((one, other) => (one.adId < other.adId ? -1 : 1));
    },
    openClick: (ad, click) => conversions.openClick(ad.adId, ad.landingUrl, click),
    recordDelivery(adId, hourStart, part) {
      const ad = ads.get(adId);
      const currency = ad && source.findCurrency(ad);
      if (currency) deliveries.record(adId, hourStart, toFigures(part, currency));
    },
  };
}
