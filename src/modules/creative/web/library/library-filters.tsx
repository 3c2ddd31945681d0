import { Select } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import type { MediaKind } from "#modules/ad-accounts/contract/platforms.ts";
import type { LibraryFilter } from "../creative.queries.ts";
import classes from "./library.module.css";

type Props = {
  filter: LibraryFilter;
  kinds: readonly MediaKind[];
  onChange: (patch: Partial<LibraryFilter>) => void;
};

/** Search by name, and the kind. */
export function LibraryFilters({ filter, kinds, onChange }: Props) {
  const { t } = useTranslation("creative");
  const [typed, setTyped] = useState(filter.search);
  const search = useDebouncedCallback((text: string) => onChange({ search: text.trim() }), 300);
  // "Clear" empties the search from outside.
  useEffect(() => {
    if (filter.search === "") setTyped("");
  }, [filter.search]);
  return (
    <search className={classes.filters}>
      <TextField
        aria-label={t("library.search")}
        placeholder={t("library.search")}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        maxLength={100}
        onChange={(text) => {
          setTyped(text);
          search(text);
        }}
      />
      {kinds.length > 1 ? (
        <Select
          aria-label={t("library.kind")}
          placeholder={t("library.kind")}
          clearable
          value={filter.kind}
          data={kinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
          onChange={(value) => onChange({ kind: kinds.find((kind) => kind === value) ?? null })}
        />
      ) : null}
    </search>
  );
}
