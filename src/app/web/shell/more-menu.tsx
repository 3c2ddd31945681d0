import { IconDots, IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { SoonTag } from "#base/web/kit/soon-tag.tsx";
import { type NavItem, navigation, tabs } from "../navigation.ts";
import bar from "./bottom-nav.module.css";
import { HelpLinks } from "./help-menu.tsx";
import classes from "./more-menu.module.css";
import { useDisclosure } from "./use-disclosure.ts";

const search: NavItem = { to: "/search", label: "nav.search", icon: IconSearch };

/**
 * The phone's last tab: every page without a tab of its own, in the order of the desktop's side navigation, and help.
 */
export function MoreMenu() {
  const { t } = useTranslation("app");
  const panelId = useId();
  const { isOpen, toggle, close, frame, button } = useDisclosure();
  return (
    <div ref={frame} className={classes.frame}>
      <button
        ref={button}
        type="button"
        className={`${bar.tab} ${classes.button}`}
        data-status={isOpen ? "active" : undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={toggle}
      >
        <IconDots size={24} aria-hidden stroke={1.7} />
        <span>{t("nav.more")}</span>
      </button>
      {isOpen ? (
        <div id={panelId} className={classes.panel}>
          {navigation.map((group) => (
            <div key={group.label ?? "main"}>
              {group.label ? <h2 className={classes.group}>{t(group.label)}</h2> : null}
              <ul className={classes.list}>
                {[...group.items, ...(group.label === null ? [search] : [])].filter(hasNoTab).map((item) => (
                  <li key={item.to}>
                    <Link to={item.to} className={classes.item} onClick={close}>
                      <item.icon size={20} aria-hidden stroke={1.7} />
                      <span>{t(item.label)}</span>
                      {item.isSoon ? <SoonTag /> : null}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
          <HelpLinks className={classes.item} />
        </div>
      ) : null}
    </div>
  );
}

const hasNoTab = (item: NavItem) => !tabs.some(({ to }) => to === item.to);
