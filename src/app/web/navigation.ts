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

/** The entries of the navigation. `label` is a key of the app's texts; only existing routes are listed. */
export type NavItem = {
  to: string;
  label: string;
  icon: ComponentType<IconProps>;
  exact?: boolean;
  /** Its feature does not exist yet. */
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

/** The phone's tabs; the main action comes after the second, and a menu of the pages without a tab after the last. */
export const tabs: readonly [NavItem, NavItem, NavItem] = [
  { to: "/", label: "nav.home", icon: IconHome2, exact: true },
  { to: "/campaigns", label: "nav.campaigns", icon: IconSpeakerphone },
  { to: "/financial-transaction/wallet", label: "nav.wallet", icon: IconWallet },
];
