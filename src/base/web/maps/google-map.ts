import { type Clusters, type Label, makeClusters } from "./clusters.ts";
import {
  type DrawnMap,
  findFocus,
  kingdomBox,
  type MapCircle,
  type MapEvents,
  type MapView,
  type Position,
  roundPosition,
  roundRadius,
} from "./drawn-map.ts";
import { loadGoogleMaps } from "./google-loader.ts";
import { readColour } from "./read-colour.ts";

type Maps = typeof google.maps;
type Options = { key: string; version: string; language: string; onRefused: () => void };

/** The map drawn by Google. Rejects when Google cannot be reached; `onRefused` when it refuses the key afterwards. */
export async function openGoogleMap(
  box: HTMLElement,
  events: MapEvents,
  { language, onRefused, ...settings }: Options,
): Promise<DrawnMap> {
  window.gm_authFailure = onRefused;
  const maps = await loadGoogleMaps(settings, language);
  const map = new maps.Map(box, {
    clickableIcons: false,
    fullscreenControl: false,
    gestureHandling: "cooperative",
    mapTypeControl: false,
    streetViewControl: false,
    maxZoom: 16,
    minZoom: 4,
  });
  map.fitBounds(kingdomBox);
  map.addListener("click", ({ latLng }: google.maps.MapMouseEvent) => {
    if (latLng) events.onPick(toPosition(latLng));
  });
  const circles = new Map<string, google.maps.Circle>();
  const labels: google.maps.Marker[] = [];
  let view: MapView = { circles: [], places: [], selected: null, radius: { min: 0, max: 0 } };
  let clusters: Clusters = makeClusters([]);
  const drawLabels = () => {
    const bounds = map.getBounds()?.toJSON();
    for (const marker of labels.splice(0)) marker.setMap(null);
    if (!bounds) return;
    for (const label of clusters.list(bounds, map.getZoom() ?? 5))
      labels.push(toMarker(maps, map, label, events));
  };
  map.addListener("idle", drawLabels);

  return {
    draw(next) {
      if (next.places !== view.places) {
        clusters = makeClusters(next.places);
        drawLabels();
      }
      const focus = findFocus(view, next, map.getBounds()?.toJSON() ?? kingdomBox);
      view = next;
      for (const [id, shape] of circles)
        if (!next.circles.some((circle) => circle.id === id)) {
          shape.setMap(null);
          circles.delete(id);
        }
      for (const circle of next.circles) {
        const shape = circles.get(circle.id) ?? openCircle(maps, map, circle.id, () => view.radius, events);
        circles.set(circle.id, shape);
        showCircle(shape, circle, circle.id === next.selected);
      }
      if (focus) map.fitBounds(focus);
    },
    destroy() {
      maps.event.clearInstanceListeners(map);
      for (const shape of circles.values()) shape.setMap(null);
      box.replaceChildren();
    },
  };
}

/** A circle that reports when someone moves or resizes it; what it already shows is reported to nobody. */
function openCircle(
  maps: Maps,
  map: google.maps.Map,
  id: string,
  readRadius: () => MapView["radius"],
  events: MapEvents,
): google.maps.Circle {
  const shape = new maps.Circle({ map });
  shape.addListener("click", () => events.onSelect(id));
  shape.addListener("dragend", () => {
    const centre = shape.getCenter();
    if (centre) events.onMove(id, toPosition(centre));
  });
  shape.addListener("radius_changed", () => {
    if (shape.getRadius() !== shape.get("shownRadius"))
      events.onResize(id, roundRadius(shape.getRadius(), readRadius()));
  });
  return shape;
}

function showCircle(shape: google.maps.Circle, circle: MapCircle, isSelected: boolean): void {
  const colour = readColour(circle.isExcluded ? "--bad" : "--palm");
  shape.set("shownRadius", circle.radiusMetres);
  shape.setOptions({
    center: { lat: circle.latitude, lng: circle.longitude },
    radius: circle.radiusMetres,
    editable: isSelected,
    draggable: isSelected,
    strokeColor: colour,
    strokeWeight: isSelected ? 3 : 2,
    fillColor: colour,
    fillOpacity: circle.isExcluded ? 0.08 : 0.2,
  });
}

function toMarker(maps: Maps, map: google.maps.Map, label: Label, events: MapEvents): google.maps.Marker {
  const position = { lat: label.latitude, lng: label.longitude };
  const marker = new maps.Marker({
    map,
    position,
    title: label.name,
    icon: {
      path: maps.SymbolPath.CIRCLE,
      scale: label.others > 0 ? 12 : 6,
      fillColor: readColour("--card"),
      fillOpacity: 1,
      strokeColor: readColour("--palm"),
      strokeWeight: 2,
    },
    ...(label.others > 0 ? { label: String(label.others + 1) } : {}),
  });
  marker.addListener("click", () => {
    if (label.zoomToOpen === null) return events.onPickPlace(label.id);
    map.setZoom(label.zoomToOpen);
    map.panTo(position);
  });
  return marker;
}

const toPosition = (at: google.maps.LatLng): Position =>
  roundPosition({ latitude: at.lat(), longitude: at.lng() });
