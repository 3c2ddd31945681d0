import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import { reviewReasons } from "#modules/campaigns/contract/review-reasons.ts";
import { isRatio, type Metric, metricNames, metrics } from "#modules/figures/contract/metrics.ts";
import type { Sources } from "../domain/parse-page.ts";
import { describeLimits } from "./describe-limits.ts";

/** The product's own texts in one language: names on screens, the table of figures, the reasons of platforms. */
export function makeSources(messages: Messages, language: Language): Sources {
  const translate = (key: string, params?: Record<string, string>) => {
    if (!messages.has(key)) throw new Error(`a help page names ${key}, which is no text of the product`);
    return messages.translate(language, key, params);
  };
  const nameMetric = (metric: string) => translate(`figures:metrics.${metric}.name`);
  return {
    findName: (key) => translate(key),
    describeMetric(name) {
      const metric = requireName(metricNames, name);
      const leavesOut = `figures:metrics.${metric}.leaves_out`;
      return {
        term: nameMetric(metric),
        lines: [
          translate(`figures:metrics.${metric}.meaning`),
          ...toFormula(metric, { translate, nameMetric }),
          ...(messages.has(leavesOut) ? [translate("help:leaves_out", { what: translate(leavesOut) })] : []),
        ],
      };
    },
    describeLimits: (name) => describeLimits(name, translate),
    describeReason(name) {
      const reason = requireName(reviewReasons, name);
      return {
        term: translate(`help:reasons.${reason}`),
        lines: [translate(`campaigns:review_reasons.${reason}`)],
      };
    },
  };
}

type Names = {
  translate(key: string, params?: Record<string, string>): string;
  nameMetric(metric: string): string;
};

/** "Ad sales delivered ÷ ad spend"; a figure that is a sum has no formula. */
function toFormula(metric: Metric, { translate, nameMetric }: Names): string[] {
  if (!isRatio(metric)) return [];
  const { of, unit } = metrics[metric];
  const [sum, divisor] = of;
  const per = metric === "cpm_halalas" ? metrics.cpm_halalas.per : 1;
  return [
    translate(per === 1 ? "help:formula" : "help:formula_per", {
      sum: nameMetric(sum),
      divisor: nameMetric(divisor),
      per: String(per),
      unit: translate(`help:units.${unit}`),
    }),
  ];
}

function requireName<Name extends string>(names: readonly Name[], name: string): Name {
  const found = names.find((one) => one === name);
  if (found === undefined) throw new Error(`a help page describes ${name}, which does not exist`);
  return found;
}
