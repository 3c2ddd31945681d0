import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Brand } from "#base/web/kit/brand.tsx";
import { SoonTag } from "#base/web/kit/soon-tag.tsx";
import { navigation } from "../navigation.ts";
import { slots } from "../slots.ts";
import { HelpMenu } from "./help-menu.tsx";
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
      <nav aria-label={t("main_navigation")} className={classes.nav}>
        {navigation.map((group) => (
          <div key={group.label ?? "main"}>
            {group.label ? <h2 className={classes.group}>{t(group.label)}</h2> : null}
            <ul className={classes.list}>
              {group.items.map((item) => (
                <li key={item.to}>
                  <Link to={item.to} className={classes.item} activeOptions={{ exact: item.exact ?? false }}>
                    <item.icon size={20} aria-hidden stroke={1.7} />
                    <span>{t(item.label)}</span>
                    {item.isSoon ? <SoonTag /> : null}
                    <Count path={item.to} />
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </nav>
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

function Count({ path }: { path: string }) {
  const Part = slots.navCount?.[path];
  return Part ? (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  ) : null;
}
