import { IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { holdsAbility } from "#base/web/session.ts";
import { tabs } from "../navigation.ts";
import classes from "./bottom-nav.module.css";
import { MoreMenu } from "./more-menu.tsx";

/** The phone's tabs, with the one main action in the middle, under the thumb. */
export function BottomNav() {
  const { t } = useTranslation("app");
  const [first, second, third] = tabs;
  return (
    <nav className={classes.tabs} aria-label={t("main_navigation")}>
      <Tab {...first} />
      <Tab {...second} />
      {holdsAbility("campaign", "manage") ? (
        <Link to="/campaigns/add" className={classes.add} aria-label={t("new_campaign")}>
          <IconPlus size={26} aria-hidden />
        </Link>
      ) : (
        <span />
      )}
      <Tab {...third} />
      <MoreMenu />
    </nav>
  );
}

function Tab({ to, label, icon: Icon, exact }: (typeof tabs)[number]) {
  const { t } = useTranslation("app");
  return (
    <Link to={to} className={classes.tab} activeOptions={{ exact: exact ?? false }}>
      <Icon size={24} aria-hidden stroke={1.7} />
      <span>{t(label)}</span>
    </Link>
  );
}
