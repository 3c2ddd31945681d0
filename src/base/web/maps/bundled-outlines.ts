import * as leaflet from "leaflet";
import { readColour } from "./read-colour.ts";

/** As `scripts/make-places.ts` writes it: lines of points, longitude first. */
type Outlines = Record<"kingdom" | "neighbours" | "roads", number[][][]>;

/** Straight lines between towns mislead when one is close. */
const roadsMaxZoom = 9;
const pane = "outlines";

/**
 * Draws the Kingdom, its main roads and the land around it, under everything else. No border but the Kingdom's is drawn:
 * whose the others are is not for us to say. Loads 19 KB (compressed).
 */
export async function drawOutlines(map: leaflet.Map, signal: AbortSignal): Promise<void> {
  const { default: file } = await import("./generated/kingdom.json");
  if (signal.aborted) return;
  const { kingdom, neighbours, roads } = file as Outlines;
  // Below the circles, which may have been drawn before the outlines arrived.
  map.createPane(pane).style.zIndex = "300";
  const line = { pane, interactive: false, color: readColour("--line-strong") };
  const land = { ...line, weight: 1, fillColor: readColour("--card") };
  leaflet.polygon(toPolygons(neighbours), { ...land, stroke: false, fillOpacity: 0.35 }).addTo(map);
  leaflet.polygon(toPolygons(kingdom), { ...land, fillOpacity: 1 }).addTo(map);
  const roadLines = leaflet.polyline(toLines(roads), { ...line, weight: 1.5 });
  const showRoads = () => {
    if (map.getZoom() <= roadsMaxZoom) roadLines.addTo(map);
    else roadLines.remove();
  };
  map.on("zoomend", showRoads);
  showRoads();
}

const toPolygons = (outlines: number[][][]) => toLines(outlines).map((outline) => [outline]);

const toLines = (lines: number[][][]): leaflet.LatLngTuple[][] =>
  lines.map((line) => line.map(([longitude = 0, latitude = 0]) => [latitude, longitude]));
