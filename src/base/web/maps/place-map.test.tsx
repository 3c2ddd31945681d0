import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { renderWeb, setupI18n } from "../testing/render-web.tsx";
import type { DrawnMap, MapEvents, MapView } from "./drawn-map.ts";
import { PlaceMap } from "./place-map.tsx";

/** jsdom has neither Google nor a canvas: engines that say their name, and can be told to fail. */
const engines = vi.hoisted(() => ({
  google: vi.fn(),
  leaflet: vi.fn(),
  refuseKey: () => {},
}));
vi.mock("./google-map.ts", () => ({
  openGoogleMap: async (box: HTMLElement, _: MapEvents, { onRefused }: { onRefused: () => void }) => {
    engines.refuseKey = onRefused;
    engines.google();
    return writeInto(box, "Google");
  },
}));
vi.mock("./leaflet-map.ts", () => ({
  openLeafletMap: (box: HTMLElement) => {
    engines.leaflet();
    return writeInto(box, "Bundled");
  },
}));

const writeInto = (box: HTMLElement, name: string): DrawnMap => ({
  draw: ({ circles }: MapView) => {
    box.textContent = `${name}: ${circles.map((circle) => circle.name).join()}`;
  },
  destroy: () => {
    box.textContent = "";
  },
});

const setKey = (key: string) => {
  document.head.innerHTML = `<meta name="google-maps-key" content="${key}"><meta name="google-maps-version" content="3.47">`;
};
beforeEach(async () => {
  setKey("");
  engines.google.mockReset();
  engines.leaflet.mockReset();
  await setupI18n("en");
});
afterEach(cleanup);

const nothing = () => {};
const riyadh = {
  id: "0",
  name: "Riyadh",
  latitude: 24.7,
  longitude: 46.7,
  radiusMetres: 35_000,
  isExcluded: false,
};
const circles = [riyadh];
const places: MapView["places"] = [];
const open = () =>
  renderWeb(
    <PlaceMap
      label="Map"
      circles={circles}
      places={places}
      selected={null}
      radius={{ min: 1_000, max: 80_000 }}
      onPick={nothing}
      onPickPlace={nothing}
      onSelect={nothing}
      onMove={nothing}
      onResize={nothing}
    />,
  );

it("without a key the map is the bundled one, and Google is not asked", async () => {
  open();
  expect(await screen.findByText("Bundled: Riyadh")).toBeTruthy();
  expect(engines.google).not.toHaveBeenCalled();
});

it("with a key the map is Google's", async () => {
  setKey("key");
  open();
  expect(await screen.findByText("Google: Riyadh")).toBeTruthy();
  expect(engines.leaflet).not.toHaveBeenCalled();
});

it("when Google cannot be reached, the bundled map appears", async () => {
  setKey("key");
  engines.google.mockImplementation(() => {
    throw new Error("no network");
  });
  open();
  expect(await screen.findByText("Bundled: Riyadh")).toBeTruthy();
});

it("when Google refuses the key afterwards, the bundled map takes its place", async () => {
  setKey("key");
  open();
  await screen.findByText("Google: Riyadh");
  act(() => engines.refuseKey());
  expect(await screen.findByText("Bundled: Riyadh")).toBeTruthy();
});

it("a map that does not load says so, and is tried again by a tap", async () => {
  engines.leaflet.mockImplementationOnce(() => {
    throw new Error("no network");
  });
  open();
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Bundled: Riyadh")).toBeTruthy();
});

it.each(["", "a-key"])(
  "the sources of the places and their licences stand below the map (key: %j)",
  async (key) => {
    setKey(key);
    open();
    const credits = await screen.findByText("GeoNames");
    expect(credits).toHaveProperty("href", "https://www.geonames.org/");
    expect(credits.closest("p")?.textContent).toContain("GeoNames (CC BY 4.0)");
  },
);
