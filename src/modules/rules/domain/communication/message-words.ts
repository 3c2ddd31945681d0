import { formatShortRiyals, halalas } from "#base/shared/money.ts";
import type { CommunicationRuleFields } from "../../contract/communication-rule.ts";
import type { Indicator } from "../../contract/enums.ts";

/** A text of this module by its key below `communication`. */
type Translate = (key: string, params?: Record<string, string | number>) => string;

/** A rule in one sentence: the same on the screen as it is typed, in the list and in the test message. */
export function toRuleSentence(
  t: Translate,
  rule: Omit<CommunicationRuleFields, "city" | "numbers">,
): string {
  const { indicator, change, value, days, channel } = rule;
  return t("sentence", {
    event: t(`when.${indicator}_${change}`),
    percent: `${value}%`,
    window: t("window", { count: days }),
    channel: t(`send.${channel}`),
  });
}

/** What happened, as a message says it. */
export function toEventWords(
  t: Translate,
  { indicator, change, days }: Pick<CommunicationRuleFields, "indicator" | "change" | "days">,
  percent: number,
): string {
  return t("happened", {
    event: t(`event.${indicator}_${change}`),
    percent: `${percent}%`,
    window: t("window", { count: days }),
  });
}

/** An indicator's value in its own unit. */
export function toValueWords(t: Translate, indicator: Indicator, value: number): string {
  if (indicator === "orders") return t("orders", { count: value });
  if (indicator === "roas") return t("times", { number: (value / 100).toFixed(2) });
  return t("riyals", { amount: formatShortRiyals(halalas(value)) });
}

export const toFiguresWords = (
  t: Translate,
  indicator: Indicator,
  { now, before }: { now: number; before: number },
): string =>
  t("figures", { now: toValueWords(t, indicator, now), before: toValueWords(t, indicator, before) });

/** Figures of a change that just meets the rule, for a preview: of 100 orders, a return of 4.00, or 1,000 riyals. */
export function toSampleFigures({
  indicator,
  change,
  value,
}: Pick<CommunicationRuleFields, "indicator" | "change" | "value">): { now: number; before: number } {
  const before = indicator === "orders" ? 100 : indicator === "roas" ? 400 : 100_000;
  const changed = Math.round((before * value) / 100);
  return { before, now: Math.max(0, change === "increased" ? before + changed : before - changed) };
}
