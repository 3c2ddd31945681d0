import { IconAdjustmentsHorizontal, IconBellRinging } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { TabFrame } from "#base/web/kit/tab-frame.tsx";

/** The frame of both kinds of rules. */
export function RulesFramePage() {
  const { t } = useTranslation("rules");
  return (
    <TabFrame
      label={t("frame")}
      tabs={[
        { to: "/rules/campaigns", title: t("tabs.control"), Icon: IconAdjustmentsHorizontal },
        { to: "/rules/communication", title: t("tabs.communication"), Icon: IconBellRinging },
      ]}
    />
  );
}
