import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { StatusBadge } from "#base/web/kit/badge.tsx";
import { type Column, DataTable } from "#base/web/kit/data-table.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { DateText, Ltr, UserText } from "#base/web/kit/text.tsx";
import type { ListedInvoice } from "../billing-calls.ts";
import classes from "./invoices.module.css";

export function InvoicesTable({ rows, isBusy }: { rows: ListedInvoice[]; isBusy: boolean }) {
  const { t } = useTranslation("billing_invoices");
  const columns: Column<ListedInvoice>[] = [
    { key: "number", header: t("number"), kind: "main", cell: (row) => <InvoiceName invoice={row} /> },
    {
      key: "kind",
      header: t("kind"),
      cell: ({ kind, is_simplified }) => (
        <StatusBadge tone={kind === "invoice" ? "info" : "neutral"}>
          {t(kind === "credit_note" ? "kinds.credit_note" : is_simplified ? "simplified" : "tax")}
        </StatusBadge>
      ),
    },
    { key: "issued", header: t("issued"), cell: (row) => <DateText at={row.issued_at} style="short" /> },
    { key: "vat", header: t("vat"), kind: "figure", cell: (row) => <Money halalas={row.vat_halalas} /> },
    {
      key: "gross",
      header: t("gross"),
      kind: "figure",
      cell: ({ kind, gross_halalas }) => (
        <Money halalas={kind === "invoice" ? gross_halalas : -gross_halalas} />
      ),
    },
    { key: "files", header: t("files"), kind: "actions", cell: (row) => <InvoiceFiles invoice={row} /> },
  ];
  return (
    <DataTable caption={t("title")} columns={columns} rows={rows} rowKey={(row) => row.id} busy={isBusy} />
  );
}

function InvoiceName({ invoice }: { invoice: ListedInvoice }) {
  const { t, i18n } = useTranslation("billing_invoices");
  return (
    <span>
      <Ltr>{invoice.number}</Ltr>
      <small className={classes.small}>
        <UserText>{i18n.language === "en" ? invoice.title_en : invoice.title_ar}</UserText>
        {invoice.more_lines > 0 ? ` ${t("more_lines", { count: invoice.more_lines })}` : null}
      </small>
      {invoice.corrects_number ? (
        <small className={classes.small}>{t("corrects", { number: invoice.corrects_number })}</small>
      ) : null}
    </span>
  );
}

function InvoiceFiles({ invoice: { id, number } }: { invoice: ListedInvoice }) {
  const { t } = useTranslation("billing_invoices");
  const save = useMutation({
    mutationFn: (format: "pdf" | "xml") =>
      download(`GET Clients/Billing/invoices/{id}/${format}`, { params: { id } }),
  });
  return (
    <span className={classes.files}>
      {(["pdf", "xml"] as const).map((format) => (
        <Button
          key={format}
          variant="default"
          size="compact-md"
          loading={save.isPending && save.variables === format}
          leftSection={<IconDownload size={16} aria-hidden />}
          aria-label={t(`download_${format}`, { number })}
          onClick={() => save.mutate(format)}
        >
          {format.toUpperCase()}
        </Button>
      ))}
    </span>
  );
}
