import { ActionIcon } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconAdjustmentsHorizontal, IconSearch } from "@tabler/icons-react";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { Choices, type FilterProps } from "./filter-choices.tsx";
import classes from "./list-filters.module.css";
import { PeriodMenu } from "./period-menu.tsx";

const FilterSheet = lazy(async () => ({ default: (await import("./filter-sheet.tsx")).FilterSheet }));

/** What the list is narrowed by. On a phone the choices are in a sheet, and the search and the period stay in sight. */
export function ListFilters(props: FilterProps) {
  const { t } = useTranslation("campaigns_list");
  const isWide = useIsAtLeast("desktop");
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={classes.filters}>
      <SearchField {...props} />
      {isWide ? <Choices {...props} /> : null}
      <PeriodMenu {...props} />
      {isWide ? null : (
        <>
          <ActionIcon
            variant="default"
            className={classes.open ?? ""}
            aria-label={t("filters.open")}
            onClick={() => setOpen(true)}
          >
            <IconAdjustmentsHorizontal size={20} aria-hidden />
          </ActionIcon>
          <LazyDialog opened={isOpen}>
            <FilterSheet {...props} opened={isOpen} onClose={() => setOpen(false)} />
          </LazyDialog>
        </>
      )}
    </search>
  );
}

function SearchField({ state, onChange }: FilterProps) {
  const { t } = useTranslation("campaigns_list");
  const [typed, setTyped] = useState(state.search);
  const [seen, setSeen] = useState(state.search);
  const [sent, setSent] = useState(state.search);
  // A search that came from elsewhere (a view, cleared filters, Back) replaces what is typed; our own does not.
  if (seen !== state.search) {
    setSeen(state.search);
    if (sent !== state.search) {
      setTyped(state.search);
      setSent(state.search);
    }
  }
  const search = useDebouncedCallback((text: string) => {
    setSent(text);
    onChange({ search: text });
  }, 300);
  return (
    <TextField
      className={classes.search ?? ""}
      aria-label={t("filters.search")}
      placeholder={t("filters.search")}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      maxLength={120}
      onChange={(text) => {
        setTyped(text);
        search(text);
      }}
    />
  );
}
