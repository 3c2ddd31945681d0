import { IconBuildingStore, IconPlugConnected, IconReceiptRefund } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TabFrame } from "#base/web/kit/tab-frame.tsx";

const tabs = [
  { to: "/link-ad-accounts/add-store", key: "nav.stores", Icon: IconBuildingStore },
  { to: "/link-ad-accounts/connect-platform", key: "nav.ad_platforms", Icon: IconPlugConnected },
  { to: "/link-ad-accounts/conversions", key: "nav.conversions", Icon: IconReceiptRefund },
] as const;

/** The frame of the outside connections: stores, ad platforms, and the purchases sent back to them. */
export function ConnectionsPage() {
  const { t } = useTranslation("app");
  const named = tabs.map(({ to, key, Icon }) => ({ to, title: t(key), Icon }));
  return <TabFrame label={t("nav.connections")} tabs={named} />;
}
