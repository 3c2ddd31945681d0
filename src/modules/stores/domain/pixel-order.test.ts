import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PixelWord } from "../contract/pixel.ts";
import type { OrderReading } from "./order.ts";
import { afterPageWord, afterSignedWord, orderOf, type SiteOrder } from "./pixel-order.ts";

const start = Date.parse("2026-11-21T09:00:00Z");
const clickA = "A".repeat(22);
const clickB = "B".repeat(22);

type Said = { total?: string; click?: string; at?: number; payment?: string };

/** A page's word, or the server's where `isSigned`; `at` is minutes after nine. */
function said({ total = "115.00", click, at = 0, payment }: Said = {}, isSigned = false): OrderReading {
  const now = new Date(start + at * 60_000);
  const order = {
    id: "1001",
    total,
    currency: "SAR" as const,
    payment,
    ...(isSigned ? { at: now.toISOString() } : {}),
  };
  const word: PixelWord = { site: "px_1", order, click };
  return { order: orderOf(word, isSigned, now), readAt: now };
}
const page = (known: SiteOrder | null, word: Said) => afterPageWord(known, said(word)) ?? known;
const server = (known: SiteOrder | null, word: Said) => afterSignedWord(known, said(word, true));

describe("an order of a site", () => {
  it("is unconfirmed while only pages speak of it, and none of them changes it", () => {
    const first = page(null, { click: clickA });
    const later = page(first, { total: "9999.00", click: clickB, at: 1 });
    expect(first).toMatchObject({ isConfirmed: false });
    expect(later).toMatchObject({ isConfirmed: false, reading: first?.reading });
  });

  it("forged ahead of the shopper's own word loses to it once the server speaks", () => {
    let order = page(null, { total: "1.00", click: clickA });
    order = page(order, { total: "115.00", click: clickB, at: 600, payment: "mada" });
    const { isConfirmed, otherClaims, reading } = server(order, { at: 601 });
    expect({ isConfirmed, otherClaims }).toEqual({ isConfirmed: true, otherClaims: [] });
    expect(reading.order).toMatchObject({ total: 11_500, clickId: clickB, paymentMethod: "mada" });
    expect(reading.order.placedAt).toEqual(new Date(start + 600 * 60_000));
  });

  it("forged, with nobody's page to contradict, gives the server's order neither its visit nor its day", () => {
    const forged = page(null, { total: "1.00", click: clickA });
    const { reading } = server(forged, { at: 600 });
    expect(reading.order).toMatchObject({ total: 11_500, clickId: null });
    expect(reading.order.placedAt).toEqual(new Date(start + 600 * 60_000));
  });

  it("that its server told of first gets its visit from its own page, once, and from no other", () => {
    const confirmed = server(null, {});
    expect(page(confirmed, { total: "1.00", click: clickA, at: 1 })).toBe(confirmed);
    const visited = page(confirmed, { click: clickB, at: 1 });
    expect(visited?.reading.order).toMatchObject({ clickId: clickB, total: 11_500 });
    expect(visited?.reading.order.placedAt).toEqual(confirmed.reading.order.placedAt);
    expect(page(visited, { click: clickA, at: 2 })).toBe(visited);
    expect(page(confirmed, { click: clickA, at: 2 * 1_440 })).toBe(confirmed);
  });

  it("ends as its server says, whatever pages say and whenever", () => {
    const word = fc.record({
      isSigned: fc.boolean(),
      total: fc.constantFrom("115.00", "1.00", "9999.00"),
      click: fc.constantFrom(undefined, clickA),
      at: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        let order: SiteOrder | null = null;
        for (const { isSigned, ...rest } of words) {
          order = isSigned ? server(order, { ...rest, total: "115.00" }) : page(order, rest);
        }
        const hasSigned = words.some(({ isSigned }) => isSigned);
        expect(order?.isConfirmed ?? false).toBe(hasSigned);
        if (hasSigned) expect(order?.reading.order.total).toBe(11_500);
        expect(order?.otherClaims.length ?? 0).toBeLessThanOrEqual(5);
      }),
    );
  });
});
