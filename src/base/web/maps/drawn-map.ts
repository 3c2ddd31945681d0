/** A place on the map, in degrees. */
export type Position = { latitude: number; longitude: number };

/** A circle that is shown, and while it is selected can be moved and resized. */
export type MapCircle = Position & { id: string; name: string; radiusMetres: number; isExcluded: boolean };

/** A named place that can be chosen; where many lie close together, the largest stands for all. */
export type MapPlace = Position & { id: string; name: string; size: number };

/** Everything the map shows. A circle's radius stays within `radius`, in metres. */
export type MapView = {
  circles: readonly MapCircle[];
  places: readonly MapPlace[];
  selected: string | null;
  radius: { min: number; max: number };
};

/** What someone does on the map. Positions are rounded to about ten metres, radii to a hundred. */
export type MapEvents = {
  onPick: (at: Position) => void;
  onPickPlace: (id: string) => void;
  onSelect: (id: string) => void;
  onMove: (id: string, at: Position) => void;
  onResize: (id: string, radiusMetres: number) => void;
};

/** What the controls are called, in the reader's language. */
export type MapTexts = { zoomIn: string; zoomOut: string };

/** A map drawn by one of the engines. */
export interface DrawnMap {
  /** Shows this and nothing else. A circle that becomes selected, and added ones, are brought into view. */
  draw(view: MapView): void;
  destroy(): void;
}

/** Degrees. */
export type Box = { south: number; west: number; north: number; east: number };

/** The Kingdom with a margin. */
export const kingdomBox: Box = { south: 15.8, west: 34.2, north: 32.4, east: 56 };

/** A degree of latitude, and of longitude at the equator. */
const degreeMetres = 111_320;
/** A circle that takes less of the map's height is too small to work with. */
const smallestShare = 1 / 8;

/** The box around a circle. */
export function boxAround({ latitude, longitude, radiusMetres }: Position & { radiusMetres: number }): Box {
  const high = radiusMetres / degreeMetres;
  const wide = high / Math.cos((latitude * Math.PI) / 180);
  return {
    south: latitude - high,
    west: longitude - wide,
    north: latitude + high,
    east: longitude + wide,
  };
}

/** Whether a circle is not wholly in view, or too small there. */
function needsFocus(circle: MapCircle, shown: Box): boolean {
  const box = boxAround(circle);
  const share = (box.north - box.south) / (shown.north - shown.south);
  return !isInside(box, shown) || share < smallestShare;
}

/** The box around all circles when some of them are not in view; null when there is nothing to do. */
function findHidden(circles: readonly MapCircle[], shown: Box): Box | null {
  const boxes = circles.map(boxAround);
  if (boxes.every((box) => isInside(box, shown))) return null;
  return boxes.reduce((all, box) => ({
    south: Math.min(all.south, box.south),
    west: Math.min(all.west, box.west),
    north: Math.max(all.north, box.north),
    east: Math.max(all.east, box.east),
  }));
}

/** What to bring into view for a change of what is shown; null when it is well in view. */
export function findFocus(before: MapView, next: MapView, shown: Box): Box | null {
  const selected = next.circles.find(({ id }) => id === next.selected);
  if (selected && next.selected !== before.selected)
    return needsFocus(selected, shown)
      ? boxAround({ ...selected, radiusMetres: selected.radiusMetres * 2 })
      : null;
  return next.circles.length === before.circles.length ? null : findHidden(next.circles, shown);
}

const isInside = (inner: Box, outer: Box): boolean =>
  inner.south >= outer.south &&
  inner.north <= outer.north &&
  inner.west >= outer.west &&
  inner.east <= outer.east;

export function roundPosition({ latitude, longitude }: Position): Position {
  const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
  return { latitude: round(latitude), longitude: round(longitude) };
}

/** A radius in whole hundreds of metres, within the bounds. */
export function roundRadius(metres: number, { min, max }: MapView["radius"]): number {
  return Math.min(max, Math.max(min, Math.round(metres / 100) * 100));
}
