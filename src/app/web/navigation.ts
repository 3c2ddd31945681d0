import {
  IconAdjustmentsHorizontal,
  IconBuildingStore,
  IconChartBar,
  IconHome2,
  IconLink,
  IconMessages,
  type IconProps,
  IconReceipt,
  IconSettings,
  IconSpeakerphone,
  IconWallet,
} from "@tabler/icons-react";
import type { ComponentType } from "react";

/** Where a merchant can go from anywhere. `label` is a key of the app's texts; only routes that exist stand here. */
export type NavItem = {
  to: string;
  label: string;
  icon: ComponentType<IconProps>;
  exact?: boolean;
  /** Its feature is not there yet. */
  isSoon?: boolean;
};
type Group = { label: string | null; items: readonly NavItem[] };

export const navigation: readonly Group[] = [
  {
    label: null,
    items: [
      { to: "/", label: "nav.home", icon: IconHome2, exact: true },
      { to: "/campaigns", label: "nav.campaigns", icon: IconSpeakerphone },
      { to: "/reports", label: "nav.reports", icon: IconChartBar, isSoon: true },
      { to: "/rules", label: "nav.rules", icon: IconAdjustmentsHorizontal, isSoon: true },
      { to: "/tracking", label: "nav.tracking", icon: IconLink, isSoon: true },
    ],
  },
  {
    label: "nav.helpers",
    items: [{ to: "/marketing-consultations", label: "nav.consultations", icon: IconMessages, isSoon: true }],
  },
  {
    label: "nav.account",
    items: [
      { to: "/financial-transaction", label: "nav.finance", icon: IconReceipt },
      { to: "/link-ad-accounts", label: "nav.connections", icon: IconBuildingStore },
      { to: "/account-settings", label: "nav.settings", icon: IconSettings },
    ],
  },
];

/** The phone's tabs; the main action stands after the second, and what has no tab in the menu after the last. */
export const tabs: readonly [NavItem, NavItem, NavItem] = [
  { to: "/", label: "nav.home", icon: IconHome2, exact: true },
  { to: "/campaigns", label: "nav.campaigns", icon: IconSpeakerphone },
  { to: "/financial-transaction/wallet", label: "nav.wallet", icon: IconWallet },
];
