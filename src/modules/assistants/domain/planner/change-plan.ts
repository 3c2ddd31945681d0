import type { PlanChange, PlanChoices } from "../../contract/plan-shapes.ts";
import { choosePlaces } from "./choose-places.ts";
import { explainCost } from "./choose-plan.ts";
import { chooseSplit } from "./choose-split.ts";
import type { PlanFacts } from "./plan-facts.ts";
import { readDescription } from "./read-description.ts";

/** A cheaper plan has so much of the budget, a dearer one so much more; in whole tens of riyals. */
const budgetFactors = { lower: 0.7, higher: 1.3 };
const budgetStep = 10_00;
const requested = { kind: "asked" } as const;

/** Changes of texts are written, not chosen. */
export type ChoiceChange = Exclude<PlanChange, { kind: "texts" }>;

/** The choices with the one that was asked for again, all others as they were; null where a sentence says nothing of any. */
export function changeChoices(
  choices: PlanChoices,
  change: ChoiceChange,
  facts: PlanFacts,
): PlanChoices | null {
  switch (change.kind) {
    case "budget":
      return withBudget(
        choices,
        { daily: moveBudget(choices.budget.daily_halalas, change.direction), days: choices.budget.days },
        facts,
      );
    case "audience":
      return { ...choices, audience: { gender: change.gender, reasons: [requested] } };
    case "kingdom":
      return { ...choices, places: choosePlaces([], requested, facts) };
    case "platforms":
      return withPlatforms(choices, change.platforms, facts);
    case "sentence":
      return readChange(choices, change.text, facts);
  }
}

/** "Women in Jeddah" changes the audience and the places, "200 riyals a day" the budget. */
function readChange(choices: PlanChoices, text: string, facts: PlanFacts): PlanChoices | null {
  const said = readDescription(text, { hasCitiesAnywhere: true });
  const { gender, cities, dailyBudgetHalalas, days } = said;
  if (gender === "all" && cities.length === 0 && dailyBudgetHalalas === null && days === null) return null;
  const withAudience =
    gender === "all" ? choices : { ...choices, audience: { gender, reasons: [requested] } };
  const withPlaces =
    cities.length === 0 ? withAudience : { ...withAudience, places: choosePlaces(cities, requested, facts) };
  if (dailyBudgetHalalas === null && days === null) return withPlaces;
  const { budget } = choices;
  return withBudget(
    withPlaces,
    { daily: dailyBudgetHalalas ?? budget.daily_halalas, days: days ?? budget.days },
    facts,
  );
}

type Budget = { daily: number | null; days: number | null };

const withBudget = (choices: PlanChoices, { daily, days }: Budget, facts: PlanFacts): PlanChoices => ({
  ...choices,
  budget: {
    daily_halalas: daily,
    days,
    reasons: [
      requested,
      ...explainCost(
        choices.split.parts.map(({ platform }) => platform),
        facts,
      ),
      ...(days === null ? [{ kind: "no_end" } as const] : []),
    ],
  },
});

/** The day's amount stays: it is split anew. */
function withPlatforms(
  choices: PlanChoices,
  platforms: Extract<PlanChange, { kind: "platforms" }>["platforms"],
  facts: PlanFacts,
): PlanChoices {
  const split = chooseSplit([...new Set(platforms)], facts);
  return { ...choices, split: { ...split, reasons: [requested, ...split.reasons] } };
}

function moveBudget(daily: number | null, direction: "lower" | "higher"): number | null {
  if (daily === null) return null;
  const steps = (daily * budgetFactors[direction]) / budgetStep;
  return budgetStep * Math.max(1, direction === "lower" ? Math.floor(steps) : Math.ceil(steps));
}
