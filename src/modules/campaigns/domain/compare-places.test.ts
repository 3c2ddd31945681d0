import { expect, it } from "vitest";
import type { Location } from "../contract/shapes.ts";
import { comparePlaces } from "./compare-places.ts";

const place = (city: string | null, change: Partial<Location> = {}): Location => ({
  city,
  names: null,
  excluded: false,
  latitude: 24.7,
  longitude: 46.7,
  radius_metres: 10_000,
  ...change,
});
const riyadh = place("riyadh");
const jeddah = place("jeddah");

it("what came and what went is named, whatever the order", () => {
  expect(comparePlaces([riyadh, jeddah], [jeddah, place("abha")])).toEqual({
    added: [place("abha")],
    removed: [riyadh],
    resized: [],
  });
  expect(comparePlaces([riyadh, jeddah], [jeddah, riyadh])).toEqual({ added: [], removed: [], resized: [] });
});

it("the same place with another radius is resized", () => {
  const wider = place("riyadh", { radius_metres: 25_000 });
  expect(comparePlaces([riyadh], [wider])).toEqual({ added: [], removed: [], resized: [wider] });
});

it("a place that is left out from now on is another one than the place that was shown", () => {
  const without = place("riyadh", { excluded: true });
  expect(comparePlaces([riyadh], [without])).toEqual({ added: [without], removed: [riyadh], resized: [] });
});

it("a point that is moved is another one", () => {
  const [here, there] = [place(null), place(null, { latitude: 21.5 })];
  expect(comparePlaces([here], [there])).toEqual({ added: [there], removed: [here], resized: [] });
});
