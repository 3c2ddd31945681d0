import type { Json } from "../shared/field-table.ts";
import { refuse } from "./errors.ts";
import { BUDGET_MAX_MICROS, BUDGET_MIN_MICROS, MICROS_STEP, NAME_MAX_BYTES } from "./facts.ts";
import { checkName, type KindRules, type Scene } from "./rules.ts";

/** developers.google.com/google-ads/api, Campaign budgets. Shared unless the create says otherwise. */
export const budgetRules: KindRules = {
  kind: "campaignBudgets",
  message: "CampaignBudget",
  operation: "campaignBudgetOperation",
  path: "campaignBudgets",
  create(scene, wire) {
    const kept: Json = {
      deliveryMethod: "STANDARD",
      explicitlyShared: true,
      period: "DAILY",
      status: "ENABLED",
      type: "STANDARD",
      ...wire,
    };
    if (kept.period !== "DAILY" || kept.totalAmountMicros !== undefined)
      refuse(
        "campaignBudgetError",
        "CAMPAIGN_BUDGET_PERIOD_NOT_AVAILABLE",
        "Only daily budgets are served here.",
        ["period"],
      );
    if (kept.deliveryMethod !== "STANDARD")
      refuse(
        "campaignBudgetError",
        "CANNOT_USE_ACCELERATED_DELIVERY_MODE",
        "Accelerated delivery is not allowed.",
        ["delivery_method"],
      );
    checkBudget(scene, kept, "");
    const number = String(scene.room.world.ids.number("google/budget", 11));
    return { number, parentId: scene.customer.id, wire: kept };
  },
  update(scene, kept, next, paths) {
    if (paths.has("explicitlyShared") && next.explicitlyShared !== kept.wire.explicitlyShared)
      refuse(
        "campaignBudgetError",
        "CANNOT_UPDATE_CAMPAIGN_BUDGET_TO_IMPLICITLY_SHARED",
        "Sharing cannot be changed.",
        ["explicitly_shared"],
      );
    checkBudget(scene, next, kept.id);
    return next;
  },
  remove(scene, kept) {
    const users = scene.stage
      .inAccount("campaigns", scene.customer.id)
      .some((campaign) => !campaign.deleted && campaign.wire.campaignBudget === kept.id);
    if (users) refuse("campaignBudgetError", "CAMPAIGN_BUDGET_IN_USE", "The campaign budget is in use.");
  },
};

function checkBudget({ customer, stage }: Scene, wire: Json, id: string): void {
  if (wire.explicitlyShared === true) {
    const name = checkName(wire, NAME_MAX_BYTES);
    const others = stage.inAccount("campaignBudgets", customer.id);
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
  const least = BUDGET_MIN_MICROS[customer.currency] ?? 0n;
  if (amount >= least) return;
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
          budgetPerDayMinimumMicros: String(least),
          minimumBudgetAmountMicros: String(least),
          failedBudgetAmountMicros: String(amount),
        },
      },
    },
  );
}
