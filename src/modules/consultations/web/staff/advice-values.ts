import { changesByValue } from "#modules/rules/contract/enums.ts";
import type { Proposal } from "../../contract/advice.calls.ts";
import type { AdvisedRule } from "../../contract/advised.ts";
import type { AdviceKind } from "../../contract/consultations-enums.ts";

/** What is typed of a proposal; of the three kinds only the chosen one is sent. */
export type AdviceValues = {
  kind: AdviceKind;
  campaign_id: string;
  to_halalas: number | null;
  note: string;
  expected_roas: number | null;
  rule: Omit<AdvisedRule, "value" | "window_days"> & {
    roas: number | null;
    amount: number | null;
    window_days: number | null;
  };
  ad: { headline: string; text: string };
};

export const emptyAdvice: AdviceValues = {
  kind: "budget",
  campaign_id: "",
  to_halalas: null,
  note: "",
  expected_roas: null,
  rule: {
    name: "",
    target: "roas",
    comparison: "less",
    roas: null,
    amount: null,
    window_days: 7,
    action: "decrease_budget",
    change_percent: 20,
  },
  ad: { headline: "", text: "" },
};

/** The fields that must be filled in, by their names in the form. */
export function listMissing(values: AdviceValues): string[] {
  const { kind, rule, ad } = values;
  const needed: Record<string, string | number | null> = {
    campaign_id: values.campaign_id,
    note: values.note.trim(),
    expected_roas: values.expected_roas,
    ...(kind === "budget" ? { to_halalas: values.to_halalas } : {}),
    ...(kind === "ad" ? { "ad.headline": ad.headline.trim(), "ad.text": ad.text.trim() } : {}),
    ...(kind === "rule" ? toNeeded(rule) : {}),
  };
  return Object.keys(needed).filter((name) => needed[name] === null || needed[name] === "");
}

const toNeeded = (rule: AdviceValues["rule"]) => ({
  "rule.name": rule.name.trim(),
  "rule.window_days": rule.window_days,
  ...(rule.target === "roas" ? { "rule.roas": rule.roas } : { "rule.amount": rule.amount }),
  ...(changesByValue(rule) ? { "rule.change_percent": rule.change_percent } : {}),
});

/** What is sent of filled-in values. */
export function toProposal(values: AdviceValues): Proposal {
  const { kind, campaign_id, note, to_halalas, ad } = values;
  const common = { campaign_id, note, expected_roas: values.expected_roas ?? 0 };
  if (kind === "rule") return { ...common, kind, rule: toRule(values.rule) };
  if (kind === "ad") return { ...common, kind, ad };
  return { ...common, kind, to_halalas: to_halalas ?? 0 };
}

function toRule({ roas, amount, window_days, change_percent, ...rule }: AdviceValues["rule"]): AdvisedRule {
  const value = rule.target === "roas" ? Math.round((roas ?? 0) * 100) : (amount ?? 0);
  return {
    ...rule,
    value,
    window_days: window_days ?? 0,
    change_percent: changesByValue(rule) ? change_percent : null,
  };
}
