import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { kilometres } from "../../contract/check-ad-group.ts";
import type { Location } from "../../contract/shapes.ts";
import classes from "./form.module.css";
import { LocationMap } from "./location-map.tsx";
import { PlaceRow } from "./place-row.tsx";
import { PlaceSearch } from "./place-search.tsx";
import { isRoughCircle, type Radius, toLocation } from "./places.ts";

type Props = {
  /** The smallest and the largest radius. */
  radius: Radius;
  limits: Pick<Capabilities, "supportsExcludedPlaces" | "maxGeoRadii">;
  value: Location[];
  onChange: (value: Location[]) => void;
  error?: string | undefined;
};

/**
 * Where the ads are shown and where not: cities, governorates and districts found by name, and points chosen on the map, each with a
 * radius. Without an included place it is the whole Kingdom. Everything the map does, the list does by keyboard.
 */
export function LocationPicker(props: Props) {
  const { radius, value, error } = props;
  const { t } = useTranslation("campaigns_form");
  const list = usePlaceList(props);
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t("locations")}</legend>
      <AddPlace {...props} list={list} />
      <ul className={classes.places}>
        {value.map((place, index) => (
          <PlaceRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a place has no id, and its position changes while it is dragged
            key={index}
            place={place}
            radius={radius}
            canExclude={props.limits.supportsExcludedPlaces}
            isSelected={index === list.selected}
            onSelect={() => list.select(index)}
            onChange={(patch) => list.change(index, patch)}
            onRemove={() => list.remove(index)}
          />
        ))}
      </ul>
      {value.some(isRoughCircle) ? <p className={classes.hint}>{t("rough_circle")}</p> : null}
      <p className={classes.hint}>
        {t("radius_limits", { min: kilometres(radius.min), max: kilometres(radius.max) })}
      </p>
      {error ? <ErrorLine>{error}</ErrorLine> : null}
      <Suspense fallback={<div className={classes.mapSpace} aria-busy="true" />}>
        <LocationMap
          value={value}
          radius={radius}
          selected={list.selected}
          onSelect={list.select}
          onChange={list.change}
          onAdd={list.add}
        />
      </Suspense>
    </fieldset>
  );
}

/** The chosen places, one of them selected in the list and on the map alike. */
function usePlaceList({ limits, value, onChange }: Props) {
  const [selected, select] = useState<number | null>(null);
  const isFull = value.length >= limits.maxGeoRadii;
  return {
    isFull,
    selected,
    select,
    /** Does nothing when the list is full, or has the place already. */
    add: (place: Location) => {
      if (isFull || value.some(({ city }) => city !== null && city === place.city)) return;
      onChange([...value, place]);
      select(value.length);
    },
    change: (at: number, patch: Partial<Location>) =>
      onChange(value.map((place, index) => (index === at ? { ...place, ...patch } : place))),
    remove: (at: number) => {
      select(null);
      onChange(value.filter((_, index) => index !== at));
    },
  };
}

/** The search for a further place, and what it means that none is included. */
function AddPlace({ radius, limits, value, error, list }: Props & { list: ReturnType<typeof usePlaceList> }) {
  const { t } = useTranslation(["campaigns_form", "campaigns"]);
  const hasIncluded = value.some(({ excluded }) => !excluded);
  return (
    <>
      {list.isFull ? (
        <p className={classes.hint}>{t("places_full", { max: limits.maxGeoRadii })}</p>
      ) : (
        <PlaceSearch
          placeholder={t(hasIncluded ? "add_place" : "campaigns:places.whole_kingdom")}
          chosen={value.map(({ city }) => city)}
          onPick={(place) => list.add(toLocation(place, radius))}
          hasError={Boolean(error)}
        />
      )}
      {hasIncluded ? null : (
        <p className={classes.hint}>{t(value.length > 0 ? "kingdom_without" : "whole_kingdom_words")}</p>
      )}
    </>
  );
}
