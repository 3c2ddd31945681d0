import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noRates } from "../testing/no-rates.ts";
import {
  computeFactorRate,
  computeRate,
  computeReturnShare,
  computeStoreRate,
  type DeliveryRates,
  type KindRates,
  type Settled,
} from "./delivery-rates.ts";

const kind = (all: Settled, city: [string, Settled][] = []): KindRates => ({
  ...noRates,
  all,
  city: new Map(city),
});
const ratesWith = (cod: KindRates, paid: KindRates = noRates): DeliveryRates => ({
  cod,
  paid,
  returns: { delivered_halalas: 0, refunded_halalas: 0, orders: 0 },
});
const cod = (city = "") => ({ is_cod: true, is_sent: true, city, product: "", source: "" });

const toSend = (is_cod: boolean) => ({ is_cod, is_sent: false });
const sent = (is_cod: boolean) => ({ is_cod, is_sent: true });

describe("a store's delivery rate", () => {
  it("is what we assume until it has orders, and its own after many", () => {
    expect(computeStoreRate(ratesWith(noRates), sent(true)).rate).toBeCloseTo(7.5 / 9.5);
    expect(computeStoreRate(ratesWith(noRates), sent(false)).rate).toBeCloseTo(9.5 / 9.6);
    const many = { delivered: 3_000, refused: 7_000, cancelled: 0 };
    expect(computeStoreRate(ratesWith(kind(many)), sent(true)).rate).toBeCloseTo(0.3, 2);
  });

  it("leaves cancellations out once an order was sent, and counts half of them before", () => {
    const rates = ratesWith(kind({ delivered: 80_000, refused: 20_000, cancelled: 20_000 }));
    expect(computeStoreRate(rates, sent(true)).rate).toBeCloseTo(0.8, 3);
    expect(computeStoreRate(rates, toSend(true)).rate).toBeCloseTo(8 / 11, 3);
  });

  it("is surer the more orders it rests on", () => {
    const few = computeStoreRate(ratesWith(kind({ delivered: 8, refused: 2, cancelled: 0 })), sent(true));
    const many = computeStoreRate(
      ratesWith(kind({ delivered: 800, refused: 200, cancelled: 0 })),
      sent(true),
    );
    expect(many.variance).toBeLessThan(few.variance / 20);
  });
});

describe("the rate of a city", () => {
  const rates = ratesWith(
    kind({ delivered: 700, refused: 300, cancelled: 0 }, [
      ["riyadh", { delivered: 450, refused: 50, cancelled: 0 }],
      ["jazan", { delivered: 1, refused: 3, cancelled: 0 }],
    ]),
  );

  it("is the store's while it has no orders of its own", () => {
    expect(computeRate(rates, cod("tabuk"))).toBeCloseTo(computeStoreRate(rates, sent(true)).rate, 10);
  });

  it("is its own once it has many, and drawn to the store's while it has few", () => {
    expect(computeRate(rates, cod("riyadh"))).toBeCloseTo(0.89, 2);
    const jazan = computeRate(rates, cod("jazan"));
    expect(jazan).toBeGreaterThan(0.6);
    expect(jazan).toBeLessThan(0.7);
  });

  it("says nothing of orders that are paid", () => {
    const paid = computeStoreRate(rates, sent(false)).rate;
    expect(computeRate(rates, { ...cod("riyadh"), is_cod: false })).toBeCloseTo(paid, 10);
  });
});

const settled = fc.record({ delivered: fc.nat(5_000), refused: fc.nat(5_000), cancelled: fc.nat(500) });

describe("any rates", () => {
  it("give a share between nothing and everything, with a variance", () => {
    fc.assert(
      fc.property(settled, settled, settled, settled, (all, city, product, source) => {
        const rates = ratesWith({
          all,
          city: new Map([["c", city]]),
          product: new Map([["p", product]]),
          source: new Map([["s", source]]),
        });
        const rate = computeRate(rates, {
          is_cod: true,
          is_sent: false,
          city: "c",
          product: "p",
          source: "s",
        });
        expect(rate).toBeGreaterThan(0);
        expect(rate).toBeLessThan(1);
        const factor = computeFactorRate(rates, { is_cod: true, is_sent: true, factor: "city", key: "c" });
        expect(factor.variance).toBeGreaterThan(0);
        expect(factor.variance).toBeLessThan(0.25);
      }),
    );
  });

  it("rise when another order of the city is delivered, and fall when one is lost", () => {
    fc.assert(
      fc.property(settled, (city) => {
        const rateWith = (own: Settled) =>
          computeRate(
            ratesWith(kind({ delivered: 700, refused: 300, cancelled: 0 }, [["c", own]])),
            cod("c"),
          );
        const before = rateWith(city);
        expect(rateWith({ ...city, delivered: city.delivered + 1 })).toBeGreaterThan(before);
        expect(rateWith({ ...city, refused: city.refused + 1 })).toBeLessThan(before);
      }),
    );
  });
});

it("what comes back is two in a hundred until the store's own orders say otherwise", () => {
  expect(computeReturnShare(ratesWith(noRates)).rate).toBeCloseTo(0.02);
  const returns = { delivered_halalas: 1_000_000, refunded_halalas: 100_000, orders: 980 };
  expect(computeReturnShare({ ...ratesWith(noRates), returns }).rate).toBeCloseTo(0.0984, 4);
});
