import { Select } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { SearchField } from "#base/web/forms/search-field.tsx";
import { type InvoiceKind, invoiceKinds } from "../../contract/invoices.enums.ts";
import classes from "./invoices.module.css";
import type { InvoiceFilter } from "./invoices.queries.ts";

type Props = { filter: InvoiceFilter; onChange: (patch: Partial<InvoiceFilter>) => void };

export function InvoicesFilters({ filter, onChange }: Props) {
  const { t } = useTranslation("billing_invoices");
  const kinds = [
    { value: "", label: t("kinds.all") },
    ...invoiceKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
  ];
  return (
    <div className={classes.filters}>
      <SearchField
        label={t("search")}
        placeholder={t("search_hint")}
        value={filter.search}
        onSearch={(search) => onChange({ search })}
      />
      <Select
        label={t("kind")}
        data={kinds}
        value={filter.kind ?? ""}
        allowDeselect={false}
        onChange={(value) => onChange({ kind: (value || null) as InvoiceKind | null })}
      />
    </div>
  );
}
