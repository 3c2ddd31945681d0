import type { Location } from "../contract/shapes.ts";

/** What became of an ad group's places. `resized`: the same place with another radius. */
export type PlacesChange = { added: Location[]; removed: Location[]; resized: Location[] };

/** A city or district is itself wherever its point was put; a point of the merchant's is where it is. */
const toIdentity = ({ city, latitude, longitude, excluded }: Location): string =>
  `${city ?? `${latitude},${longitude}`} ${excluded}`;

/** Compares two lists of places, each in its own order. */
export function comparePlaces(before: readonly Location[], after: readonly Location[]): PlacesChange {
  const old = new Map(before.map((place) => [toIdentity(place), place]));
  const kept = new Set(after.map(toIdentity));
  return {
    added: after.filter((place) => !old.has(toIdentity(place))),
    removed: before.filter((place) => !kept.has(toIdentity(place))),
    resized: after.filter((place) => {
      const earlier = old.get(toIdentity(place));
      return earlier !== undefined && earlier.radius_metres !== place.radius_metres;
    }),
  };
}
