import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { useGazetteer } from "#base/web/maps/use-gazetteer.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { kilometres } from "../../contract/check-ad-group.ts";
import type { Location } from "../../contract/shapes.ts";
import classes from "./form.module.css";
import { PlaceRow } from "./place-row.tsx";
import { PlaceSearch } from "./place-search.tsx";
import { formatPlace, isDistrict, movePlace, type Radius, toLocation, toPoint } from "./places.ts";

const PlaceMap = lazy(async () => ({ default: (await import("#base/web/maps/place-map.tsx")).PlaceMap }));

type Props = {
  /** The smallest and the largest radius. */
  radius: Radius;
  limits: Pick<Capabilities, "supportsExcludedPlaces" | "maxGeoRadii">;
  value: Location[];
  onChange: (value: Location[]) => void;
  error?: string | undefined;
};

/**
 * Where the ads are shown and where not: cities and districts found by name, and points chosen on the map, each with a
 * radius. Without an included place it is the whole Kingdom. Everything the map does, the list does by keyboard.
 */
export function LocationPicker({ radius, limits, value, onChange, error }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const [selected, setSelected] = useState<number | null>(null);
  const isFull = value.length >= limits.maxGeoRadii;
  const change = (at: number, patch: Partial<Location>) =>
    onChange(value.map((place, index) => (index === at ? { ...place, ...patch } : place)));
  const add = (place: Location) => {
    if (isFull || value.some(({ city }) => city !== null && city === place.city)) return;
    onChange([...value, place]);
    setSelected(value.length);
  };
  const hasIncluded = value.some(({ excluded }) => !excluded);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t("locations")}</legend>
      {isFull ? (
        <p className={classes.hint}>{t("places_full", { max: limits.maxGeoRadii })}</p>
      ) : (
        <PlaceSearch
          placeholder={t(hasIncluded ? "add_place" : "campaigns:places.whole_kingdom")}
          chosen={value.map(({ city }) => city)}
          onPick={(place) => add(toLocation(place, radius))}
          hasError={Boolean(error)}
        />
      )}
      {hasIncluded ? null : (
        <p className={classes.hint}>{t(value.length > 0 ? "kingdom_without" : "whole_kingdom_words")}</p>
      )}
      <ul className={classes.places}>
        {value.map((place, index) => (
          <PlaceRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a place has no id, and its position changes while it is dragged
            key={index}
            place={place}
            radius={radius}
            canExclude={limits.supportsExcludedPlaces}
            isSelected={index === selected}
            onSelect={() => setSelected(index)}
            onChange={(patch) => change(index, patch)}
            onRemove={() => {
              setSelected(null);
              onChange(value.filter((_, at) => at !== index));
            }}
          />
        ))}
      </ul>
      {value.some(isDistrict) ? <p className={classes.hint}>{t("district_hint")}</p> : null}
      <p className={classes.hint}>
        {t("radius_limits", { min: kilometres(radius.min), max: kilometres(radius.max) })}
      </p>
      {error ? <ErrorLine>{error}</ErrorLine> : null}
      <Suspense fallback={<div className={classes.mapSpace} aria-busy="true" />}>
        <LocationMap
          value={value}
          radius={radius}
          selected={selected}
          onSelect={setSelected}
          onChange={change}
          onAdd={add}
        />
      </Suspense>
    </fieldset>
  );
}

type MapProps = {
  value: readonly Location[];
  radius: Radius;
  selected: number | null;
  onSelect: (at: number) => void;
  onChange: (at: number, patch: Partial<Location>) => void;
  onAdd: (place: Location) => void;
};

/** The chosen places as circles, which know themselves by their place in the list, and all others to choose from. */
function LocationMap({ value, radius, selected, onSelect, onChange, onAdd }: MapProps) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const language = useLanguage();
  const { data: gazetteer } = useGazetteer();
  const circles = useMemo(
    () =>
      value.map((place, at) => ({
        id: String(at),
        name: formatPlace(place, language, t("campaigns:places.point")),
        latitude: place.latitude,
        longitude: place.longitude,
        radiusMetres: place.radius_metres,
        isExcluded: place.excluded,
      })),
    [value, language, t],
  );
  const places = useMemo(
    () =>
      (gazetteer?.places ?? []).map(({ key, names, latitude, longitude, size }) => ({
        id: key,
        name: names[language],
        latitude,
        longitude,
        size,
      })),
    [gazetteer, language],
  );
  return (
    <PlaceMap
      label={t("map")}
      circles={circles}
      places={places}
      selected={selected === null ? null : String(selected)}
      radius={radius}
      onPick={(at) => onAdd(toPoint(at, radius))}
      onPickPlace={(key) => {
        const place = gazetteer?.places.find((one) => one.key === key);
        if (place) onAdd(toLocation(place, radius));
      }}
      onSelect={(id) => onSelect(Number(id))}
      onMove={(id, at) => {
        const place = value[Number(id)];
        const known = gazetteer?.places.find(({ key }) => key === place?.city);
        onChange(Number(id), movePlace(at, known));
      }}
      onResize={(id, radius_metres) => onChange(Number(id), { radius_metres })}
    />
  );
}
