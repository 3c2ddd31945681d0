import { IconAdjustmentsHorizontal, IconBellRinging } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TabFrame } from "#base/web/kit/tab-frame.tsx";

const tabs = [
  { to: "/rules/campaigns", name: "control_rules", Icon: IconAdjustmentsHorizontal },
  { to: "/rules/communication", name: "communication_rules", Icon: IconBellRinging },
] as const;

/** The frame of both kinds of rules, until they exist. */
export function RulesPage() {
  const { t } = useTranslation("coming");
  const named = tabs.map(({ to, name, Icon }) => ({ to, title: t(`${name}.title`), Icon, isSoon: true }));
  return <TabFrame label={t("rules")} tabs={named} />;
}
