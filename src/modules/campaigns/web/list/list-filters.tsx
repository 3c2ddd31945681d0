import { ActionIcon } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { lazy, useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
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
      <SearchField
        className={classes.search ?? ""}
        aria-label={t("filters.search")}
        placeholder={t("filters.search")}
        value={props.state.search}
        onSearch={(search) => props.onChange({ search })}
      />
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
