import {
  IconBuildingStore,
  IconCreditCard,
  IconSettings,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
} from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TabFrame } from "#base/web/kit/tab-frame.tsx";

const tabs = [
  { to: "/account-settings/account-details", key: "account.tab_details", Icon: IconUserCircle },
  { to: "/account-settings/connect-store", key: "account.tab_store", Icon: IconBuildingStore },
  { to: "/account-settings/payment-methods", key: "account.tab_payment", Icon: IconCreditCard },
  { to: "/account-settings/members", key: "account.tab_members", Icon: IconUsers },
  { to: "/account-settings/settings", key: "account.tab_settings", Icon: IconSettings },
  { to: "/account-settings/privacy", key: "account.tab_privacy", Icon: IconShieldLock },
] as const;

/** The frame of the account's pages: the merchant's own details, and the settings of other modules. */
export function AccountSettingsPage() {
  const { t } = useTranslation("merchants");
  const named = tabs.map(({ to, key, Icon }) => ({ to, title: t(key), Icon }));
  return <TabFrame label={t("account.sections")} tabs={named} narrow />;
}
