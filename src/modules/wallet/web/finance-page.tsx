import { IconCreditCard, IconListDetails, IconPackage, IconRepeat, IconWallet } from "@tabler/icons-react";
import { Link, Outlet } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import classes from "./finance.module.css";

const tabs = [
  { to: "/financial-transaction/operations-table", key: "operations", Icon: IconListDetails },
  { to: "/financial-transaction/wallet", key: "wallet", Icon: IconWallet },
  { to: "/financial-transaction/payment-methods", key: "payment_methods", Icon: IconCreditCard },
  { to: "/financial-transaction/active-subscribtions", key: "active_subscriptions", Icon: IconRepeat },
  { to: "/financial-transaction/services-stock", key: "services_stock", Icon: IconPackage },
] as const;

/** The frame of everything about money. */
export function FinancePage() {
  const { t } = useTranslation("wallet");
  return (
    <div className={classes.frame}>
      <nav className={classes.tabs} aria-label={t("finance_sections")}>
        {tabs.map(({ to, key, Icon }) => (
          <Link key={to} to={to} className={classes.tab} activeProps={{ "aria-current": "page" }}>
            <Icon size={20} aria-hidden />
            <span>{t(key)}</span>
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  );
}
