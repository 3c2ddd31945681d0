import { useTranslation } from "react-i18next";
import { useFormat } from "#base/web/runtime/format.ts";
import type { ControlRuleFields, SeenCondition } from "../contract/control-rule.ts";
import { type Basis, changesByValue, type Target } from "../contract/enums.ts";

export type ReadRule = ControlRuleFields & {
  campaigns?: readonly { name: string }[];
  product?: { name: string } | null;
};

/** A rule in words: the same wherever it is read. The sentence has its values between ⟦ and ⟧, its act
 * between ⟪ and ⟫. */
export function useRuleText() {
  const { t } = useTranslation(["rules", "campaigns", "seasons"]);
  const format = useFormat();

  const riyals = (halalas: number) => t("riyals", { amount: format.riyals(halalas, true) });
  /** An estimate: to the riyal. */
  const wholeRiyals = (halalas: number) => riyals(Math.round(halalas / 100) * 100);
  /** What a condition compares: a return with its sign, an amount, or a share of the week before. */
  const toValue = ({ target, basis }: { target: Target; basis: Basis }, value: number): string => {
    if (basis === "own_week") return t(`of_week.${target}`, { percent: format.percent(value / 100) });
    return target === "roas" ? t("times", { number: format.number(value / 100, 2) }) : riyals(value);
  };

  /** What a condition saw, beside what it asks for. */
  function toSeen({ target, comparison, basis, value, seen }: SeenCondition): string {
    const parts = {
      target: t(`targets.${target}`),
      comparison: t(`comparisons.${comparison}`),
      value: toValue({ target, basis }, value),
    };
    if (seen === null) return t("seen.unknown", parts);
    const own = basis === "own_week" ? format.percent(seen / 100) : toValue({ target, basis }, seen);
    return t(`seen.${target}`, { ...parts, seen: own });
  }

  function toAction({ action, change_unit, change_value }: ReadRule): string {
    if (!changesByValue({ action }) || change_unit === null || change_value === null)
      return t(`actions.${action}`);
    const change = change_unit === "percent" ? format.percent(change_value / 100) : riyals(change_value);
    return t("action_with_change", { action: t(`actions.${action}`), change });
  }

  function toConditions({ more_conditions, ...first }: ReadRule): string {
    const read = (one: typeof first | ReadRule["more_conditions"][number]) =>
      t(`condition.${one.target}`, {
        target: `⟦${t(`targets_by_stage.${one.target}_${first.stage}`)}⟧`,
        comparison: `⟦${t(`comparisons.${one.comparison}`)}⟧`,
        value: `⟦${toValue(one, one.value)}⟧`,
      });
    return more_conditions.reduce(
      (words, one) => t(`joined.${one.join}`, { before: words, condition: read(one) }),
      read(first),
    );
  }

  /** One condition with its window inside; several, or one that looks at the week before, with the window first. */
  function toSentence(rule: ReadRule): string {
    const isSimple = rule.more_conditions.length === 0 && rule.basis === "value";
    const parts = {
      conditions: toConditions(rule),
      target: `⟦${t(`targets_by_stage.${rule.target}_${rule.stage}`)}⟧`,
      comparison: `⟦${t(`comparisons.${rule.comparison}`)}⟧`,
      value: `⟦${toValue(rule, rule.value)}⟧`,
      window: `⟦${t("window", { count: rule.window_days })}⟧`,
      minimum: `⟦${riyals(rule.min_spend_halalas)}⟧`,
      action: `⟪${toAction(rule)}⟫`,
    };
    const kind = isSimple ? rule.target : "several";
    return t(rule.min_spend_halalas > 0 ? `sentence_with_minimum.${kind}` : `sentence.${kind}`, parts);
  }

  function toReach({ reach, platform, campaign_ids, campaigns, product }: ReadRule): string {
    if (reach === "all") return t("on_all");
    if (reach === "platform")
      return platform ? t("on_platform", { platform: t(`campaigns:platform_names.${platform}`) }) : "";
    if (reach === "product") return t("on_product", { name: product?.name ?? "" });
    return t("on_campaigns", { count: campaign_ids.length, name: campaigns?.[0]?.name ?? "" });
  }

  // An hour of Riyadh on any day.
  const toHour = (hour: number) => format.time(new Date(Date.UTC(2026, 0, 1, hour - 3)));

  function toSchedule({ schedule, at_hour, hours_from, hours_to }: ReadRule): string {
    if (schedule === "daily")
      return at_hour === null ? t("schedules.daily") : t("schedule_at", { time: toHour(at_hour) });
    const often = t(`schedules.${schedule}`);
    if (hours_from === null || hours_to === null) return often;
    return t("schedule_between", { schedule: often, from: toHour(hours_from), to: toHour(hours_to) });
  }

  return {
    riyals,
    wholeRiyals,
    toValue,
    toSeen,
    toAction,
    toHour,
    toSentence,
    toReachLine(rule: ReadRule): string {
      const line = t(rule.season === null ? "reach_line" : "reach_line_in_season", {
        schedule: toSchedule(rule),
        reach: toReach(rule),
        season: rule.season === null ? "" : t(`seasons:names.${rule.season}`),
      });
      return rule.ask_channel === null ? line : `${line} ${t("asks_first")}`;
    },
  };
}
