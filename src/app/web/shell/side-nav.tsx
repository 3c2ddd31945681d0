import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Brand } from "#base/web/kit/brand.tsx";
import { navigation } from "../navigation.ts";
import { slots } from "../slots.ts";
import { HelpMenu } from "./help-menu.tsx";
import { NavGroups } from "./nav-groups.tsx";
import classes from "./side-nav.module.css";

/** The green side navigation of a desktop: every page, and the wallet at its foot. */
export function SideNav() {
  const { t } = useTranslation("app");
  const WalletCard = slots.walletCard;
  return (
    <aside className={classes.side} aria-label={t("side")}>
      <Link to="/" className={classes.brand}>
        <Brand size={34} />
        <span className="visually-hidden">{t("to_home")}</span>
      </Link>
      <NavGroups groups={navigation} />
      <div className={classes.help}>
        <HelpMenu className={classes.helpButton} opens="up" />
      </div>
      {WalletCard ? (
        <div className={classes.foot}>
          <Suspense fallback={null}>
            <WalletCard />
          </Suspense>
        </div>
      ) : null}
    </aside>
  );
}
