import type { Language } from "#base/shared/language.ts";
import type { Place } from "#base/shared/places/places.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { computeDistanceMetres } from "../../contract/geography.ts";
import type { Location } from "../../contract/shapes.ts";

export type Radius = NonNullable<Capabilities["radiusMetres"]>;

/** How far a point on the map reaches at first, where the platform accepts it. */
const pointReachMetres = 10_000;

/** The nearest radius that the platform accepts, in metres. */
export const clampRadius = (metres: number, { min, max }: Radius): number =>
  Math.min(max, Math.max(min, metres));

/** A place of the gazetteer as a location, with its own radius where the platform accepts it. */
export function toLocation({ key, names, city, radiusMetres, ...at }: Place, radius: Radius): Location {
  return {
    city: key,
    names: {
      ar: city ? `${names.ar}، ${city.ar}` : names.ar,
      en: city ? `${names.en}, ${city.en}` : names.en,
    },
    excluded: false,
    latitude: at.latitude,
    longitude: at.longitude,
    radius_metres: clampRadius(radiusMetres, radius),
  };
}

/** A point on the map as a location without a name. */
export function toPoint(at: Pick<Location, "latitude" | "longitude">, radius: Radius): Location {
  return {
    city: null,
    names: null,
    excluded: false,
    ...at,
    radius_metres: clampRadius(pointReachMetres, radius),
  };
}

/**
 * What changes of a location that is moved. A city or district that is moved out of itself becomes a point without a
 * name: its name would say where it no longer is.
 */
export function movePlace(
  at: Pick<Location, "latitude" | "longitude">,
  known: Place | undefined,
): Partial<Location> {
  const isOut = known !== undefined && computeDistanceMetres(at, known) > known.radiusMetres;
  return isOut ? { ...at, city: null, names: null } : at;
}

/** Whether the circle is only roughly the place: a governorate's or a district's, known by their keys. */
export const isRoughCircle = ({ city }: Pick<Location, "city">): boolean =>
  city !== null && (city.includes("/") || city.endsWith("-governorate"));

/** The city that a location belongs to: its own, or the nearest; undefined while there are none. */
export function findCity(
  { city, ...at }: Pick<Location, "city" | "latitude" | "longitude">,
  cities: readonly Place[],
): Place | undefined {
  const own = cities.find(({ key }) => key === city?.split("/")[0]);
  if (own) return own;
  const byDistance = cities.map((place) => ({ place, metres: computeDistanceMetres(at, place) }));
  return byDistance.sort((one, other) => one.metres - other.metres)[0]?.place;
}

/** The first place that an audience has and does not exclude: named hours are those of its city. */
export const findFirstPlace = (groups: readonly { locations: readonly Location[] }[]): Location | undefined =>
  groups.flatMap(({ locations }) => locations).find(({ excluded }) => !excluded);

/** What the merchant calls a point, the same in both languages; null when the text is empty. */
export const toPointNames = (text: string): Location["names"] =>
  text.trim() === "" ? null : { ar: text, en: text };

/** The location's name in the reader's language; `point` for one without a name. */
export const formatPlace = ({ names }: Pick<Location, "names">, language: Language, point: string): string =>
  names?.[language].trim() || point;
