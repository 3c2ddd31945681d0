import { IconBell, IconMenu2, IconSearch } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Brand } from "#base/web/kit/brand.tsx";
import { LanguageSwitch } from "#base/web/kit/language-switch.tsx";
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
      <SearchBox />
      <div className={classes.tools}>
        {inFlow ? null : (
          <>
            <Link
              to="/search"
              className={`${classes.tool} ${classes.phoneOnly}`}
              aria-label={t("nav.search")}
            >
              <IconSearch size={22} aria-hidden />
            </Link>
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

/** Goes to /search with the typed query; Ctrl K (or ⌘ K) focuses it from anywhere. */
function SearchBox() {
  const { t } = useTranslation("app");
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const q = input.current?.value.trim() ?? "";
    void navigate({ to: "/search", search: q === "" ? {} : { q } });
  };
  return (
    <search className={classes.search}>
      <form onSubmit={submit} className={classes.searchForm}>
        <button type="submit" className={classes.searchButton} aria-label={t("nav.search")}>
          <IconSearch size={19} aria-hidden />
        </button>
        <input
          ref={input}
          type="search"
          className={classes.searchInput}
          placeholder={t("search_placeholder")}
          aria-label={t("nav.search")}
        />
        <kbd dir="ltr" className={classes.key}>
          Ctrl K
        </kbd>
      </form>
    </search>
  );
}
