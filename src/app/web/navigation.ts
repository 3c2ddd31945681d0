import { IconHome2, IconSettings } from "@tabler/icons-react";
import type { WebModule } from "#base/web/runtime/web-module.ts";
import { composeNavigation, type NavItem } from "./compose-shell.ts";
import { webModules } from "./web-modules.ts";

export type { NavItem };

/** The app's own places. A module's are in its `web/<name>.web.ts`. */
const places = [
  { group: "main", order: 10, to: "/", label: "nav.home", icon: IconHome2, exact: true },
  { group: "account", order: 30, to: "/account-settings", label: "nav.settings", icon: IconSettings },
  { group: "tabs", order: 10, to: "/", label: "nav.home", icon: IconHome2, exact: true },
] as const;

/** The side navigation's groups; the first has no heading. Headings are keys of the app's texts. */
export const buildNavigation = (modules: readonly WebModule[]) =>
  [
    { label: null, items: composeNavigation("main", places, modules) },
    { label: "nav.helpers", items: composeNavigation("helpers", places, modules) },
    { label: "nav.account", items: composeNavigation("account", places, modules) },
  ] as const;

export const navigation = buildNavigation(webModules);

/** The phone's tabs; the main action comes after the second, and the menu of all pages after the last. */
export const tabs: readonly NavItem[] = composeNavigation("tabs", places, webModules);
