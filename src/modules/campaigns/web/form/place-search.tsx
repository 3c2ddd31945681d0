import { type ComboboxItem, type OptionsFilter, Select } from "@mantine/core";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Place } from "#base/shared/places/places.ts";
import { useGazetteer } from "#base/web/maps/use-gazetteer.ts";
import { useLanguage } from "#base/web/runtime/preferences.ts";

type Props = {
  placeholder: string;
  /** The keys of places that are chosen already. */
  chosen: readonly (string | null)[];
  onPick: (place: Place) => void;
  hasError: boolean;
};

const shownMax = 30;

/** Searches the Kingdom's cities, governorates and districts, by either language's names. */
export function PlaceSearch({ placeholder, chosen, onPick, hasError }: Props) {
  const { t } = useTranslation("campaigns_form");
  const language = useLanguage();
  const { data: gazetteer, isError, refetch } = useGazetteer();
  const [typed, setTyped] = useState("");
  const options = useMemo(
    () => (gazetteer?.places ?? []).map((place) => ({ value: place.key, label: toLabel(place, language) })),
    [gazetteer, language],
  );
  const filter: OptionsFilter = ({ options: all, search }) => {
    const byKey = new Map(all.map((option) => [(option as ComboboxItem).value, option]));
    const found = gazetteer?.search(search, shownMax + chosen.length) ?? [];
    return found.flatMap(({ key }) => byKey.get(key) ?? []).slice(0, shownMax);
  };
  return (
    <Select
      aria-label={t("add_place")}
      placeholder={placeholder}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      selectFirstOptionOnChange
      error={hasError}
      filter={filter}
      value={null}
      nothingFoundMessage={t(gazetteer ? "no_place" : isError ? "places_failed" : "places_loading")}
      data={options.filter(({ value }) => !chosen.includes(value))}
      onDropdownOpen={() => {
        if (isError) void refetch();
      }}
      onChange={(key) => {
        const place = gazetteer?.places.find((one) => one.key === key);
        if (!place) return;
        onPick(place);
        setTyped("");
      }}
    />
  );
}

const toLabel = ({ names, city }: Place, language: "ar" | "en") =>
  city ? `${names[language]} · ${city[language]}` : names[language];
