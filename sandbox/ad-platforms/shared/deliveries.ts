import type { World } from "../../base/world.ts";
import type { DeliveryPart } from "../../economy/ports.ts";

/**
 * What one ad did in one hour, and the purchases that shops reported of its clicks. Money in micro of the account's
 * currency.
 */
export type Figures = {
  impressions: number;
  clicks: number;
  spend: number;
  uniques: number;
  purchases: number;
  sales: number;
};

interface Hour {
  id: string;
  ad_id: string;
  /** The start of the hour, milliseconds. */
  hour: number;
  shown: Figures;
  /** Recorded since the last refresh: already spent, not yet in the reports. */
  waiting: Figures;
  /** The refresh period in which `waiting` was recorded. */
  period: number;
}

/**
 * Reports are refreshed about every quarter of an hour (developers.snap.com, Measurement; Meta and others say the
 * same).
 */
export const REFRESH_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const ZERO_FIGURES: Figures = {
  impressions: 0,
  clicks: 0,
  spend: 0,
  uniques: 0,
  purchases: 0,
  sales: 0,
};

export const zeroFigures = (): Figures => ({ ...ZERO_FIGURES });

export function sum(one: Figures, other: Figures): Figures {
  return {
    impressions: one.impressions + other.impressions,
    clicks: one.clicks + other.clicks,
    spend: one.spend + other.spend,
    uniques: one.uniques + other.uniques,
    purchases: one.purchases + other.purchases,
    sales: one.sales + other.sales,
  };
}

function addTo(all: Figures, more: Figures): void {
  all.impressions += more.impressions;
  all.clicks += more.clicks;
  all.spend += more.spend;
  all.uniques += more.uniques;
  all.purchases += more.purchases;
  all.sales += more.sales;
}

/** Deliveries by ad and hour: written by the economy, read by the reports and by the budgets. */
export interface Deliveries {
  record(adId: string, hourStart: Date, part: Figures): void;
  /** As a report shows it now: without what was recorded since the last refresh. */
  reported(adId: string, from: number, to: number): Figures;
  /** All of it, as a budget counts it; spend in micro. */
  spent(adId: string, from: number, to: number): number;
  totalSpent(adId: string): number;
}

/** `platform` names the table, "snapchat". */
export function makeDeliveries(world: World, platform: string): Deliveries {
  const table = world.table<Hour>(`${platform}.deliveries`);
  let byAd = new Map<string, { hours: Map<number, Hour>; spend: number }>();
  let indexed = 0;

  const indexHour = (hour: Hour) => {
    // Hours of a world from before purchases were reported have no such figures.
    hour.shown = { ...ZERO_FIGURES, ...hour.shown };
    hour.waiting = { ...ZERO_FIGURES, ...hour.waiting };
    const ad = byAd.get(hour.ad_id) ?? { hours: new Map<number, Hour>(), spend: 0 };
    byAd.set(hour.ad_id, ad);
    ad.hours.set(hour.hour, hour);
    ad.spend += hour.shown.spend + hour.waiting.spend;
    return ad;
  };
  /** The table is the source; the index is rebuilt when the table was loaded or emptied. */
  const index = () => {
    if (indexed !== table.size) {
      byAd = new Map();
      for (const hour of table.values()) indexHour(hour);
      indexed = table.size;
    }
    return byAd;
  };
  const period = () => Math.floor(world.now().getTime() / REFRESH_MS);
  /** The hours of a span with deliveries. Reports call this for every ad and every hour: nothing is copied. */
  const eachHour = (adId: string, from: number, to: number, visit: (hour: Hour) => void) => {
    const hours = index().get(adId)?.hours;
    if (!hours) return;
    if (Math.ceil((to - from) / HOUR_MS) > hours.size) {
      for (const hour of hours.values()) if (hour.hour >= from && hour.hour < to) visit(hour);
      return;
    }
    for (let at = Math.ceil(from / HOUR_MS) * HOUR_MS; at < to; at += HOUR_MS) {
      const hour = hours.get(at);
      if (hour) visit(hour);
    }
  };

  return {
    record(adId, hourStart, part) {
      index();
      const hour = hourStart.getTime();
      const known = byAd.get(adId)?.hours.get(hour);
      const row: Hour = known ?? {
        id: `${adId}|${hour}`,
        ad_id: adId,
        hour,
        shown: zeroFigures(),
        waiting: zeroFigures(),
        period: period(),
      };
      if (row.period < period()) {
        row.shown = sum(row.shown, row.waiting);
        row.waiting = zeroFigures();
        row.period = period();
      }
      const added = notBelowZero(row, part);
      row.waiting = sum(row.waiting, added);
      table.put(row);
      const ad = byAd.get(adId);
      if (known && ad) ad.spend += added.spend;
      else {
        indexHour(row);
        indexed += 1;
      }
    },
    reported(adId, from, to) {
      const now = period();
      const all = zeroFigures();
      eachHour(adId, from, to, (hour) => {
        addTo(all, hour.shown);
        if (hour.period < now) addTo(all, hour.waiting);
      });
      return all;
    },
    spent(adId, from, to) {
      let all = 0;
      eachHour(adId, from, to, (hour) => {
        all += hour.shown.spend + hour.waiting.spend;
      });
      return all;
    },
    totalSpent: (adId) => index().get(adId)?.spend ?? 0,
  };
}

/** A correction never subtracts more than there is. */
function notBelowZero(row: Hour, part: Figures): Figures {
  const there = sum(row.shown, row.waiting);
  const least = (key: keyof Figures) => Math.max(part[key], -there[key]);
  return {
    impressions: least("impressions"),
    clicks: least("clicks"),
    spend: least("spend"),
    uniques: least("uniques"),
    purchases: least("purchases"),
    sales: least("sales"),
  };
}

/**
 * The economy counts in riyals. An account in another currency is billed at its peg, the euro at our own fixed rate.
 */
export const RIYALS_PER_UNIT = { SAR: 1, USD: 3.75, AED: 1.021_103, QAR: 1.030_22, EUR: 4.1 } as const;

export type Currency = keyof typeof RIYALS_PER_UNIT;

export function isCurrency(code: string): code is Currency {
  return Object.hasOwn(RIYALS_PER_UNIT, code);
}

export function toFigures(part: DeliveryPart, currency: Currency): Figures {
  return {
    impressions: part.impressions,
    clicks: part.clicks,
    spend: Math.round(part.spendMicro / RIYALS_PER_UNIT[currency]),
    uniques: part.newReach,
    purchases: 0,
    sales: 0,
  };
}
