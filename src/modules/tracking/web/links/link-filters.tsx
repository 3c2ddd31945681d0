import { Button, Drawer, Select } from "@mantine/core";
import { IconAdjustmentsHorizontal } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import { linkOrigins, linkPlatforms, linkSorts, linkStates } from "../../contract/link-enums.ts";
import { useLinkOptions } from "../tracking.queries.ts";
import classes from "./links-list.module.css";
import { countChoices, type FilterName, type Filters } from "./list-state.ts";

type Props = { state: Filters; onFilter: (patch: Filters) => void };

/** What the list is narrowed by. On a phone the choices are in a sheet, and the search stays in sight. */
export function LinkFilters({ state, onFilter }: Props) {
  const { t } = useTranslation("tracking_links");
  const isWide = useIsAtLeast("desktop");
  const [isOpen, setOpen] = useState(false);
  const chosen = countChoices(state);
  return (
    <search className={classes.filters}>
      <SearchField
        className={classes.search ?? ""}
        aria-label={t("filters.search")}
        placeholder={t("filters.search")}
        value={state.search ?? ""}
        onSearch={(search) => onFilter({ search })}
      />
      {isWide ? (
        <Choices state={state} onFilter={onFilter} />
      ) : (
        <>
          <Button
            variant="default"
            leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {chosen > 0 ? t("filters.open_chosen", { count: chosen }) : t("filters.open")}
          </Button>
          <Drawer
            opened={isOpen}
            onClose={() => setOpen(false)}
            position="bottom"
            title={<strong>{t("filters.open")}</strong>}
          >
            <div className={classes.sheet}>
              <Choices state={state} onFilter={onFilter} />
              <Button onClick={() => setOpen(false)}>{t("filters.show")}</Button>
            </div>
          </Drawer>
        </>
      )}
    </search>
  );
}

function Choices({ state, onFilter }: Props) {
  const { t } = useTranslation(["tracking_links", "tracking"]);
  const tags = useLinkOptions().data?.tags ?? [];
  const choice = (name: FilterName, data: { value: string; label: string }[]) => (
    <Select
      className={classes.choice ?? ""}
      aria-label={t(`filters.${name}`)}
      placeholder={t(`filters.${name}`)}
      clearable={name !== "sort"}
      allowDeselect={name !== "sort"}
      value={state[name] ?? (name === "sort" ? "created" : null)}
      data={data}
      onChange={(value) => onFilter({ [name]: value ?? "" })}
    />
  );
  const from = (values: readonly string[], group: string) =>
    values.map((value) => ({ value, label: t(`tracking:${group}.${value}`) }));
  return (
    <>
      {choice("origin", from(linkOrigins, "origins"))}
      {choice("platform", from(linkPlatforms, "platforms"))}
      {choice("state", from(linkStates, "states"))}
      {tags.length > 0
        ? choice(
            "tag",
            tags.map(({ tag }) => ({ value: tag, label: tag })),
          )
        : null}
      {choice("health", [{ value: "failing", label: t("health.failing") }])}
      {choice(
        "sort",
        linkSorts.map((value) => ({ value, label: t(`sorts.${value}`) })),
      )}
    </>
  );
}
