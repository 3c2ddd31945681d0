import {
  IconFlag,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
  IconUsers,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { UserLine } from "#base/web/kit/text.tsx";
import { canOpen } from "#base/web/runtime/page-access.ts";
import { setTheme, useLanguage, useTheme } from "#base/web/runtime/preferences.ts";
import type { CurrentUser } from "#modules/merchants/web/merchants.queries.ts";
import { useChooseLanguage } from "#modules/merchants/web/use-choose-language.ts";
import { signOut } from "../sign-out.ts";
import classes from "./avatar-menu.module.css";
import { MerchantChoice } from "./merchant-choice.tsx";
import { useDisclosure } from "./use-disclosure.ts";

/**
 * The signed-in user's menu: the merchants they work for, settings, the team, the first steps, language, theme, sign-out. Our own small panel: the library's menu adds a
 * positioning library of twenty kilobytes to the first screen.
 */
export function AvatarMenu({ user }: { user: CurrentUser | undefined }) {
  const { t } = useTranslation("app");
  const panelId = useId();
  const { isOpen, toggle, close, frame, button } = useDisclosure();
  const other = useLanguage() === "ar" ? "en" : "ar";
  const choose = useChooseLanguage();
  const dark = useTheme() === "dark";
  const name = user?.name ?? "";
  const after = (act: () => void) => () => {
    close();
    act();
  };
  return (
    <div className={classes.frame} ref={frame}>
      <button
        ref={button}
        type="button"
        className={classes.who}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={toggle}
      >
        {user?.picture ? (
          <img src={user.picture} alt="" className={classes.picture} />
        ) : (
          <span className={classes.letter} aria-hidden>
            {[...name.trim()][0] ?? "•"}
          </span>
        )}
        <span className={classes.name}>
          <UserLine>{name}</UserLine>
          {user && user.merchant.role !== "owner" ? (
            <span className={classes.role}>
              <UserLine>{user.merchant.name}</UserLine>
            </span>
          ) : null}
        </span>
        <span className="visually-hidden">{t("account_menu")}</span>
      </button>
      {isOpen ? (
        <div id={panelId} className={classes.panel}>
          <p className={classes.owner}>
            <bdi dir="auto">{name}</bdi>
            <bdi dir="ltr">{user?.mobile_number}</bdi>
          </p>
          {user ? <MerchantChoice user={user} /> : null}
          <Link to="/account-settings" className={classes.item} onClick={close}>
            <IconSettings size={18} aria-hidden />
            {t("nav.settings")}
          </Link>
          {canOpen("/account-settings/members") ? (
            <Link to="/account-settings/members" className={classes.item} onClick={close}>
              <IconUsers size={18} aria-hidden />
              {t("members")}
            </Link>
          ) : null}
          {canOpen("/first-campaign") ? (
            <Link to="/first-campaign" className={classes.item} onClick={close}>
              <IconFlag size={18} aria-hidden />
              {t("first_steps")}
            </Link>
          ) : null}
          <button type="button" className={classes.item} lang={other} onClick={after(() => choose(other))}>
            <IconLanguage size={18} aria-hidden />
            {other === "en" ? "English" : "العربية"}
          </button>
          <button
            type="button"
            className={classes.item}
            onClick={after(() => setTheme(dark ? "light" : "dark"))}
          >
            {dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
            {t(dark ? "light_theme" : "dark_theme")}
          </button>
          <button type="button" className={classes.item} data-last onClick={after(() => void signOut())}>
            <IconLogout size={18} aria-hidden className="turns" />
            {t("sign_out")}
          </button>
        </div>
      ) : null}
    </div>
  );
}
