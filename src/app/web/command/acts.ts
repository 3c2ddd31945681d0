import {
  IconBuildingStore,
  IconCreditCard,
  IconFileExport,
  IconLayout,
  IconLink,
  IconPalette,
  IconPlayerPause,
  IconPlugConnected,
  IconPlus,
  type IconProps,
  IconSparkles,
  IconWriting,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Ability } from "#base/shared/abilities.ts";

/** Something to do: on the page `to`, or, for "pause", with one of the running campaigns, which are then listed. */
export type Act = {
  key: string;
  to: string;
  Icon: ComponentType<IconProps>;
  ability: Ability;
};

export const acts = [
  {
    key: "new_campaign",
    to: "/campaigns/add",
    Icon: IconPlus,
    ability: { subject: "campaign", action: "manage" },
  },
  {
    key: "describe_campaign",
    to: "/campaigns/AddAi",
    Icon: IconSparkles,
    ability: { subject: "campaign", action: "manage" },
  },
  {
    key: "pause",
    to: "/campaigns",
    Icon: IconPlayerPause,
    ability: { subject: "campaign", action: "manage" },
  },
  {
    key: "deposit",
    to: "/financial-transaction/wallet",
    Icon: IconCreditCard,
    ability: { subject: "wallet", action: "deposit" },
  },
  {
    key: "new_rule",
    to: "/rules/campaigns/add",
    Icon: IconPlus,
    ability: { subject: "rule", action: "manage" },
  },
  {
    key: "new_link",
    to: "/tracking/new",
    Icon: IconLink,
    ability: { subject: "tracking_link", action: "manage" },
  },
  {
    key: "new_report",
    to: "/reports/own/new",
    Icon: IconFileExport,
    ability: { subject: "custom_report", action: "manage" },
  },
  {
    key: "new_page",
    to: "/landing-pages",
    Icon: IconLayout,
    ability: { subject: "landing_page", action: "manage" },
  },
  {
    key: "write",
    to: "/digital-writer",
    Icon: IconWriting,
    ability: { subject: "digital_writer", action: "use" },
  },
  {
    key: "design",
    to: "/digital-designer",
    Icon: IconPalette,
    ability: { subject: "digital_designer", action: "use" },
  },
  {
    key: "connect_store",
    to: "/link-ad-accounts/add-store",
    Icon: IconBuildingStore,
    ability: { subject: "store", action: "manage" },
  },
  {
    key: "connect_platform",
    to: "/link-ad-accounts/connect-platform",
    Icon: IconPlugConnected,
    ability: { subject: "ad_account", action: "manage" },
  },
] as const satisfies readonly Act[];
