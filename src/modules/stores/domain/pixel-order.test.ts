import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PixelEvent } from "../contract/pixel.ts";
import type { OrderSnapshot } from "./order.ts";
import { applyPageEvent, applySignedEvent, type SiteOrder, toOrder } from "./pixel-order.ts";

const start = Date.parse("2026-11-21T09:00:00Z");
const clickA = "A".repeat(22);
const clickB = "B".repeat(22);

type EventInput = { total?: string; click?: string; at?: number; payment?: string };

/** A page's event, or the server's when `isSigned`; `at` is minutes after nine. */
function makeSnapshot(
  { total = "115.00", click, at = 0, payment }: EventInput = {},
  isSigned = false,
): OrderSnapshot {
  const now = new Date(start + at * 60_000);
  const order = {
    id: "1001",
    total,
    currency: "SAR" as const,
    payment,
    ...(isSigned ? { at: now.toISOString() } : {}),
  };
  const event: PixelEvent = { site: "px_1", order, click };
  return { order: toOrder(event, isSigned, now), readAt: now };
}
const page = (known: SiteOrder | null, event: EventInput) =>
  applyPageEvent(known, makeSnapshot(event)) ?? known;
const server = (known: SiteOrder | null, event: EventInput) =>
  applySignedEvent(known, makeSnapshot(event, true));

describe("an order of a site", () => {
  it("is unconfirmed while only pages report it, and none of them changes it", () => {
    const first = page(null, { click: clickA });
    const later = page(first, { total: "9999.00", click: clickB, at: 1 });
    expect(first).toMatchObject({ isConfirmed: false });
    expect(later).toMatchObject({ isConfirmed: false, snapshot: first?.snapshot });
  });

  it("forged before the shopper's own event loses to that once the server confirms", () => {
    let order = page(null, { total: "1.00", click: clickA });
    order = page(order, { total: "115.00", click: clickB, at: 600, payment: "mada" });
    const { isConfirmed, otherClaims, snapshot } = server(order, { at: 601 });
    expect({ isConfirmed, otherClaims }).toEqual({ isConfirmed: true, otherClaims: [] });
    expect(snapshot.order).toMatchObject({ total: 11_500, clickId: clickB, paymentMethod: "mada" });
    expect(snapshot.order.placedAt).toEqual(new Date(start + 600 * 60_000));
  });

  it("forged, with no shopper's page to contradict it, gives the server's order neither its visit nor its day", () => {
    const forged = page(null, { total: "1.00", click: clickA });
    const { snapshot } = server(forged, { at: 600 });
    expect(snapshot.order).toMatchObject({ total: 11_500, clickId: null });
    expect(snapshot.order.placedAt).toEqual(new Date(start + 600 * 60_000));
  });

  it("that its server reported first gets its visit from its own page, once, and from no other", () => {
    const confirmed = server(null, {});
    expect(page(confirmed, { total: "1.00", click: clickA, at: 1 })).toBe(confirmed);
    const visited = page(confirmed, { click: clickB, at: 1 });
    expect(visited?.snapshot.order).toMatchObject({ clickId: clickB, total: 11_500 });
    expect(visited?.snapshot.order.placedAt).toEqual(confirmed.snapshot.order.placedAt);
    expect(page(visited, { click: clickA, at: 2 })).toBe(visited);
    expect(page(confirmed, { click: clickA, at: 2 * 1_440 })).toBe(confirmed);
  });

  it("ends as its server reports, whatever pages report and whenever", () => {
    const event = fc.record({
      isSigned: fc.boolean(),
      total: fc.constantFrom("115.00", "1.00", "9999.00"),
      click: fc.constantFrom(undefined, clickA),
      at: fc.integer({ min: 0, max: 100 }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 12 }), (events) => {
        let order: SiteOrder | null = null;
        for (const { isSigned, ...rest } of events) {
          order = isSigned ? server(order, { ...rest, total: "115.00" }) : page(order, rest);
        }
        const hasSigned = events.some(({ isSigned }) => isSigned);
        expect(order?.isConfirmed ?? false).toBe(hasSigned);
        if (hasSigned) expect(order?.snapshot.order.total).toBe(11_500);
        expect(order?.otherClaims.length ?? 0).toBeLessThanOrEqual(5);
      }),
    );
  });
});
