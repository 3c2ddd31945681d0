import { addDays, type RiyadhDay } from "#base/shared/riyadh-day.ts";
import { backTest, type CampaignHistory, type TestedRule } from "#modules/rules/domain/back-test.ts";
import { type ProvenRule, prove } from "#modules/rules/domain/prove.ts";
import { aRuleBody } from "#modules/rules/testing/rule-body.ts";
import { atMost, type Pace, type Report } from "./kit/report.ts";

const campaignCount = 200;
const ruleCount = 50;
const to = "2026-11-21" as RiyadhDay;
const from = addDays(to, -29);
const backTestGoalMs = 1_000;
const proofGoalMs = 500;

/** How long the prover takes over a merchant's rules, and a back-test over their campaigns: the computation alone. */
export async function rules(pace: Pace): Promise<Report> {
  const histories = Array.from({ length: campaignCount }, (_, index) => makeHistory(index));
  const tested: TestedRule = {
    ...aRuleBody,
    more_conditions: [],
    basis: "own_week",
    value: 90,
    action: "pause_until_tomorrow",
  };
  const period = { from, to, raiseCeilingHalalas: 500_00 };
  const proven = Array.from({ length: ruleCount }, (_, index) => makeRule(index));
  const campaigns = histories.map(({ id, dailyBudgetHalalas, minimumBudgetHalalas }) => ({
    id,
    dailyBudgetHalalas,
    minimumBudgetHalalas,
    restoreToHalalas: dailyBudgetHalalas + 50_00,
  }));
  const ceilings = { raiseHalalas: 500_00, budgetHalalas: 1_000_00 };
  const backTests = measure(pace, () => backTest(tested, histories, period));
  const proofs = measure(pace, () => prove(proven, campaigns, ceilings));
  return {
    title: "Rules",
    setting:
      `A back-test of one rule that compares a campaign with its own week, over ${campaignCount} campaigns and 30 days, each day ` +
      `corrected twice; the prover over ${ruleCount} rules of three groups of conditions each, all of which reach all ` +
      `${campaignCount} campaigns. The computation alone, without the database; the slowest of ${pace.rounds} runs.`,
    findings: [
      atMost("Back-test", `all of ${toText(backTests)} ms`, Math.max(...backTests), backTestGoalMs, "ms"),
      atMost("Prover", `all of ${toText(proofs)} ms`, Math.max(...proofs), proofGoalMs, "ms"),
    ],
    raw: { backTests, proofs },
  };
}

function measure({ rounds }: Pace, run: () => unknown): number[] {
  run();
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
}

const toText = (times: readonly number[]): string => times.map((time) => time.toFixed(0)).join(", ");

/** Forty days of which each is corrected on the second and the third morning after it. */
function makeHistory(index: number): CampaignHistory {
  const changes = Array.from({ length: 40 }, (_, day) => addDays(to, -day)).flatMap((day, number) =>
    [1, 2, 3].map((later) => ({
      day,
      known_on: addDays(day, later),
      spend_halalas: later === 1 ? 100_00 : 0,
      sales_placed_halalas: later === 1 ? 200_00 + ((index * 37 + number * 53) % 100) * 100 : -500,
      sales_delivered_halalas: later === 1 ? 20_00 : 40_00 + ((index + number) % 7) * 1_000,
      clicks: later === 1 ? 40 : 0,
    })),
  );
  return { id: `cmp_${index}`, dailyBudgetHalalas: 100_00, minimumBudgetHalalas: 50_00, changes };
}

function makeRule(index: number): ProvenRule {
  const actions = ["increase_budget", "decrease_budget", "restore_budget", "stop_campaign"] as const;
  return {
    ...aRuleBody,
    id: `rul_${index}`,
    mode: "live",
    action: actions[index % actions.length] ?? "stop_campaign",
    change_unit: "percent",
    change_value: 10 + (index % 10),
    value: 100 + index,
    window_days: 1 + (index % 4),
    more_conditions: [
      { join: "or", target: "sales", comparison: "less", basis: "value", value: 50_00 + index },
      { join: "or", target: "spend", comparison: "greater", basis: "own_week", value: 100 + index },
      { join: "and", target: "roas", comparison: "less", basis: "value", value: 90 + index },
    ],
    reached: Array.from({ length: campaignCount }, (_, each) => `cmp_${each}`),
  };
}
