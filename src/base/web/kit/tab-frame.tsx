import type { IconProps } from "@tabler/icons-react";
import { Link, type LinkProps, Outlet, useLocation } from "@tanstack/react-router";
import { type ComponentType, useEffect, useRef } from "react";
import { canOpen } from "../runtime/page-access.ts";
import classes from "./tab-frame.module.css";

export type Tab = {
  to: NonNullable<LinkProps["to"]>;
  title: string;
  Icon: ComponentType<IconProps>;
};

type Props = {
  /** The accessible name of the row of tabs. */
  label: string;
  tabs: readonly Tab[];
  /** Forms use a column, tables the full width. */
  narrow?: boolean;
};

/** Sibling pages under one address: a row of tabs, and the page of the chosen one below it. */
export function TabFrame({ label, tabs, narrow = false }: Props) {
  const row = useRef<HTMLElement>(null);
  const path = useLocation({ select: (location) => location.pathname });
  // On a phone the row is wider than the screen: the chosen tab is scrolled into view.
  useEffect(() => {
    const chosen = row.current?.querySelector(`[href="${path}"]`);
    chosen?.scrollIntoView({ inline: "center", block: "nearest" });
  }, [path]);
  return (
    <div className={classes.frame}>
      <nav ref={row} className={classes.tabs} aria-label={label}>
        {tabs
          .filter(({ to }) => canOpen(to))
          .map(({ to, title, Icon }) => (
            <Link key={to} to={to} className={classes.tab} activeProps={{ "aria-current": "page" }}>
              <Icon size={20} aria-hidden />
              <span>{title}</span>
            </Link>
          ))}
      </nav>
      <div className={classes.body} data-narrow={narrow}>
        <Outlet />
      </div>
    </div>
  );
}
