import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { meetingRules } from "../contract/consultations-enums.ts";
import classes from "./consultations.module.css";

/** What is held, what is free, and who pays for not coming; read before the payment. */
export function OrderRules() {
  const { t } = useTranslation("consultations");
  return (
    <Card title={t("order.rules")} tone="sand">
      <ul className={classes.rules}>
        <li>{t("order.rule_held")}</li>
        <li>{t("order.rule_move")}</li>
        <li>{t("order.rule_consultant", { minutes: meetingRules.consultantLateMinutes })}</li>
        <li>{t("order.rule_merchant", { minutes: meetingRules.merchantLateMinutes })}</li>
        <li>{t("order.rule_end", { days: meetingRules.completesAfterDays, idle: meetingRules.idleDays })}</li>
      </ul>
    </Card>
  );
}
