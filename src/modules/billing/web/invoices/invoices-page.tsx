import { useTranslation } from "react-i18next";
import { PageHeader } from "#base/web/kit/page.tsx";
import { BuyerDetailsCard } from "./buyer-details-card.tsx";
import classes from "./invoices.module.css";
import { InvoicesList } from "./invoices-list.tsx";

/** What was invoiced and credited, as files, and who the invoices are made out to. */
export function InvoicesPage() {
  const { t } = useTranslation("billing_invoices");
  return (
    <div className={classes.page}>
      <PageHeader title={t("title")} lead={t("lead")} />
      <BuyerDetailsCard />
      <InvoicesList />
    </div>
  );
}
