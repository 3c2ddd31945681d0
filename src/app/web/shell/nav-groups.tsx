import { Link, useLocation } from "@tanstack/react-router";
import { type MouseEvent, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { canOpen } from "#base/web/runtime/page-access.ts";
import type { NavItem } from "../navigation.ts";
import { slots } from "../slots.ts";
import classes from "./nav-groups.module.css";

export type NavGroup = { label: string | null; items: readonly NavItem[] };

type Props = {
  groups: readonly NavGroup[];
  /** Whether a link takes the place of the present entry of the browser's history. */
  replace?: boolean;
  /** Called before a link is followed; it may prevent that. */
  onFollow?: (event: MouseEvent, to: string) => void;
};

/** The navigation's groups of links, on green: in the desktop's side navigation and in the phone's menu. */
export function NavGroups({ groups, replace = false, onFollow }: Props) {
  const { t } = useTranslation("app");
  const pathname = useLocation({ select: (location) => location.pathname });
  // A page below another's address has a row of its own: only that one is marked.
  const isPlace = groups.some(({ items }) => items.some(({ to }) => to === pathname));
  return (
    <nav aria-label={t("main_navigation")} className={classes.nav}>
      {listOpenGroups(groups).map((group) => (
        <div key={group.label ?? "main"}>
          {group.label ? <h2 className={classes.group}>{t(group.label)}</h2> : null}
          <ul className={classes.list}>
            {group.items.map((item) => (
              <li key={item.to}>
                <Link
                  to={item.to}
                  className={classes.item}
                  activeOptions={{ exact: isPlace || (item.exact ?? false) }}
                  replace={replace}
                  onClick={(event) => onFollow?.(event, item.to)}
                >
                  <item.icon size={20} aria-hidden stroke={1.7} />
                  <span>{t(item.label)}</span>
                  <Count path={item.to} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Places whose pages the user's role includes; a group without any is left out. */
const listOpenGroups = (groups: readonly NavGroup[]) =>
  groups
    .map(({ label, items }) => ({ label, items: items.filter(({ to }) => canOpen(to)) }))
    .filter(({ items }) => items.length > 0);

function Count({ path }: { path: string }) {
  const Part = slots.navCount?.[path];
  return Part ? (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  ) : null;
}
