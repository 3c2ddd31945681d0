import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { PlaceMap } from "#base/web/maps/place-map.tsx";
import { useGazetteer } from "#base/web/maps/use-gazetteer.ts";
import { useFormat } from "#base/web/runtime/format.ts";
import type { ReportTable } from "../../contract/report-table.calls.ts";
import { toReportSearch } from "../frame/report-state.ts";
import { useReportState } from "../frame/use-report-state.ts";
import { readMetric } from "./read-metric.ts";

/** Cities that have a circle, those with the most orders, and the radius of the largest, in metres. */
const shownCities = 12;
const largestRadius = 140_000;
const noPlaces: never[] = [];
const radius = { min: 0, max: largestRadius };

/** Orders by city: a circle's area is the number of orders; choosing one opens the city's orders. */
export function CitiesMap({ table, label }: { table: ReportTable; label: string }) {
  const gazetteer = useGazetteer().data;
  const format = useFormat();
  const { state } = useReportState();
  const navigate = useNavigate();
  const circles = useMemo(() => {
    const places = new Map(gazetteer?.places.map((place) => [place.key, place]));
    const cities = table.rows
      .flatMap((row) => {
        const place = places.get(row.key);
        const orders = readMetric(table, row.values, "store_orders") ?? 0;
        return place && orders > 0 ? [{ row, place, orders }] : [];
      })
      .sort((one, other) => other.orders - one.orders)
      .slice(0, shownCities);
    const most = cities[0]?.orders ?? 1;
    return cities.map(({ row, place, orders }) => ({
      id: row.key,
      name: `${row.name} ${format.number(orders)}`,
      latitude: place.latitude,
      longitude: place.longitude,
      radiusMetres: Math.max(12_000, Math.sqrt(orders / most) * largestRadius),
      isExcluded: false,
    }));
  }, [gazetteer, table, format]);
  const open = (city: string) =>
    void navigate({ to: "/reports", search: toReportSearch({ ...state, tab: "orders", city }) as never });
  return (
    <PlaceMap
      label={label}
      circles={circles}
      places={noPlaces}
      selected={null}
      radius={radius}
      onSelect={open}
      onPick={() => undefined}
      onPickPlace={() => undefined}
      onMove={() => undefined}
      onResize={() => undefined}
    />
  );
}
