import type { Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import { BUDGET_MAX_MICROS, BUDGET_MIN_MICROS, MICROS_STEP, NAME_MAX_BYTES } from "./facts.ts";
import { checkName, type KindRules, type Mutation } from "./rules.ts";

/** developers.google.com/google-ads/api, Campaign budgets. Shared unless the create says otherwise. */
export const budgetRules: KindRules = {
  kind: "campaignBudgets",
  message: "CampaignBudget",
  operation: "campaignBudgetOperation",
  path: "campaignBudgets",
  create(mutation, wire) {
    const stored: Json = {
      deliveryMethod: "STANDARD",
      explicitlyShared: true,
      period: "DAILY",
      status: "ENABLED",
      type: "STANDARD",
      ...wire,
    };
    if (stored.period !== "DAILY" || stored.totalAmountMicros !== undefined)
      refuse(
        "campaignBudgetError",
        "CAMPAIGN_BUDGET_PERIOD_NOT_AVAILABLE",
        "Only daily budgets are served here.",
        ["period"],
      );
    if (stored.deliveryMethod !== "STANDARD")
      refuse(
        "campaignBudgetError",
        "CANNOT_USE_ACCELERATED_DELIVERY_MODE",
        "Accelerated delivery is not allowed.",
        ["delivery_method"],
      );
    checkBudget(mutation, stored, "");
    const number = String(mutation.context.world.ids.number("google/budget", 11));
    return { number, parentId: mutation.customer.id, wire: stored };
  },
  update(mutation, stored, next, paths) {
    if (paths.has("explicitlyShared") && next.explicitlyShared !== stored.wire.explicitlyShared)
      refuse(
        "campaignBudgetError",
        "CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED",
        "Sharing cannot be changed.",
        ["explicitly_shared"],
      );
    checkBudget(mutation, next, stored.id);
    return next;
  },
  remove(mutation, stored) {
    const users = mutation.staged
      .listInAccount("campaigns", mutation.customer.id)
      .some((campaign) => !campaign.deleted && campaign.wire.campaignBudget === stored.id);
    if (users) refuse("campaignBudgetError", "CAMPAIGN_BUDGET_IN_USE", "The campaign budget is in use.");
  },
};

function checkBudget({ customer, staged }: Mutation, wire: Json, id: string): void {
  if (wire.explicitlyShared === true) {
    const name = checkName(wire, NAME_MAX_BYTES);
    const others = staged.listInAccount("campaignBudgets", customer.id);
    if (
      others.some(
        (row) => !row.deleted && row.id !== id && row.wire.explicitlyShared && row.wire.name === name,
      )
    )
      refuse("campaignBudgetError", "DUPLICATE_NAME", "A campaign budget with this name already exists.", [
        "name",
      ]);
  }
  if (wire.amountMicros === undefined)
    refuse("fieldError", "REQUIRED", "The required field was not present.", ["amount_micros"]);
  const amount = BigInt(String(wire.amountMicros));
  if (amount < 0n)
    refuse("campaignBudgetError", "NEGATIVE_MONEY_AMOUNT", "The amount is below zero.", ["amount_micros"]);
  if (amount % MICROS_STEP !== 0n)
    refuse(
      "campaignBudgetError",
      "NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT",
      "The amount is not a multiple of the minimum currency unit.",
      ["amount_micros"],
    );
  if (amount > BUDGET_MAX_MICROS)
    refuse("campaignBudgetError", "MONEY_AMOUNT_TOO_LARGE", "The amount is too large.", ["amount_micros"]);
  const minimum = BUDGET_MIN_MICROS[customer.currency] ?? 0n;
  if (amount >= minimum) return;
  refuse(
    "campaignBudgetError",
    "BUDGET_BELOW_PER_DAY_MINIMUM",
    "The budget amount is below the minimum for a day.",
    ["amount_micros"],
    {
      trigger: String(amount),
      details: {
        budgetPerDayMinimumErrorDetails: {
          currencyCode: customer.currency,
          budgetPerDayMinimumMicros: String(minimum),
          minimumBudgetAmountMicros: String(minimum),
          failedBudgetAmountMicros: String(amount),
        },
      },
    },
  );
}
