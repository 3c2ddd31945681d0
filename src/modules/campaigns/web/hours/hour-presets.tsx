import { Button, Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Place } from "#base/shared/places/places.ts";
import type { RiyadhDay } from "#base/shared/riyadh-day.ts";
import { findFolded } from "#base/web/forms/find-folded.ts";
import { useGazetteer } from "#base/web/maps/use-gazetteer.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";
import type { HourPlan } from "#modules/ad-accounts/contract/hour-plan.ts";
import { useHourPresets } from "#modules/seasons/web/seasons.queries.ts";
import type { Location } from "../../contract/shapes.ts";
import { findCity } from "../form/places.ts";
import classes from "./hours.module.css";

/** For an audience without a place: the whole Kingdom. */
const riyadh = { city: "riyadh", latitude: 24.6877, longitude: 46.7219 };

type Props = {
  day: RiyadhDay;
  /** Whose prayer times are meant unless a city is chosen. */
  place: Location | undefined;
  onChoose: (plan: HourPlan) => void;
};

/** Hours by name, computed for the prayer times of a place. */
export function HourPresets({ day, place, onChoose }: Props) {
  const { t } = useTranslation(["campaigns_form", "campaigns", "seasons"]);
  const language = useLanguage();
  const { data: gazetteer, isError, refetch } = useGazetteer();
  const [chosen, setChosen] = useState<Place | null>(null);
  const cities = useMemo(() => gazetteer?.places.filter(({ kind }) => kind === "city") ?? [], [gazetteer]);
  const city = chosen ?? findCity(place ?? riyadh, cities);
  const presets = useHourPresets(chosen ?? place ?? riyadh, day);
  return (
    <div className={classes.presets}>
      <Select
        label={t("campaigns:hours.city")}
        searchable
        allowDeselect={false}
        filter={findFolded}
        nothingFoundMessage={t(
          gazetteer
            ? "campaigns:hours.no_city"
            : isError
              ? "campaigns_form:places_failed"
              : "campaigns_form:places_loading",
        )}
        data={cities.map(({ key, names }) => ({ value: key, label: names[language] }))}
        value={city?.key ?? null}
        onDropdownOpen={() => {
          if (isError) void refetch();
        }}
        onChange={(key) => setChosen(cities.find((one) => one.key === key) ?? null)}
      />
      {presets.map((preset) => (
        <Button key={preset.key} variant="default" onClick={() => onChoose(preset.plan)}>
          {t(`seasons:presets.${preset.key}`)}
        </Button>
      ))}
    </div>
  );
}
