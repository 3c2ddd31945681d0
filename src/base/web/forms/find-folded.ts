import type { ComboboxItem, OptionsFilter } from "@mantine/core";
import { fold } from "#base/shared/fold.ts";

/** For a searchable field: options are found however they are spelled ("ابها" finds "أبها"). */
export const findFolded: OptionsFilter = ({ options, search, limit }) =>
  options.filter((option) => fold((option as ComboboxItem).label).includes(fold(search))).slice(0, limit);
