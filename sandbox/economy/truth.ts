import type { World } from "../base/world.ts";

/** What caused an order. */
export type Cause =
  | {
      kind: "click";
      click: string;
      platform: string;
      ad_id: string;
      ad_squad_id: string;
      campaign_id: string;
    }
  | { kind: "everyday" }
  | { kind: "by_hand"; visit_id: string | null };

/** One world hour of one ad, as the platform will report it, with the breakdown of its clicks. */
export interface HourFact {
  id: string;
  kind: "impressions";
  at: string;
  vendor: string;
  ad_id: string;
  ad_squad_id: string;
  campaign_id: string;
  ad_account_id: string;
  impressions: number;
  /** As the platform counts: valid clicks and the bot clicks it took for valid. */
  clicks: number;
  valid_clicks: number;
  bot_clicks: number;
  spend_micro: number;
  spend_halalas: number;
  new_reach: number;
  /** Of these, what was credited back later. */
  credited_clicks: number;
  credited_micro: number;
}

export interface ClickFact {
  id: string;
  kind: "click";
  at: string;
  vendor: string;
  ad_id: string;
  ad_squad_id: string;
  campaign_id: string;
  landing_url: string;
  by: "person" | "bot";
  /** The kind of bot. */
  bot: string | null;
  /** Included in the platform's count. */
  counted: boolean;
  outcome: ClickOutcome;
  /** The final address, and the link's first response status. */
  reached: string | null;
  status: number | null;
  lost_reason: string | null;
  store_id: string | null;
  visit_id: string | null;
  person: { gender: string; age: number; city: string } | null;
  /** Requests made: a double tap is two. */
  requests: number;
}

/**
 * visited = a shop; elsewhere = another page; bounced = left before the request; lost = the link did not answer;
 * stopped = robots.txt disallowed it.
 */
export type ClickOutcome = "visited" | "elsewhere" | "bounced" | "lost" | "stopped";

export interface OrderFact {
  id: string;
  kind: "order" | "shipment" | "delivery" | "refusal" | "cancellation" | "refund";
  at: string;
  /** The store platform. */
  vendor: string;
  store_id: string;
  order_id: string;
  halalas: number;
  payment_method: string;
  cause: Cause;
  /** Of an order that was placed: the code the shop took, as it writes it. */
  coupon?: string;
  /** Of an order that was placed: what was bought, at the price with VAT before coupons. */
  items?: BoughtItem[];
  /** Of an order that was placed: where it is sent. */
  city?: string;
}

export interface BoughtItem {
  product_id: string;
  quantity: number;
  halalas: number;
}

export type Fact = HourFact | ClickFact | OrderFact;

export interface TruthFilter {
  vendor?: string;
  kind?: string;
  campaign_id?: string;
  ad_id?: string;
  store_id?: string;
  order_id?: string;
  from?: string;
  to?: string;
}

export type Truth = ReturnType<typeof makeTruth>;

/** What really happened, with its cause and its amount in halalas. */
export function makeTruth(world: World) {
  const hours = world.table<HourFact>("truth-hours");
  const clicks = world.journal<ClickFact>("truth-clicks");
  const orders = world.journal<OrderFact>("truth-orders");
  const find = (filter: TruthFilter): Fact[] => {
    const all: Fact[] = [...hours.values(), ...clicks.rows, ...orders.rows];
    return all.filter((fact) => matches(fact, filter));
  };
  return {
    hours,
    addClick: (fact: ClickFact) => clicks.add(fact),
    addOrder: (fact: OrderFact) => orders.add(fact),
    /** Unordered: enough for totals. */
    find,
    /** Ordered by time; the same world gives the same list, whatever its speed was. */
    list: (filter: TruthFilter): Fact[] => find(filter).sort(byTime),
  };
}

export function computeTotals(facts: Fact[]) {
  const totals = {
    impressions: 0,
    new_reach: 0,
    clicks: 0,
    valid_clicks: 0,
    bot_clicks: 0,
    credited_clicks: 0,
    spend_micro: 0,
    spend_halalas: 0,
    visits: 0,
    bounced: 0,
    lost: 0,
    orders: { count: 0, halalas: 0 },
    orders_from_ads: { count: 0, halalas: 0 },
    shipments: { count: 0, halalas: 0 },
    deliveries: { count: 0, halalas: 0 },
    refusals: { count: 0, halalas: 0 },
    cancellations: { count: 0, halalas: 0 },
    refunds: { count: 0, halalas: 0 },
  };
  const plurals = {
    order: "orders",
    shipment: "shipments",
    delivery: "deliveries",
    refusal: "refusals",
    cancellation: "cancellations",
    refund: "refunds",
  } as const;
  for (const fact of facts) {
    if (fact.kind === "impressions") {
      totals.impressions += fact.impressions;
      totals.new_reach += fact.new_reach;
      totals.clicks += fact.clicks;
      totals.credited_clicks += fact.credited_clicks;
      totals.spend_micro += fact.spend_micro;
    } else if (fact.kind === "click") {
      if (fact.by === "person") totals.valid_clicks += 1;
      else totals.bot_clicks += 1;
      if (fact.outcome === "visited") totals.visits += 1;
      if (fact.outcome === "bounced") totals.bounced += 1;
      if (fact.outcome === "lost") totals.lost += 1;
    } else {
      const sums = [totals[plurals[fact.kind]]];
      if (fact.kind === "order" && fact.cause.kind === "click") sums.push(totals.orders_from_ads);
      for (const sum of sums) {
        sum.count += 1;
        sum.halalas += fact.halalas;
      }
    }
  }
  totals.spend_halalas = Math.round(totals.spend_micro / 10_000);
  return totals;
}

function matches(fact: Fact, filter: TruthFilter): boolean {
  const source = "cause" in fact ? (fact.cause.kind === "click" ? fact.cause : null) : fact;
  const platform = "cause" in fact && fact.cause.kind === "click" ? fact.cause.platform : null;
  const store = "store_id" in fact ? fact.store_id : null;
  return (
    (!filter.kind || fact.kind === filter.kind) &&
    (!filter.vendor || fact.vendor === filter.vendor || platform === filter.vendor) &&
    (!filter.campaign_id || source?.campaign_id === filter.campaign_id) &&
    (!filter.ad_id || source?.ad_id === filter.ad_id) &&
    (!filter.store_id || store === filter.store_id) &&
    (!filter.order_id || ("order_id" in fact && fact.order_id === filter.order_id)) &&
    (!filter.from || fact.at >= filter.from) &&
    (!filter.to || fact.at < filter.to)
  );
}

function byTime(one: Fact, other: Fact): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}
