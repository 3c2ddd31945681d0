import { Button, Select } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconFilter, IconSearch } from "@tabler/icons-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
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
        <SearchField address={address} />
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

function SearchField({ address: { filter, setFilter } }: { address: Address }) {
  const { t } = useTranslation("library");
  const [typed, setTyped] = useState(filter.search ?? "");
  const search = useDebouncedCallback((text: string) => setFilter({ search: text.trim() }), 300);
  // "Clear" empties the search from outside.
  useEffect(() => {
    if (filter.search === undefined) setTyped("");
  }, [filter.search]);
  return (
    <TextField
      aria-label={t("search")}
      placeholder={t("search")}
      leftSection={<IconSearch size={18} aria-hidden />}
      value={typed}
      maxLength={100}
      onChange={(text) => {
        setTyped(text);
        search(text);
      }}
    />
  );
}
