import { Select } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { TextField } from "#base/web/forms/fields.tsx";
import { type InvoiceKind, invoiceKinds } from "../../contract/invoices.enums.ts";
import classes from "./invoices.module.css";
import type { InvoiceFilter } from "./invoices.queries.ts";

type Props = { filter: InvoiceFilter; onChange: (patch: Partial<InvoiceFilter>) => void };

export function InvoicesFilters({ filter, onChange }: Props) {
  const { t } = useTranslation("billing_invoices");
  const [typed, setTyped] = useState(filter.search);
  const [sent, setSent] = useState(filter.search);
  const send = useDebouncedCallback((search: string) => {
    setSent(search);
    onChange({ search });
  }, 300);
  // The filters were cleared from outside.
  if (filter.search !== sent) {
    setSent(filter.search);
    setTyped(filter.search);
  }
  const kinds = [
    { value: "", label: t("kinds.all") },
    ...invoiceKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
  ];
  return (
    <div className={classes.filters}>
      <TextField
        type="search"
        label={t("search")}
        placeholder={t("search_hint")}
        maxLength={120}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={typed}
        onChange={(text) => {
          setTyped(text);
          send(text.trim());
        }}
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
