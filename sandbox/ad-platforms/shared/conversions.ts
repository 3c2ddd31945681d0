import type { FastifyInstance } from "fastify";
import type { Table } from "../../base/memory.ts";
import { Refusal } from "../../base/vendor.ts";
import type { World } from "../../base/world.ts";
import { type Currency, type Deliveries, isCurrency, RIYALS_PER_UNIT, zeroFigures } from "./deliveries.ts";
import { stableHex } from "./stable-id.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A click on an ad, by the id that the platform added to the ad's link. */
interface ClickRow {
  id: string;
  ad_id: string;
  at: number;
}

/** A purchase as the platform keeps it; the id is the pixel, the event's name and its event id. */
interface ConversionRow {
  id: string;
  at: number;
  ad_id: string | null;
  identifiers: string[];
  /** Where it stands in the ad's figures, and with how many millionths of its account's currency; null where it does not. */
  counted: { hour: number; sales: number } | null;
}

/** A purchase that a shop's server or browser reported. */
export interface ReportedPurchase {
  /** The pixel, tag or conversion action. */
  destination: string;
  eventName: string;
  /** Null: every report is a purchase of its own. */
  eventId: string | null;
  clickId: string | null;
  at: number;
  /** In units of `currency`. */
  value: number;
  currency: Currency;
  /** Which identifiers came with it ("email", "phone", "click"), for the grade of its matches. */
  identifiers: string[];
}

type Amount = Pick<ReportedPurchase, "value" | "currency">;

interface Options {
  platform: string;
  deliveries: Deliveries;
  /** The parameter that the platform adds to a clicked link. */
  clickName: string;
  /** Reports date a purchase by itself, or by its click (Google). */
  datedBy: "conversion" | "click";
  /** How many days after its click a purchase counts. */
  windowDays: number;
  /** The currency of the account of this ad; undefined when there is no such ad. */
  findCurrency(adId: string): Currency | undefined;
}

export type Conversions = ReturnType<typeof makeConversions>;

/**
 * Purchases that shops report, matched with the platform's own clicks by their ids. One event id counts once, whether
 * the server or the browser reported it first.
 */
export function makeConversions(world: World, options: Options) {
  const { platform, deliveries, clickName, datedBy, windowDays, findCurrency } = options;
  const clicks = world.table<ClickRow>(`${platform}.click_ids`);
  const conversions = world.table<ConversionRow>(`${platform}.conversions`);

  function findClick({ clickId, at }: ReportedPurchase): ClickRow | undefined {
    const click = clickId === null ? undefined : clicks.get(clickId);
    // A shop's clock may be a little behind ours.
    return click && at >= click.at - HOUR_MS && at - click.at <= windowDays * DAY_MS ? click : undefined;
  }

  /** An amount in millionths of the currency of the ad's account; null when there is no such ad. */
  function toSales(adId: string, { value, currency }: Amount) {
    const accountCurrency = findCurrency(adId);
    if (!accountCurrency) return null;
    const inAccount = (value * RIYALS_PER_UNIT[currency]) / RIYALS_PER_UNIT[accountCurrency];
    return Math.round(inAccount * 1_000_000);
  }

  function count(click: ClickRow, purchase: ReportedPurchase): ConversionRow["counted"] {
    const sales = toSales(click.ad_id, purchase);
    if (sales === null) return null;
    const instant = datedBy === "click" ? click.at : purchase.at;
    const hour = Math.floor(instant / HOUR_MS) * HOUR_MS;
    deliveries.record(click.ad_id, new Date(hour), { ...zeroFigures(), purchases: 1, sales });
    return { hour, sales };
  }

  return {
    /** A person clicks an ad: the ad's address with the click's id added, as the platform opens it. */
    openClick(adId: string, landingUrl: string, { key, at }: { key: string; at: Date }): string {
      const id = `${platform}-${stableHex(platform, "click", world.seed, key).slice(0, 40)}`;
      clicks.put({ id, ad_id: adId, at: at.getTime() });
      const [address = "", hash] = landingUrl.split("#");
      const query = `${address.includes("?") ? "&" : "?"}${clickName}=${id}`;
      return `${address}${query}${hash === undefined ? "" : `#${hash}`}`;
    },

    /** What becomes of a reported purchase; `unmatched` ones are kept, and no ad is credited. */
    receive(purchase: ReportedPurchase): "counted" | "repeated" | "unmatched" {
      const { destination, eventName, eventId, at, identifiers } = purchase;
      const id = `${destination}|${eventName}|${eventId ?? world.ids.token(`${platform}/purchase`, 20)}`;
      if (conversions.get(id)) return "repeated";
      const click = findClick(purchase);
      const counted = click ? count(click, purchase) : null;
      conversions.put({ id, at, ad_id: click?.ad_id ?? null, identifiers, counted });
      return click ? "counted" : "unmatched";
    },

    /** A known purchase has another value from now on; it is still one purchase. */
    restate(id: { destination: string; eventName: string; eventId: string }, amount: Amount): void {
      const row = conversions.get(`${id.destination}|${id.eventName}|${id.eventId}`);
      if (!row?.counted || row.ad_id === null) return;
      const sales = toSales(row.ad_id, amount);
      if (sales === null) return;
      const { hour } = row.counted;
      deliveries.record(row.ad_id, new Date(hour), { ...zeroFigures(), sales: sales - row.counted.sales });
      conversions.put({ ...row, counted: { hour, sales } });
    },

    knows: (destination: string, eventName: string, eventId: string) =>
      conversions.get(`${destination}|${eventName}|${eventId}`) !== undefined,
    knowsClick: (clickId: string) => clicks.get(clickId) !== undefined,

    /** From 0 to 10, by the identifiers that purchases of a pixel came with; null without any. */
    gradeMatches(destination: string): number | null {
      const own = [...conversions.values()].filter(({ id }) => id.startsWith(`${destination}|`));
      if (own.length === 0) return null;
      const sum = own.reduce((all, { identifiers }) => all + Math.min(10, 2 + 2.6 * identifiers.length), 0);
      return Math.round((sum / own.length) * 10) / 10;
    },
  };
}

/**
 * `POST /control/{platform}/click`: a person clicks this ad now; returns the address that opens. The ad is named by its
 * id, by the end of it, or by its ad group's id, whose latest ad is clicked.
 */
export function clickRoute(
  app: FastifyInstance,
  world: World,
  platform: string,
  { ads, conversions }: { ads: Table<{ id: string; parent_id: string }>; conversions: Conversions },
): void {
  app.post(`/control/${platform}/click`, (request) => {
    const { ad_id, url } = (request.body ?? {}) as { ad_id?: unknown; url?: unknown };
    const ad = [...ads.values()].findLast(
      ({ id, parent_id }) => id === ad_id || id.endsWith(`/${ad_id}`) || parent_id === ad_id,
    );
    if (!ad || typeof url !== "string")
      throw new Refusal("ad_id must name an ad, and url its landing address");
    const key = world.ids.token(`${platform}/control-click`, 20);
    return { url: conversions.openClick(ad.id, url, { key, at: world.now() }) };
  });
}

const HEX_64 = /^[a-f0-9]{64}$/;

/** Whether a value, or each of a list, is SHA-256 in lower-case hex: what every platform demands of contacts. */
export function isHashed(value: unknown): boolean {
  const list = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every((one) => typeof one === "string" && HEX_64.test(one));
}

/** An amount as a number or as text; null when it is none, or negative. */
export function toAmount(value: unknown): number | null {
  const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof amount === "number" && Number.isFinite(amount) && amount >= 0 ? amount : null;
}

/** A currency of the sandbox; null for another. */
export const toCurrency = (value: unknown): Currency | null =>
  typeof value === "string" && isCurrency(value) ? value : null;
