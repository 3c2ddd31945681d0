import { lazy, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useGazetteer } from "#base/web/maps/use-gazetteer.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { Location } from "../../contract/shapes.ts";
import { formatPlace, movePlace, type Radius, toLocation, toPoint } from "./places.ts";

const PlaceMap = lazy(async () => ({ default: (await import("#base/web/maps/place-map.tsx")).PlaceMap }));

type Props = {
  value: readonly Location[];
  radius: Radius;
  selected: number | null;
  onSelect: (at: number) => void;
  onChange: (at: number, patch: Partial<Location>) => void;
  onAdd: (place: Location) => void;
};

/** The chosen places as circles, which know themselves by their place in the list, and all others to choose from. */
export function LocationMap({ value, radius, selected, onSelect, onChange, onAdd }: Props) {
  const { t } = useTranslation("campaigns_form");
  const { data: gazetteer } = useGazetteer();
  const find = (key: string | null | undefined) => gazetteer?.places.find((one) => one.key === key);
  return (
    <PlaceMap
      label={t("map")}
      circles={useCircles(value)}
      places={useMapPlaces()}
      selected={selected === null ? null : String(selected)}
      radius={radius}
      onPick={(at) => onAdd(toPoint(at, radius))}
      onPickPlace={(key) => {
        const place = find(key);
        if (place) onAdd(toLocation(place, radius));
      }}
      onSelect={(id) => onSelect(Number(id))}
      onMove={(id, at) => onChange(Number(id), movePlace(at, find(value[Number(id)]?.city)))}
      onResize={(id, radius_metres) => onChange(Number(id), { radius_metres })}
    />
  );
}

function useCircles(value: readonly Location[]) {
  const { t } = useTranslation("campaigns");
  const language = useLanguage();
  return useMemo(
    () =>
      value.map((place, at) => ({
        id: String(at),
        name: formatPlace(place, language, t("places.point")),
        latitude: place.latitude,
        longitude: place.longitude,
        radiusMetres: place.radius_metres,
        isExcluded: place.excluded,
      })),
    [value, language, t],
  );
}

function useMapPlaces() {
  const language = useLanguage();
  const { data: gazetteer } = useGazetteer();
  return useMemo(
    () =>
      (gazetteer?.places ?? [])
        // A governorate stands where its seat does, whose name the map shows already.
        .filter(({ kind }) => kind !== "governorate")
        .map(({ key, names, latitude, longitude, size }) => ({
          id: key,
          name: names[language],
          latitude,
          longitude,
          size,
        })),
    [gazetteer, language],
  );
}
