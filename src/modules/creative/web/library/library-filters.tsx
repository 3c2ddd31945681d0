import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
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
  return (
    <search className={classes.filters}>
      <SearchField
        aria-label={t("library.search")}
        placeholder={t("library.search")}
        value={filter.search}
        maxLength={100}
        onSearch={(search) => onChange({ search })}
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
