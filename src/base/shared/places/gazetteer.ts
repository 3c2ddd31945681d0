import { type Place, toPlaces } from "./places.ts";
import { makePlaceSearch, type PlaceSearch } from "./search-places.ts";

export type Gazetteer = { places: readonly Place[]; search: PlaceSearch };

/** The Kingdom's places with their search; loads about 21 KB (compressed) when it is called. */
export async function loadGazetteer(): Promise<Gazetteer> {
  const [{ cities }, { governorates }, { districts }] = await Promise.all([
    import("./generated/cities.ts"),
    import("./generated/governorates.ts"),
    import("./generated/districts.ts"),
  ]);
  const places = toPlaces({ cities, governorates, districts });
  return { places, search: makePlaceSearch(places) };
}
