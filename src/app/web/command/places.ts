import { IconHome2, type IconProps, IconSettings } from "@tabler/icons-react";
import type { ComponentType } from "react";
import { navigation, tabs } from "../navigation.ts";

/** A page or a part of one by its name. `words`: a text of other words that it is found by. */
export type NamedPlace = {
  to: string;
  hash?: string;
  label: string;
  words?: string;
  Icon: ComponentType<IconProps>;
};

/** Pages without a place in the navigation, and settings; their names and words are in this folder's texts. */
const further = [
  ["account", "/account-settings/account-details"],
  ["preferences", "/account-settings/settings"],
  ["sessions", "/account-settings/settings"],
  ["password", "/account-settings/settings"],
  ["stores", "/account-settings/connect-store"],
  ["cards", "/account-settings/payment-methods"],
  ["notifications", "/notifications"],
  ["subscription", "/financial-transaction/active-subscribtions"],
  ["stock", "/financial-transaction/services-stock"],
  ["invoices", "/financial-transaction/invoices"],
  ["statement", "/financial-transaction/operations-table"],
  ["months", "/financial-transaction/operations-table/months"],
  ["communication_rules", "/rules/communication"],
  ["own_reports", "/reports/own"],
  ["bulk_links", "/tracking/bulk"],
  ["link_settings", "/tracking/settings"],
  ["conversions", "/link-ad-accounts/conversions"],
  ["first_steps", "/account-completed-flow"],
] as const;

/** Every page that has a name: those of the navigation first. */
export const namedPlaces: readonly NamedPlace[] = [
  ...new Map(
    [...navigation.flatMap(({ items }) => items), ...tabs].map(({ to, label, icon }) => [
      to,
      { to, label: label.includes(":") ? label : `app:${label}`, Icon: icon ?? IconHome2 },
    ]),
  ).values(),
  ...further.map(([key, to]) => ({
    to,
    label: `command:places.${key}`,
    words: `command:words.${key}`,
    Icon: IconSettings,
  })),
];
