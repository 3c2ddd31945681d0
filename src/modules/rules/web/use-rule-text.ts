import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import type { ControlRuleFields } from "../contract/control-rule.ts";
import type { Target } from "../contract/enums.ts";

export type ReadRule = ControlRuleFields & { campaigns?: readonly { name: string }[] };

/** A rule in words: the same wherever it is read. The sentence has its values between ⟦ and ⟧, its act
 * between ⟪ and ⟫. */
export function useRuleText() {
  const { t } = useTranslation(["rules", "campaigns"]);
  const format = useFormat();

  const riyals = (halalas: number) => t("riyals", { amount: format.riyals(halalas, true) });
  /** An estimate: to the riyal. */
  const wholeRiyals = (halalas: number) => riyals(Math.round(halalas / 100) * 100);
  /** A value of the target: a return with its sign, or an amount. */
  const toValue = (target: Target, value: number): string =>
    target === "roas" ? t("times", { number: format.number(value / 100, 2) }) : riyals(value);

  function toAction({ action, change_unit, change_value }: ReadRule): string {
    if (action === "stop_campaign" || change_unit === null || change_value === null)
      return t(`actions.${action}`);
    const change = change_unit === "percent" ? format.percent(change_value / 100) : riyals(change_value);
    return t("action_with_change", { action: t(`actions.${action}`), change });
  }

  function toReach({ reach, platform, campaign_ids, campaigns }: ReadRule): string {
    if (reach === "all") return t("on_all");
    if (reach === "platform")
      return platform ? t("on_platform", { platform: t(`campaigns:platform_names.${platform}`) }) : "";
    return t("on_campaigns", { count: campaign_ids.length, name: campaigns?.[0]?.name ?? "" });
  }

  function toSchedule({ schedule, at_hour }: ReadRule): string {
    if (schedule !== "daily" || at_hour === null) return t(`schedules.${schedule}`);
    // An hour of Riyadh on any day.
    const time = format.time(new Date(Date.UTC(2026, 0, 1, at_hour - 3)));
    return t("schedule_at", { time });
  }

  return {
    riyals,
    wholeRiyals,
    toValue,
    toAction,
    toSentence: (rule: ReadRule): string =>
      t(rule.min_spend_halalas > 0 ? "sentence_with_minimum" : "sentence", {
        target: `⟦${t(`targets_by_stage.${rule.target}_${rule.stage}`)}⟧`,
        comparison: `⟦${t(`comparisons.${rule.comparison}`)}⟧`,
        value: `⟦${toValue(rule.target, rule.value)}⟧`,
        window: `⟦${t("window", { count: rule.window_days })}⟧`,
        minimum: `⟦${riyals(rule.min_spend_halalas)}⟧`,
        action: `⟪${toAction(rule)}⟫`,
      }),
    toReachLine: (rule: ReadRule): string =>
      t("reach_line", { schedule: toSchedule(rule), reach: toReach(rule) }),
  };
}
