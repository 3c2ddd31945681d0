import { Menu, UnstyledButton } from "@mantine/core";
import { IconLanguage, IconLogout, IconMoon, IconSettings, IconSun } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { setLanguage, setTheme, useLanguage, useTheme } from "#base/web/preferences.ts";
import type { CurrentUser } from "../current-user.ts";
import { signOut } from "../sign-out.ts";
import classes from "./avatar-menu.module.css";

/** Who is signed in, with what belongs to them alone: settings, theme, language, leaving. */
export function AvatarMenu({ user }: { user: CurrentUser | undefined }) {
  const { t } = useTranslation("app");
  const other = useLanguage() === "ar" ? "en" : "ar";
  const dark = useTheme() === "dark";
  const name = user?.name ?? "";
  return (
    <Menu position="bottom-end" width={230} radius="md" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.who}>
          <span className={classes.letter} aria-hidden>
            {[...name.trim()][0] ?? "•"}
          </span>
          <span className={classes.name}>
            <bdi dir="auto">{name}</bdi>
          </span>
          <span className="heard">{t("account_menu")}</span>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <bdi dir="auto">{name}</bdi>
          <br />
          <bdi dir="ltr">{user?.mobile_number}</bdi>
        </Menu.Label>
        <Menu.Item
          component={Link}
          to="/account-settings"
          leftSection={<IconSettings size={18} aria-hidden />}
        >
          {t("nav.settings")}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconLanguage size={18} aria-hidden />}
          lang={other}
          onClick={() => setLanguage(other)}
        >
          {other === "en" ? "English" : "العربية"}
        </Menu.Item>
        <Menu.Item
          leftSection={dark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
          onClick={() => setTheme(dark ? "light" : "dark")}
        >
          {t(dark ? "light_theme" : "dark_theme")}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconLogout size={18} aria-hidden className="turns" />}
          onClick={() => void signOut()}
        >
          {t("sign_out")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
