import { Select } from "@mantine/core";
import { useMemo } from "react";
import { findFolded } from "../forms/find-folded.ts";
import { useLanguage } from "../runtime/preferences.ts";
import { useGazetteer } from "./use-gazetteer.ts";

type Props = {
  label: string;
  description: string;
  /** The gazetteer's key of a city. */
  value: string;
  onChange: (city: string) => void;
};

/** One city of the gazetteer, found by any spelling of its name in the reader's language. */
export function CityField({ label, description, value, onChange }: Props) {
  const language = useLanguage();
  const { data: gazetteer } = useGazetteer();
  const cities = useMemo(
    () =>
      (gazetteer?.places ?? [])
        .filter(({ kind }) => kind === "city")
        .map(({ key, names }) => ({ value: key, label: names[language] })),
    [gazetteer, language],
  );
  return (
    <Select
      label={label}
      description={description}
      searchable
      allowDeselect={false}
      filter={findFolded}
      data={cities}
      value={cities.length === 0 ? null : value}
      onChange={(city) => city !== null && city !== value && onChange(city)}
    />
  );
}
