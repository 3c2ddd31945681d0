import { Button, Select } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import classes from "./library.module.css";
import type { Address } from "./library-address.ts";
import { choiceNames, choices } from "./library-address.ts";
import { useValueNames } from "./use-value-names.ts";

/** Search, and the filters; on a phone these are behind a button that says how many are set. */
export function LibraryFilters({ address }: { address: Address }) {
  const { t } = useTranslation("library");
  const isWide = useIsAtLeast("tablet");
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const set = choiceNames.filter((name) => address.filter[name]).length;
  return (
    <search className={classes.filters}>
      <div className={classes.searchRow}>
        <SearchField
          aria-label={t("search")}
          placeholder={t("search")}
          value={address.filter.search ?? ""}
          maxLength={100}
          onSearch={(search) => address.setFilter({ search })}
        />
        {isWide ? null : (
          <Button
            variant="default"
            aria-expanded={isOpen}
            aria-controls={panel}
            leftSection={<IconFilter size={18} aria-hidden />}
            onClick={() => setOpen(!isOpen)}
          >
            {set === 0 ? t("filters") : t("filters_on", { count: set })}
          </Button>
        )}
      </div>
      {isWide || isOpen ? <Choices id={panel} address={address} /> : null}
    </search>
  );
}

function Choices({ id, address }: { id: string; address: Address }) {
  const { t } = useTranslation("library");
  const toName = useValueNames();
  return (
    <div className={classes.choices} id={id}>
      {choiceNames.map((name) => (
        <Select
          key={name}
          aria-label={t(`columns.${name}`)}
          placeholder={t(`columns.${name}`)}
          clearable
          searchable={choices[name].length > 8}
          data={choices[name].map((value) => ({ value, label: toName(name, value) }))}
          value={address.filter[name] ?? null}
          onChange={(value) => address.setFilter({ [name]: value ?? undefined })}
        />
      ))}
      {choiceNames.some((name) => address.filter[name]) ? (
        <Button variant="subtle" onClick={address.clearFilter}>
          {t("clear")}
        </Button>
      ) : null}
    </div>
  );
}
