import { ActionIcon, Select } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine, NumberField } from "#base/web/forms/fields.tsx";
import { findFolded } from "#base/web/forms/find-folded.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { Capabilities } from "#modules/ad-accounts/contract/capabilities.ts";
import { kilometres } from "../../contract/check-ad-group.ts";
import { cities, findCity } from "../../contract/cities.ts";
import type { Location } from "../../contract/shapes.ts";
import classes from "./form.module.css";

const LocationMap = lazy(() => import("./location-map.tsx"));

type Props = {
  /** The smallest and the largest radius. */
  radius: NonNullable<Capabilities["radiusMetres"]>;
  value: Location[];
  onChange: (value: Location[]) => void;
  error?: string | undefined;
};

/**
 * Cities with a radius each; an empty list is the whole Kingdom. The map shows them, and a press on it adds a point.
 */
export function LocationPicker({ radius, value, onChange, error }: Props) {
  const { t } = useTranslation("campaigns");
  const language = useLanguage();
  const formatName = (place: Location) => findCity(place.city)?.[language] ?? t("form.point");
  const change = (at: number, patch: Partial<Location>) =>
    onChange(value.map((place, index) => (index === at ? { ...place, ...patch } : place)));
  return (
    <fieldset className={classes.group}>
      <legend className={classes.legend}>{t("form.locations")}</legend>
      <Select
        aria-label={t("form.add_city")}
        placeholder={value.length === 0 ? t("form.whole_kingdom") : t("form.add_city")}
        searchable
        error={Boolean(error)}
        filter={findFolded}
        value={null}
        nothingFoundMessage={t("form.no_city")}
        data={cities
          .filter(({ key }) => !value.some((place) => place.city === key))
          .map((city) => ({ value: city.key, label: city[language] }))}
        onChange={(key) => {
          const city = findCity(key);
          if (!city) return;
          const { latitude, longitude, radiusMetres } = city;
          onChange([...value, { city: city.key, latitude, longitude, radius_metres: radiusMetres }]);
        }}
      />
      {value.length > 0 ? (
        <ul className={classes.places}>
          {value.map((place, index) => (
            <li key={`${place.latitude},${place.longitude}`} className={classes.place}>
              <span>{formatName(place)}</span>
              <NumberField
                aria-label={t("form.radius_of", { place: formatName(place) })}
                decimals={2}
                rightSection={<span className={classes.soft}>{t("form.km")}</span>}
                value={Number(kilometres(place.radius_metres))}
                onChange={(km) =>
                  change(index, { radius_metres: Math.max(1, Math.round((km ?? 0) * 1_000)) })
                }
              />
              <ActionIcon
                variant="subtle"
                size="xl"
                color="bad"
                aria-label={t("form.drop_place", { place: formatName(place) })}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <IconTrash size={19} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.hint}>{t("form.whole_kingdom_words")}</p>
      )}
      <p className={classes.hint}>
        {t("form.radius_limits", { min: kilometres(radius.min), max: kilometres(radius.max) })}
      </p>
      {error ? <ErrorLine>{error}</ErrorLine> : null}
      <Suspense fallback={<div className={classes.map} aria-busy="true" />}>
        <LocationMap
          label={t("form.map")}
          places={value.map((place) => ({ ...place, name: formatName(place) }))}
          onPick={(latitude, longitude) =>
            onChange([...value, { city: null, latitude, longitude, radius_metres: 10_000 }])
          }
        />
      </Suspense>
    </fieldset>
  );
}
