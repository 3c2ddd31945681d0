import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openLeafletMap } from "./leaflet-map.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("that was resized and left does nothing more", () => {
  const box = document.createElement("div");
  document.body.append(box);
  let width = 390;
  Object.defineProperty(box, "clientWidth", { get: () => width });
  Object.defineProperty(box, "clientHeight", { value: 300 });
  const map = openLeafletMap(
    box,
    {
      onPick: vi.fn(),
      onPickPlace: vi.fn(),
      onSelect: vi.fn(),
      onMove: vi.fn(),
      onResize: vi.fn(),
    },
    { zoomIn: "+", zoomOut: "-" },
  );
  width = 500;
  window.dispatchEvent(new Event("resize"));
  vi.advanceTimersToNextFrame();
  map.destroy();
  expect(() => vi.runAllTimers()).not.toThrow();
});
