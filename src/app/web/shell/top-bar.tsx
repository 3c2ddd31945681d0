import { IconBell, IconMenu2, IconSearch } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { lazy, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Brand } from "#base/web/kit/brand.tsx";
import { LanguageSwitch } from "#base/web/kit/language-switch.tsx";
import { LazyDialog } from "#base/web/kit/lazy-dialog.tsx";
import { preloadMessages } from "#base/web/runtime/i18n.ts";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { CurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import { useChooseLanguage } from "#modules/merchants/web/use-choose-language.ts";
import { countedAtMost } from "#modules/notifications/contract/kinds.ts";
import { useUnreadCount } from "#modules/notifications/web/notifications.queries.ts";
import { usePlayVideo } from "../play-video.tsx";
import { AvatarMenu } from "./avatar-menu.tsx";
import { HelpMenu } from "./help-menu.tsx";
import classes from "./top-bar.module.css";
import { useIsMenuOpen, useMenu } from "./use-menu.ts";

type Props = {
  user: CurrentUser | undefined;
  /** In the first-campaign flow there is nothing to search yet, and there are no tabs with the menu below. */
  inFlow: boolean;
};

/** Search, notifications, help, language, and the user's menu; on a phone the brand too, on green. */
export function TopBar({ user, inFlow }: Props) {
  const { t } = useTranslation("app");
  const { playVideo } = usePlayVideo();
  const isDesktop = useIsAtLeast("desktop");
  return (
    <header className={classes.bar}>
      <Link to="/" className={classes.brand} data-playing={playVideo}>
        <Brand size={34} />
        <span className="visually-hidden">{t("to_home")}</span>
      </Link>
      {isDesktop ? <Search /> : null}
      <div className={classes.tools}>
        {inFlow ? null : (
          <>
            {isDesktop ? null : <Search />}
            <Bell />
          </>
        )}
        {inFlow && !isDesktop ? <MenuOrHelp user={user} /> : null}
        <span className={classes.desktopOnly}>
          <LanguageSwitch onChoose={useChooseLanguage()} />
        </span>
        <AvatarMenu user={user} />
      </div>
    </header>
  );
}

/** Notifications, with how many are unread. */
function Bell() {
  const { t } = useTranslation("app");
  const unread = useUnreadCount();
  const shown = unread >= countedAtMost ? `${countedAtMost - 1}+` : String(unread);
  const label = unread === 0 ? t("nav.notifications") : t("nav.notifications_unread", { unread: shown });
  return (
    <Link to="/notifications" className={`${classes.tool} ${classes.bell}`} aria-label={label}>
      <IconBell size={22} aria-hidden />
      {unread === 0 ? null : (
        <span className={classes.unread} dir="ltr" aria-hidden>
          {shown}
        </span>
      )}
    </Link>
  );
}

/** Before a store is connected every page leads back into the flow: there is help then, and no menu. */
function MenuOrHelp({ user }: Pick<Props, "user">) {
  const { t } = useTranslation("app");
  const isOpen = useIsMenuOpen();
  const { open } = useMenu();
  if (!user?.website_type) return <HelpMenu className={classes.tool} />;
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={t("nav.menu")}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={open}
    >
      <IconMenu2 size={24} aria-hidden />
    </button>
  );
}

/** The dialog of Ctrl K is loaded when it is first opened. */
const CommandDialog = lazy(async () => {
  const [{ CommandDialog }] = await Promise.all([
    import("../command/command-dialog.tsx"),
    preloadMessages(["command", "search", "campaigns"]),
  ]);
  return { default: CommandDialog };
});

/** Looks like a field and opens the search; Ctrl K (or ⌘ K) opens it from anywhere. On a phone it is a button. */
function Search() {
  const { t } = useTranslation("app");
  const isDesktop = useIsAtLeast("desktop");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      // By the key's place: an Arabic keyboard has another letter there.
      if (event.code !== "KeyK" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={isDesktop ? classes.search : classes.tool}
        // A desktop's button shows words of its own, which are part of its name.
        {...(isDesktop ? {} : { "aria-label": t("nav.search") })}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <IconSearch size={isDesktop ? 19 : 22} aria-hidden />
        {isDesktop ? (
          <>
            <span className="visually-hidden">{t("nav.search")}</span>
            <span className={classes.searchWords}>{t("search_placeholder")}</span>
            <kbd dir="ltr" className={classes.key} aria-hidden>
              Ctrl K
            </kbd>
          </>
        ) : null}
      </button>
      <LazyDialog opened={isOpen}>
        <CommandDialog opened={isOpen} onClose={() => setOpen(false)} />
      </LazyDialog>
    </>
  );
}
