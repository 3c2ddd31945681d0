/** Orders whose end is known: delivered (also when they came back later), refused at the door, or cancelled before. */
export type Settled = { delivered: number; refused: number; cancelled: number };

/** What orders of one kind became: all of them, and by city, main product and the platform that brought them. */
export type KindRates = {
  all: Settled;
  city: ReadonlyMap<string, Settled>;
  product: ReadonlyMap<string, Settled>;
  source: ReadonlyMap<string, Settled>;
};
export type RateFactor = Exclude<keyof KindRates, "all">;
export const rateFactors = ["city", "product", "source"] as const satisfies readonly RateFactor[];

export type DeliveryRates = {
  cod: KindRates;
  paid: KindRates;
  /** Of what was delivered, how much came back, in halalas, and of how many orders. */
  returns: { delivered_halalas: number; refunded_halalas: number; orders: number };
};

/** An order that was sent can only be refused; one that was not sent may be cancelled too. */
export type RateStage = { is_cod: boolean; is_sent: boolean };
export const rateStages: readonly RateStage[] = [true, false].flatMap((is_cod) =>
  [true, false].map((is_sent) => ({ is_cod, is_sent })),
);
/** What a rate is looked up by. A key that is not known is empty: it has a rate of its own like any other. */
export type RateKey = Record<RateFactor, string> & RateStage;

const noneSettled: Settled = { delivered: 0, refused: 0, cancelled: 0 };

/**
 * What we assume of a store before we know it: of a hundred orders paid in cash on delivery 75 are delivered and five
 * cancelled before, of those paid before 95 and four. An assumption of ours, worth as much as ten orders: after a few
 * weeks the store's own orders decide.
 */
const assumed = {
  cod: { delivered: 7.5, refused: 2, cancelled: 0.5 },
  paid: { delivered: 9.5, refused: 0.1, cancelled: 0.4 },
} as const satisfies Record<string, Settled>;
/** A city, product or source is taken for an average one of the store until it has about so many orders of its own. */
const ownOrders = 30;

/**
 * The orders that say how one at this stage ends. Most cancellations come early: an order that is still open has on
 * average outlived half of them, so each counts half.
 */
const count = ({ delivered, refused, cancelled }: Settled, is_sent: boolean) =>
  delivered + refused + (is_sent ? 0 : cancelled / 2);
/** A beta-binomial mean: the prior counts like so many orders that ended at its rate. */
const shrink = (delivered: number, orders: number, prior: StoreRate["rate"], weight: number) =>
  (delivered + weight * prior) / (orders + weight);
/** The variance of a rate that rests on so many orders. */
const variance = (rate: number, orders: number) => (rate * (1 - rate)) / (orders + 1);

export const toKind = (is_cod: boolean) => (is_cod ? "cod" : "paid");

export type StoreRate = { rate: number; variance: number };

/** How the store's orders of a kind and stage are delivered: its own orders, drawn towards what we assume. */
export function computeStoreRate(rates: DeliveryRates, { is_cod, is_sent }: RateStage): StoreRate {
  const kind = toKind(is_cod);
  const own = rates[kind].all;
  const weight = count(assumed[kind], is_sent);
  const orders = count(own, is_sent);
  const rate = shrink(own.delivered, orders, assumed[kind].delivered / weight, weight);
  return { rate, variance: variance(rate, orders + weight) };
}

/** The rate of one city, product or source by itself: its own orders, drawn towards the store's rate. */
export function computeFactorRate(
  rates: DeliveryRates,
  { factor, key, ...stage }: RateStage & { factor: RateFactor; key: string },
): StoreRate {
  const own = rates[toKind(stage.is_cod)][factor].get(key) ?? noneSettled;
  const orders = count(own, stage.is_sent);
  const rate = shrink(own.delivered, orders, computeStoreRate(rates, stage).rate, ownOrders);
  return { rate, variance: variance(rate, orders + ownOrders) };
}

/**
 * The rate of an order's city, product and source together, between 0 and 1. Each changes the store's odds by as much as
 * its own rate differs from the store's: a city where half as many are delivered and a product that sells as usual give
 * the city's rate.
 */
export function computeRate(rates: DeliveryRates, key: RateKey): number {
  const { is_cod, is_sent } = key;
  const store = toOdds(computeStoreRate(rates, key).rate);
  const odds = rateFactors.reduce((product, factor) => {
    const { rate } = computeFactorRate(rates, { is_cod, is_sent, factor, key: key[factor] });
    return (product * toOdds(rate)) / store;
  }, store);
  return odds / (1 + odds);
}

const toOdds = (rate: number) => rate / (1 - rate);

/** Of what is delivered, the share that comes back later, drawn towards two in a hundred, and its variance. */
export function computeReturnShare({ returns }: DeliveryRates): StoreRate {
  const weight = 20;
  const own = returns.delivered_halalas > 0 ? returns.refunded_halalas / returns.delivered_halalas : 0;
  const share = Math.min(0.95, (own * returns.orders + 0.02 * weight) / (returns.orders + weight));
  return { rate: share, variance: variance(share, returns.orders + weight) };
}
