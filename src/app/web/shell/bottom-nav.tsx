import { IconMenu2, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { type NavItem, tabs } from "../navigation.ts";
import classes from "./bottom-nav.module.css";
import { useIsMenuOpen, useMenu } from "./use-menu.ts";

/** The phone's tabs, with the one main action in the middle, under the thumb, and the menu of all pages at the end. */
export function BottomNav() {
  const { t } = useTranslation("app");
  return (
    <nav className={classes.tabs} aria-label={t("main_navigation")}>
      {tabs.slice(0, 2).map((tab) => (
        <Tab key={tab.to} {...tab} />
      ))}
      {holdsAbility("campaign", "manage") ? (
        <Link to="/campaigns/add" className={classes.add} aria-label={t("new_campaign")}>
          <IconPlus size={26} aria-hidden />
        </Link>
      ) : (
        <span />
      )}
      {tabs.slice(2).map((tab) => (
        <Tab key={tab.to} {...tab} />
      ))}
      <MenuTab />
    </nav>
  );
}

function Tab({ to, label, icon: Icon, exact }: NavItem) {
  const { t } = useTranslation("app");
  return (
    <Link to={to} className={classes.tab} activeOptions={{ exact: exact ?? false }}>
      <Icon size={24} aria-hidden stroke={1.7} />
      <span>{t(label)}</span>
    </Link>
  );
}

function MenuTab() {
  const { t } = useTranslation("app");
  const isOpen = useIsMenuOpen();
  const { open } = useMenu();
  return (
    <button
      type="button"
      className={classes.tab}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={open}
    >
      <IconMenu2 size={24} aria-hidden stroke={1.7} />
      <span>{t("nav.menu")}</span>
    </button>
  );
}
