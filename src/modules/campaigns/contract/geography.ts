type Point = { latitude: number; longitude: number };
type Circle = Point & { radius_metres: number };

/** The Kingdom lies within these degrees; so do parts of its neighbours, where platforms deliver nothing. */
const frame = { south: 16, north: 32.3, west: 34.4, east: 55.8 };
const earthRadiusMetres = 6_371_000;

/** Whether a point may be in the Kingdom. */
export function isInKingdom({ latitude, longitude }: Point): boolean {
  const { south, north, west, east } = frame;
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east;
}

/** Whether a circle lies wholly within another one. */
export function isWithinCircle(inner: Circle, outer: Circle): boolean {
  return computeDistanceMetres(inner, outer) + inner.radius_metres <= outer.radius_metres;
}

/** The great-circle distance between two points, in metres (haversine). */
export function computeDistanceMetres(one: Point, other: Point): number {
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const share =
    half(other.latitude - one.latitude) +
    cos(one.latitude) * cos(other.latitude) * half(other.longitude - one.longitude);
  return 2 * earthRadiusMetres * Math.asin(Math.min(1, Math.sqrt(share)));
}
