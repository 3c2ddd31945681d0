import { IconBuildingStore, IconCreditCard, IconSettings, IconUserCircle } from "@tabler/icons-react";
import { Link, Outlet, useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./account-settings.module.css";

const tabs = [
  { to: "/account-settings/account-details", key: "account.tab_details", Icon: IconUserCircle },
  { to: "/account-settings/connect-store", key: "account.tab_store", Icon: IconBuildingStore },
  { to: "/account-settings/payment-methods", key: "account.tab_payment", Icon: IconCreditCard },
  { to: "/account-settings/settings", key: "account.tab_settings", Icon: IconSettings },
] as const;

/** The frame of the account's pages: one's own details, and what other rooms keep for the merchant. */
export function AccountSettingsPage() {
  const { t } = useTranslation("merchants");
  const row = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  // On a phone the row is wider than the screen: the chosen tab comes into sight.
  useEffect(() => {
    const chosen = row.current?.querySelector(`[href="${path}"]`);
    chosen?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [path]);
  return (
    <div className={classes.frame}>
      <nav ref={row} className={classes.tabs} aria-label={t("account.sections")}>
        {tabs.map(({ to, key, Icon }) => (
          <Link key={to} to={to} className={classes.tab} activeProps={{ "aria-current": "page" }}>
            <Icon size={20} aria-hidden />
            <span>{t(key)}</span>
          </Link>
        ))}
      </nav>
      <div className={classes.body}>
        <Outlet />
      </div>
    </div>
  );
}
