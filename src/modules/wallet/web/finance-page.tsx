import {
  IconCreditCard,
  IconFileInvoice,
  IconListDetails,
  IconPackage,
  IconRepeat,
  IconWallet,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TabFrame } from "#base/web/kit/tab-frame.tsx";

const tabs = [
  { to: "/financial-transaction/operations-table", key: "operations", Icon: IconListDetails },
  { to: "/financial-transaction/wallet", key: "wallet", Icon: IconWallet },
  { to: "/financial-transaction/payment-methods", key: "payment_methods", Icon: IconCreditCard },
  {
    to: "/financial-transaction/active-subscribtions",
    key: "active_subscriptions",
    Icon: IconRepeat,
  },
  { to: "/financial-transaction/services-stock", key: "services_stock", Icon: IconPackage },
  { to: "/financial-transaction/invoices", key: "invoices", Icon: IconFileInvoice },
] as const;

/** The layout of all finance pages. */
export function FinancePage() {
  const { t } = useTranslation("wallet");
  const named = tabs.map(({ key, ...tab }) => ({ ...tab, title: t(key) }));
  return <TabFrame label={t("finance_sections")} tabs={named} />;
}
