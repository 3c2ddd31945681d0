import { IconBell, IconSearch, IconX } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Brand } from "#base/web/kit/brand.tsx";
import { navigation, tabs } from "../navigation.ts";
import { HelpLinks } from "./help-menu.tsx";
import { type NavGroup, NavGroups } from "./nav-groups.tsx";
import classes from "./phone-menu.module.css";
import { useIsMenuOpen, useMenu } from "./use-menu.ts";

const inNavigation = new Set(navigation.flatMap(({ items }) => items.map(({ to }) => to)));

/** The side navigation's groups, and what a desktop's top bar has instead. */
const groups: NavGroup[] = [
  ...navigation,
  {
    label: "nav.more",
    items: [
      ...tabs.filter(({ to }) => !inNavigation.has(to)),
      { to: "/search", label: "nav.search", icon: IconSearch },
      { to: "/notifications", label: "nav.notifications", icon: IconBell },
    ],
  },
];

/** Below a desktop's width: everything that the side navigation has, over the open page. */
export function PhoneMenu() {
  const { t } = useTranslation("app");
  const isOpen = useIsMenuOpen();
  const { close } = useMenu();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (isOpen) element?.showModal();
    return () => element?.close();
  }, [isOpen]);
  const closeOnBackdrop = (event: MouseEvent) => {
    if (event.target === event.currentTarget) close();
  };
  return (
    // The browser keeps the focus inside and closes it on Escape.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same as a press beside it
    <dialog
      ref={dialog}
      className={classes.menu}
      aria-label={t("nav.menu")}
      onClose={close}
      onClick={closeOnBackdrop}
    >
      {isOpen ? <Inside onClose={close} /> : null}
    </dialog>
  );
}

function Inside({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("app");
  const path = useLocation({ select: ({ pathname }) => pathname });
  const closeIfOpenAlready = (event: MouseEvent, to: string) => {
    if (to !== path) return;
    event.preventDefault();
    onClose();
  };
  return (
    <div className={classes.inside}>
      <div className={classes.head}>
        <Brand size={34} />
        <button type="button" className={classes.close} aria-label={t("close_menu")} onClick={onClose}>
          <IconX size={24} aria-hidden />
        </button>
      </div>
      <NavGroups groups={groups} replace onFollow={closeIfOpenAlready} />
      <div className={classes.helpLinks}>
        <HelpLinks className={classes.help} onOpen={onClose} />
      </div>
    </div>
  );
}
