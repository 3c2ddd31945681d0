import "leaflet/dist/leaflet.css";
import * as leaflet from "leaflet";
import { drawOutlines } from "./bundled-outlines.ts";
import { type Clusters, type Label, makeClusters } from "./clusters.ts";
import {
  type Box,
  boxAround,
  type DrawnMap,
  findFocus,
  kingdomBox,
  type MapCircle,
  type MapEvents,
  type MapTexts,
  type MapView,
  type Position,
  roundPosition,
  roundRadius,
} from "./drawn-map.ts";
import classes from "./maps.module.css";
import { readColour } from "./read-colour.ts";

/** The map drawn from bundled data, without a tile server. */
export function openLeafletMap(box: HTMLElement, events: MapEvents, texts: MapTexts): DrawnMap {
  const map = leaflet.map(box, {
    minZoom: 4,
    maxZoom: 14,
    // The kingdom fills the map at any width.
    zoomSnap: 0.25,
    scrollWheelZoom: false,
    keyboard: false,
    zoomControl: false,
    // The component above names the sources, for both engines.
    attributionControl: false,
  });
  leaflet.control.zoom({ zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map);
  map.fitBounds(toBounds(kingdomBox));
  map.on("click", ({ latlng }) => events.onPick(toPosition(latlng)));
  const controller = new AbortController();
  // Without its outlines the map still shows names and circles.
  drawOutlines(map, controller.signal).catch(() => undefined);

  const labels = leaflet.layerGroup().addTo(map);
  const circles = leaflet.layerGroup().addTo(map);
  let view: MapView = { circles: [], places: [], selected: null, radius: { min: 0, max: 0 } };
  let clusters: Clusters = makeClusters([]);
  const drawLabels = () => {
    labels.clearLayers();
    for (const label of clusters.list(toBox(map.getBounds()), map.getZoom()))
      toLabelMarker(map, label, events).addTo(labels);
  };
  map.on("moveend", drawLabels);
  // The names have their places once the browser has laid them out.
  const hideNames = () => void requestAnimationFrame(() => hideCoveredNames(circles));
  map.on("zoomend moveend resize", hideNames);

  return {
    draw(next) {
      if (next.places !== view.places) {
        clusters = makeClusters(next.places);
        drawLabels();
      }
      circles.clearLayers();
      for (const circle of next.circles) drawCircle(circles, circle, next, events);
      const focus = findFocus(view, next, toBox(map.getBounds()));
      view = next;
      if (focus) map.fitBounds(toBounds(focus), { maxZoom: 13, animate: false });
      hideNames();
    },
    destroy() {
      controller.abort();
      // After a resize Leaflet reports the move later, also from a map that has been removed meanwhile.
      map.off("moveend", drawLabels).off("zoomend moveend resize", hideNames);
      map.remove();
    },
  };
}

function toLabelMarker(map: leaflet.Map, label: Label, events: MapEvents): leaflet.Marker {
  const text = document.createElement("span");
  text.dir = "auto";
  text.textContent = label.others > 0 ? `${label.name} +${label.others}` : label.name;
  const at = leaflet.latLng(label.latitude, label.longitude);
  return leaflet
    .marker(at, { icon: toIcon(text, classes.label), keyboard: false, riseOnHover: true })
    .on("click", () =>
      label.zoomToOpen === null ? events.onPickPlace(label.id) : map.setView(at, label.zoomToOpen),
    );
}

/** A circle and its name; the selected one also has handles to move and resize it. */
function drawCircle(layer: leaflet.LayerGroup, circle: MapCircle, view: MapView, events: MapEvents): void {
  const { id, name, isExcluded, radiusMetres } = circle;
  const at = leaflet.latLng(circle.latitude, circle.longitude);
  const isSelected = id === view.selected;
  const color = readColour(isExcluded ? "--bad" : "--palm");
  const shape = leaflet
    .circle(at, {
      radius: radiusMetres,
      color,
      weight: isSelected ? 3 : 2,
      ...(isExcluded ? { dashArray: "6 6" } : {}),
      fillOpacity: 0.2,
      bubblingMouseEvents: false,
    })
    .on("click", () => events.onSelect(id))
    .on("mouseover mouseout", ({ type }) =>
      shape
        .getTooltip()
        ?.getElement()
        ?.classList.toggle(classes.pointed ?? "", type === "mouseover"),
    )
    .addTo(layer);
  const text = document.createElement("span");
  text.dir = "auto";
  text.textContent = name;
  shape.bindTooltip(text, { permanent: true, direction: "top", className: classes.name ?? "" });
  if (isSelected) drawHandles(layer, shape, circle, view.radius, events);
}

/** Of names that lie on each other the first circle's is read; the others come with the pointer, or with more zoom. */
function hideCoveredNames(layer: leaflet.LayerGroup): void {
  const shown: DOMRect[] = [];
  layer.eachLayer((shape) => {
    const name = shape.getTooltip()?.getElement();
    if (!name) return;
    const box = name.getBoundingClientRect();
    const isCovered = shown.some((other) => overlap(box, other));
    name.classList.toggle(classes.covered ?? "", isCovered);
    if (!isCovered) shown.push(box);
  });
}

const overlap = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

function drawHandles(
  layer: leaflet.LayerGroup,
  shape: leaflet.Circle,
  { id }: MapCircle,
  radius: MapView["radius"],
  events: MapEvents,
): void {
  const centre = toHandle(shape.getLatLng(), classes.handle).addTo(layer);
  const edge = toHandle(findEdge(shape), classes.edge).addTo(layer);
  centre.on("drag", () => {
    shape.setLatLng(centre.getLatLng());
    edge.setLatLng(findEdge(shape));
  });
  centre.on("dragend", () => events.onMove(id, toPosition(centre.getLatLng())));
  edge.on("drag", () => shape.setRadius(measure(shape, edge, radius)));
  edge.on("dragend", () => events.onResize(id, measure(shape, edge, radius)));
}

const measure = (shape: leaflet.Circle, edge: leaflet.Marker, radius: MapView["radius"]) =>
  roundRadius(shape.getLatLng().distanceTo(edge.getLatLng()), radius);

/** The easternmost point of a circle. */
function findEdge(shape: leaflet.Circle): leaflet.LatLng {
  const { lat, lng } = shape.getLatLng();
  const { east } = boxAround({ latitude: lat, longitude: lng, radiusMetres: shape.getRadius() });
  return leaflet.latLng(lat, east);
}

const toHandle = (at: leaflet.LatLng, className: string | undefined) =>
  leaflet.marker(at, {
    icon: toIcon(document.createElement("span"), className),
    draggable: true,
    keyboard: false,
    zIndexOffset: 1_000,
  });

/** An icon without a size of its own: its style places it. */
const toIcon = (html: HTMLElement, className = "") => leaflet.divIcon({ html, className, iconSize: [0, 0] });

const toPosition = ({ lat, lng }: leaflet.LatLng): Position =>
  roundPosition({ latitude: lat, longitude: lng });

const toBounds = ({ south, west, north, east }: Box) => leaflet.latLngBounds([south, west], [north, east]);

const toBox = (bounds: leaflet.LatLngBounds): Box => ({
  south: bounds.getSouth(),
  west: bounds.getWest(),
  north: bounds.getNorth(),
  east: bounds.getEast(),
});
