import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { isRatio, type Metric, metricNames, metrics } from "#modules/figures/contract/metrics.ts";
import { toUnit } from "../../contract/report-table.calls.ts";

/** Every metric as it is explained: in one sentence, with its formula, its unit, and what it leaves out. */
export const listMetrics =
  ({ messages }: { messages: Messages }) =>
  (language: Language) => {
    const translate = (key: string) => messages.translate(language, `figures:metrics.${key}`);
    return {
      items: metricNames.map((metric) => ({
        metric,
        name: translate(`${metric}.name`),
        meaning: translate(`${metric}.meaning`),
        formula: toFormula(metric, (name) => translate(`${name}.name`)),
        unit: toUnit(metric),
        source: isRatio(metric)
          ? null
          : messages.translate(language, `figures:sources.${metrics[metric].source}`),
        leaves_out: metrics[metric].leavesOut === "" ? null : translate(`${metric}.leaves_out`),
      })),
    };
  };

/** "Spend ÷ Clicks"; "× 1,000" for a price of so many. */
function toFormula(metric: Metric, toName: (name: Metric) => string): string | null {
  if (!isRatio(metric)) return null;
  const { of, ...rest } = metrics[metric];
  const [numerator, denominator] = of.map(toName);
  const per = "per" in rest ? ` × ${rest.per.toLocaleString("en")}` : "";
  return `${numerator} ÷ ${denominator}${per}`;
}
