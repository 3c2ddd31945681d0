import { type Place, toPlaces } from "./places.ts";
import { makePlaceSearch, type PlaceSearch } from "./search-places.ts";

export type Gazetteer = { places: readonly Place[]; search: PlaceSearch };

/** The Kingdom's places with their search; loads about 23 KB (compressed) when it is called. */
export async function loadGazetteer(): Promise<Gazetteer> {
  const [{ cities }, { districts }] = await Promise.all([
    import("./generated/cities.ts"),
    import("./generated/districts.ts"),
  ]);
  const places = toPlaces(cities, districts);
  return { places, search: makePlaceSearch(places) };
}
