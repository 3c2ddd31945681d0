import Supercluster from "supercluster";
import type { Box, MapPlace, Position } from "./drawn-map.ts";

/** A place with the number of smaller ones it stands for at this zoom. */
export type Label = MapPlace & {
  others: number;
  /** The zoom at which they come apart; null for a place that stands for itself only. */
  zoomToOpen: number | null;
};

export type Clusters = { list: (shown: Box, zoom: number) => Label[] };

/** Groups places that lie within 60 pixels of each other, up to zoom 16. */
export function makeClusters(places: readonly MapPlace[]): Clusters {
  const index = new Supercluster<MapPlace, MapPlace>({
    radius: 60,
    maxZoom: 16,
    map: (place) => ({ ...place }),
    reduce: (largest, place) => {
      if (place.size > largest.size) Object.assign(largest, place);
    },
  });
  index.load(places.map((place) => ({ type: "Feature", properties: place, geometry: toPoint(place) })));
  return {
    list: ({ west, south, east, north }, zoom) =>
      index.getClusters([west, south, east, north], Math.floor(zoom)).map(({ properties }) => {
        if (!("cluster" in properties)) return { ...properties, others: 0, zoomToOpen: null };
        const { id, name, size, latitude, longitude, cluster_id, point_count } = properties;
        const zoomToOpen = index.getClusterExpansionZoom(cluster_id);
        return { id, name, size, latitude, longitude, others: point_count - 1, zoomToOpen };
      }),
  };
}

const toPoint = ({ longitude, latitude }: Position) => ({
  type: "Point" as const,
  coordinates: [longitude, latitude],
});
