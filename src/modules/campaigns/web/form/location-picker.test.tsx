import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MapEvents, MapView } from "#base/web/maps/drawn-map.ts";
import { renderWeb, setupI18n } from "#base/web/testing/render-web.tsx";
import type { Location } from "../../contract/shapes.ts";
import ar from "../../messages/ar.json" with { type: "json" };
import en from "../../messages/en.json" with { type: "json" };
import { LocationPicker } from "./location-picker.tsx";
import formAr from "./messages/ar.json" with { type: "json" };
import formEn from "./messages/en.json" with { type: "json" };

/** jsdom draws nothing: a map that lists its circles, and on which the first one can be moved and resized. */
vi.mock("#base/web/maps/place-map.tsx", () => ({
  PlaceMap: ({ circles, onPick, onMove, onResize }: MapView & MapEvents) => (
    <section aria-label="Map">
      <output>{circles.map(({ name, radiusMetres }) => `${name} ${radiusMetres}`).join("; ")}</output>
      <button type="button" onClick={() => onPick({ latitude: 24.5, longitude: 46.5 })}>
        press
      </button>
      <button type="button" onClick={() => onMove("0", { latitude: 21.5, longitude: 39.2 })}>
        move
      </button>
      <button type="button" onClick={() => onResize("0", 7_500)}>
        resize
      </button>
    </section>
  ),
}));

beforeEach(() =>
  setupI18n("en", {
    ar: { campaigns: ar, campaigns_form: formAr },
    en: { campaigns: en, campaigns_form: formEn },
  }),
);
afterEach(cleanup);

let value: Location[] = [];
const radius = { min: 1_000, max: 80_000 };

function Picker({ canExclude = true }: { canExclude?: boolean }) {
  const [places, setPlaces] = useState<Location[]>([]);
  value = places;
  return (
    <LocationPicker
      radius={radius}
      limits={{ supportsExcludedPlaces: canExclude, maxGeoRadii: 2 }}
      value={places}
      onChange={setPlaces}
    />
  );
}

const open = (canExclude = true) =>
  renderWeb(
    <QueryClientProvider client={new QueryClient()}>
      <Picker canExclude={canExclude} />
    </QueryClientProvider>,
  );

async function choose(text: string, option: string) {
  await userEvent.type(screen.getByPlaceholderText(/whole Kingdom|Find a city/), text);
  await userEvent.click(await screen.findByText(option));
}

it("a district is found by its name and chosen with its city, its radius and its circle", async () => {
  open();
  await choose("malqa", "Al-Malqa · Riyadh");
  expect(value).toMatchObject([{ city: "riyadh/al-malqa", radius_metres: 3_000, excluded: false }]);
  expect(await screen.findByText("Al-Malqa, Riyadh 3000")).toBeTruthy();
});

it("a point is pressed on the map, named, and its circle resized", async () => {
  open();
  await userEvent.click(await screen.findByRole("button", { name: "press" }));
  await userEvent.type(screen.getByLabelText("Name of the point"), "Our branch");
  await userEvent.click(screen.getByRole("button", { name: "resize" }));
  expect(value).toEqual([
    {
      city: null,
      names: { ar: "Our branch", en: "Our branch" },
      excluded: false,
      latitude: 24.5,
      longitude: 46.5,
      radius_metres: 7_500,
    },
  ]);
});

it("a city moved far away is a point without its name", async () => {
  open();
  await choose("tabuk", "Tabuk");
  await userEvent.click(await screen.findByRole("button", { name: "move" }));
  expect(value).toMatchObject([{ city: null, names: null, latitude: 21.5, longitude: 39.2 }]);
});

it("a place is left out only where the platform can", async () => {
  open();
  await choose("riyadh", "Riyadh");
  await userEvent.click(screen.getByRole("switch", { name: /^Don't show the ad in .*Riyadh/ }));
  expect(value).toMatchObject([{ city: "riyadh", excluded: true }]);
  expect(screen.getByText(/whole Kingdom, except in these places/)).toBeTruthy();
  cleanup();
  open(false);
  await choose("riyadh", "Riyadh");
  expect(screen.queryByRole("switch")).toBeNull();
});

it("a radius that the platform refuses becomes the nearest accepted one by a tap", async () => {
  open();
  await choose("riyadh", "Riyadh");
  fireEvent.change(screen.getByLabelText(/^Radius around/), { target: { value: "95" } });
  await userEvent.click(screen.getByRole("button", { name: /Make it/ }));
  expect(value).toMatchObject([{ radius_metres: 80_000 }]);
  expect(screen.queryByRole("button", { name: /Make it/ })).toBeNull();
});

it("no more places can be added than the platform takes", async () => {
  open();
  await choose("riyadh", "Riyadh");
  await choose("jeddah", "Jeddah");
  expect(screen.getByText(/as many locations as the platform takes/)).toBeTruthy();
  await userEvent.click(await screen.findByRole("button", { name: "press" }));
  expect(value).toHaveLength(2);
});
