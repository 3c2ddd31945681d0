import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import type { PlanChoices, Reason } from "../../contract/plan-shapes.ts";
import { choosePlaces } from "./choose-places.ts";
import { chooseSplit } from "./choose-split.ts";
import type { ReadByModel } from "./merge-readings.ts";
import { factDays, type PlanFacts, toPercent } from "./plan-facts.ts";
import type { DescribedChoices } from "./read-description.ts";

type Input = {
  described: DescribedChoices;
  /** What of it a model alone understood, and the model's name. */
  byModel: ReadByModel;
  engine: string | null;
  /** Of a field of the form: it counts before the description's. */
  typedBudgetHalalas: number | null;
  platforms: readonly Platform[];
  productName: string;
};

/** Shares of returns and costs are said of at least so many units and orders. */
const unitsNeeded = 10;
const returnsOf = 30;
const ordersNeeded = 10;
const salesDays = 30;

/** Chooses a plan from what the merchant said and what the records say, each choice with its reasons. */
export function choosePlan(
  { described, byModel, engine, typedBudgetHalalas, platforms, productName }: Input,
  facts: PlanFacts,
): PlanChoices {
  const explainReading = (isByModel: boolean): Reason =>
    isByModel && engine !== null ? { kind: "read_by_model", engine } : { kind: "described" };
  return {
    audience: {
      gender: described.gender,
      reasons: [explainAudience(described, explainReading(byModel.audience))],
    },
    places: choosePlaces(described.cities, explainReading(byModel.places), facts),
    budget: {
      daily_halalas: typedBudgetHalalas ?? described.dailyBudgetHalalas,
      days: described.days,
      reasons: [
        explainBudget(typedBudgetHalalas, described.dailyBudgetHalalas, explainReading(byModel.budget)),
        ...explainCost(platforms, facts),
        ...(described.days === null ? [{ kind: "no_end" } as const] : []),
      ],
    },
    split: chooseSplit(platforms, facts),
    product: { name: productName, reasons: [explainProduct(facts.product)] },
  };
}

function explainAudience({ gender, isGift }: DescribedChoices, said: Reason): Reason {
  if (isGift) return { kind: "gift" };
  return gender === "all" ? { kind: "audience_default" } : said;
}

function explainBudget(typed: number | null, described: number | null, said: Reason): Reason {
  if (typed !== null) return { kind: "typed" };
  return described === null ? { kind: "budget_default" } : said;
}

/** What an order that was delivered cost on these platforms; nothing where there were too few. */
export function explainCost(platforms: readonly Platform[], facts: PlanFacts): Reason[] {
  const chosen = facts.platforms.filter(({ platform }) => platforms.includes(platform));
  const spend = chosen.reduce((sum, { spendHalalas }) => sum + spendHalalas, 0);
  const orders = chosen.reduce((sum, one) => sum + one.orders, 0);
  if (orders < ordersNeeded || spend === 0) return [];
  return [{ kind: "cost_per_order", amount_halalas: Math.round(spend / orders), orders, days: factDays }];
}

function explainProduct(product: PlanFacts["product"]): Reason {
  if (!product || product.unitsSold < unitsNeeded) return { kind: "sales_unknown" };
  const { unitsSold: units, unitsReturned } = product;
  if (units < returnsOf) return { kind: "sold", units, days: salesDays };
  return { kind: "returns", percent: toPercent(unitsReturned, units), units, days: salesDays };
}
