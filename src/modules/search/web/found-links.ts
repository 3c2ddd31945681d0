import {
  IconAd2,
  IconAdjustmentsHorizontal,
  IconBell,
  IconBellCog,
  IconBox,
  IconBulb,
  IconFileInvoice,
  IconFolder,
  IconHelpCircle,
  IconLayout,
  IconLink,
  IconMessages,
  IconPalette,
  IconPhotoVideo,
  type IconProps,
  IconReceipt,
  IconReportAnalytics,
  IconShoppingBag,
  IconSpeakerphone,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { holdsAbility } from "#base/web/runtime/session.ts";
import type { FoundItem } from "../contract/search.calls.ts";
import { type SearchKind, searchKinds } from "../contract/search-kinds.ts";

export type Place = { to: string; search?: Record<string, string> };

type Presented = { Icon: ComponentType<IconProps>; toPlace(item: FoundItem): Place };

const statement = "/financial-transaction/operations-table";

/** The sign of each kind, and the page on which one of it is seen. */
export const presentedKinds: Record<SearchKind, Presented> = {
  campaign: { Icon: IconSpeakerphone, toPlace: ({ id }) => ({ to: `/campaigns/${id}` }) },
  ad_group: {
    Icon: IconFolder,
    toPlace: ({ id, parent_id }) => ({ to: `/ad-groups/${parent_id}/edit`, search: { group: id } }),
  },
  ad: {
    Icon: IconAd2,
    toPlace: ({ id, parent_id }) => ({ to: `/ads/${parent_id}/add`, search: { ad: id } }),
  },
  product: { Icon: IconShoppingBag, toPlace: () => ({ to: "/reports", search: { tab: "products" } }) },
  order: {
    Icon: IconBox,
    toPlace: ({ day }) => ({ to: "/reports", search: { tab: "orders", ...toPeriod(day) } }),
  },
  link: { Icon: IconLink, toPlace: ({ id }) => ({ to: `/tracking/${id}` }) },
  report: { Icon: IconReportAnalytics, toPlace: ({ id }) => ({ to: `/reports/own/${id}` }) },
  rule: { Icon: IconAdjustmentsHorizontal, toPlace: ({ id }) => ({ to: `/rules/campaigns/${id}` }) },
  communication_rule: { Icon: IconBellCog, toPlace: () => ({ to: "/rules/communication" }) },
  transaction: { Icon: IconReceipt, toPlace: ({ id }) => ({ to: `${statement}/entries/${id}` }) },
  invoice: {
    Icon: IconFileInvoice,
    toPlace: ({ title }) => ({ to: "/financial-transaction/invoices", search: { search: title } }),
  },
  landing_page: { Icon: IconLayout, toPlace: () => ({ to: "/landing-pages" }) },
  design: { Icon: IconPalette, toPlace: ({ id }) => ({ to: "/digital-designer", search: { design: id } }) },
  media: { Icon: IconPhotoVideo, toPlace: ({ title }) => ({ to: "/media", search: { search: title } }) },
  library_ad: { Icon: IconBulb, toPlace: ({ id }) => ({ to: "/ads-library", search: { item: id } }) },
  library_row: { Icon: IconBulb, toPlace: ({ id }) => ({ to: "/ads-library", search: { item: id } }) },
  consultation: { Icon: IconMessages, toPlace: ({ id }) => ({ to: `/marketing-consultations/${id}` }) },
  consultation_order: {
    Icon: IconMessages,
    toPlace: ({ id }) => ({ to: `/marketing-consultations-orders/${id}` }),
  },
  notification: { Icon: IconBell, toPlace: ({ path }) => ({ to: path ?? "/notifications" }) },
  help: { Icon: IconHelpCircle, toPlace: ({ id }) => ({ to: `/help/${id}` }) },
};

/** Whether this person sees what is of this kind. */
export function holdsKind(kind: SearchKind): boolean {
  const required = searchKinds[kind];
  return required === null || holdsAbility(required.subject, required.action);
}

const toPeriod = (day: string | null): Record<string, string> => (day ? { from: day, to: day } : {});
