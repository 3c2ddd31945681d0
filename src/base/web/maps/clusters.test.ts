import { expect, it } from "vitest";
import { makeClusters } from "./clusters.ts";

const riyadh = { id: "riyadh", name: "الرياض", size: 6, latitude: 24.7136, longitude: 46.6753 };
const diriyah = { id: "diriyah", name: "الدرعية", size: 3, latitude: 24.734, longitude: 46.575 };
const jeddah = { id: "jeddah", name: "جدة", size: 6, latitude: 21.5433, longitude: 39.1728 };
const world = { south: 10, west: 30, north: 40, east: 60 };
const { list } = makeClusters([diriyah, riyadh, jeddah]);

it("far away, the largest place stands for those near it", () => {
  const labels = list(world, 5);
  expect(labels.find(({ id }) => id === "riyadh")).toMatchObject({
    others: 1,
    latitude: riyadh.latitude,
    longitude: riyadh.longitude,
  });
  expect(labels.find(({ id }) => id === "jeddah")).toMatchObject({ others: 0, zoomToOpen: null });
  expect(labels).toHaveLength(2);
});

it("at the zoom it names, a group comes apart", () => {
  const zoom = list(world, 5).find(({ id }) => id === "riyadh")?.zoomToOpen ?? 0;
  expect(list(world, zoom - 1)).toHaveLength(2);
  expect(list(world, zoom)).toHaveLength(3);
});

it("only what is in view is listed", () => {
  expect(list({ south: 20, west: 38, north: 23, east: 41 }, 12).map(({ id }) => id)).toEqual(["jeddah"]);
});
