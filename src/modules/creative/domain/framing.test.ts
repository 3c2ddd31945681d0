import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  centre,
  computeCrop,
  computeFit,
  dragFraming,
  maxZoom,
  startFraming,
  zoomFraming,
} from "./framing.ts";

const square = { width: 1_000, height: 1_000 };
const tall = { width: 1_080, height: 1_920 };

const size = fc.record({
  width: fc.integer({ min: 1, max: 8_000 }),
  height: fc.integer({ min: 1, max: 8_000 }),
});
const share = fc.double({ min: 0, max: 1, noNaN: true });
const focus = fc.record({ x: share, y: share });
const zoom = fc.double({ min: 0.2, max: 9, noNaN: true });

describe("a picture cut to another shape", () => {
  it("keeps its whole height where the target is taller", () => {
    expect(computeCrop(square, tall, { focus: centre, zoom: 1 })).toEqual({
      left: 218.75,
      top: 0,
      width: 562.5,
      height: 1_000,
    });
  });

  it("is cut around the point of interest, and stops at the picture's edge", () => {
    expect(computeCrop(square, tall, { focus: { x: 0.4, y: 0.5 }, zoom: 1 }).left).toBeCloseTo(118.75);
    expect(computeCrop(square, tall, { focus: { x: 0, y: 0 }, zoom: 1 }).left).toBe(0);
    expect(computeCrop(square, tall, { focus: { x: 1, y: 1 }, zoom: 1 }).left).toBeCloseTo(437.5);
  });

  it("always lies inside the picture and has the target's shape", () => {
    fc.assert(
      fc.property(size, size, focus, zoom, (source, target, focus, zoom) => {
        const crop = computeCrop(source, target, { focus, zoom });
        const tolerance = 1e-6 * Math.max(source.width, source.height);
        expect(crop.left).toBeGreaterThanOrEqual(0);
        expect(crop.top).toBeGreaterThanOrEqual(0);
        expect(crop.left + crop.width).toBeLessThanOrEqual(source.width + tolerance);
        expect(crop.top + crop.height).toBeLessThanOrEqual(source.height + tolerance);
        expect((crop.width * target.height) / (crop.height * target.width)).toBeCloseTo(1, 6);
      }),
    );
  });
});

describe("the whole picture inside a frame", () => {
  it("is centred between equal margins", () => {
    expect(computeFit(square, tall)).toEqual({ left: 0, top: 420, width: 1_080, height: 1_080 });
  });

  it("never leaves the frame, and touches two of its sides", () => {
    fc.assert(
      fc.property(size, size, (source, target) => {
        const fit = computeFit(source, target);
        expect(fit.left).toBeGreaterThanOrEqual(-1e-6);
        expect(fit.top).toBeGreaterThanOrEqual(-1e-6);
        expect(Math.min(fit.left / target.width, fit.top / target.height)).toBeCloseTo(0, 6);
      }),
    );
  });
});

describe("dragging and zooming", () => {
  it("dragging to the right shows more of the left", () => {
    const dragged = dragFraming(startFraming, square, tall, { x: 0.2, y: 0 });
    expect(computeCrop(square, tall, dragged).left).toBeCloseTo(218.75 - 0.2 * 562.5);
  });

  it("a drag beyond the edge is undone by the smallest drag back", () => {
    const far = dragFraming(startFraming, square, tall, { x: 50, y: 0 });
    const back = dragFraming(far, square, tall, { x: -0.1, y: 0 });
    expect(computeCrop(square, tall, back).left).toBeCloseTo(56.25);
  });

  it("zoom stays between the whole picture and its largest", () => {
    expect(zoomFraming(startFraming, 0.1).zoom).toBe(1);
    expect(zoomFraming(startFraming, 100).zoom).toBe(maxZoom);
  });
});
