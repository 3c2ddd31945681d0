import "leaflet/dist/leaflet.css";
import * as leaflet from "leaflet";
import { useEffect, useRef } from "react";
import { feature } from "topojson-client";
import type { Location } from "../../contract/shapes.ts";
import classes from "./form.module.css";

type Props = {
  label: string;
  places: readonly (Location & { name: string })[];
  onPick: (latitude: number, longitude: number) => void;
};

/** The world's outlines in topojson's format. */
type World = Parameters<typeof feature>[0];

const kingdom: leaflet.LatLngBoundsLiteral = [
  [15.8, 34.2],
  [32.4, 56],
];

/**
 * The Kingdom drawn from bundled outlines, without a tile server, with the chosen geo radii. A press adds a point; the
 * list beside it does the same by keyboard. Loaded only where it is shown.
 */
// biome-ignore lint/style/noDefaultExport: React.lazy takes a default export
export default function LocationMap({ label, places, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<leaflet.Map | null>(null);
  const layer = useRef<leaflet.LayerGroup | null>(null);
  const pick = useRef(onPick);
  pick.current = onPick;

  useEffect(() => {
    if (!box.current) return;
    const map = leaflet.map(box.current, {
      attributionControl: false,
      minZoom: 4,
      maxZoom: 11,
      scrollWheelZoom: false,
      keyboard: false,
    });
    map.fitBounds(kingdom);
    chart.current = map;
    layer.current = leaflet.layerGroup().addTo(map);
    map.on("click", ({ latlng }) => pick.current(round(latlng.lat), round(latlng.lng)));
    const controller = new AbortController();
    void drawOutlines(map, controller.signal);
    return () => {
      controller.abort();
      map.remove();
      chart.current = null;
      layer.current = null;
    };
  }, []);

  useEffect(() => {
    if (chart.current && layer.current) drawPlaces(chart.current, layer.current, places);
  }, [places]);

  // Leaflet counts from the left: in a right-to-left box its parts land far away.
  return (
    <section dir="ltr" aria-label={label}>
      <div ref={box} className={classes.map} />
    </section>
  );
}

/**
 * Draws for each location a circle of its radius, a dot that is visible at any zoom, and its name; fits the map to all
 * of them.
 */
function drawPlaces(map: leaflet.Map, layer: leaflet.LayerGroup, places: Props["places"]): void {
  layer.clearLayers();
  const palm = { color: colour("--palm"), weight: 2, fillOpacity: 0.25, interactive: false };
  for (const { latitude, longitude, radius_metres, name } of places) {
    leaflet.circle([latitude, longitude], { ...palm, radius: radius_metres }).addTo(layer);
    leaflet
      .circleMarker([latitude, longitude], { ...palm, radius: 5, fillOpacity: 1 })
      .bindTooltip(name, { permanent: true, direction: "top", className: classes.mapName ?? "" })
      .addTo(layer);
  }
  const bounds = places.map((place) =>
    leaflet.latLng(place.latitude, place.longitude).toBounds(place.radius_metres * 3),
  );
  const [first, ...rest] = bounds;
  const all =
    first &&
    rest.reduce(
      (sum, one) => sum.extend(one),
      leaflet.latLngBounds(first.getSouthWest(), first.getNorthEast()),
    );
  map.fitBounds(all ?? leaflet.latLngBounds(kingdom), { maxZoom: 9, animate: false });
}

async function drawOutlines(map: leaflet.Map, signal: AbortSignal): Promise<void> {
  const world = (await import("world-atlas/countries-110m.json")).default as unknown as World;
  if (signal.aborted) return;
  const { countries } = world.objects;
  if (!countries) return;
  const shapes = feature(world, countries);
  leaflet
    .geoJSON(shapes, {
      interactive: false,
      style: (shape) => ({
        color: colour("--line-strong"),
        weight: 1,
        fillColor: colour("--card"),
        fillOpacity: shape?.properties?.name === "Saudi Arabia" ? 1 : 0.35,
      }),
    })
    .addTo(map)
    .bringToBack();
}

const colour = (token: string) => getComputedStyle(document.documentElement).getPropertyValue(token).trim();
const round = (degrees: number) => Math.round(degrees * 10_000) / 10_000;
