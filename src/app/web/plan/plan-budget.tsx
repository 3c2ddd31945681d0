import { useTranslation } from "react-i18next";
import { halalas } from "#base/shared/money.ts";
import { MoneyField } from "#base/web/forms/fields.tsx";
import { Money } from "#base/web/kit/money.tsx";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import { listBudgetParts, type PartBudget, splitPlanBudget } from "#modules/campaigns/domain/plan-budgets.ts";
import { useAdjustPlan } from "#modules/campaigns/web/use-adjust-plan.ts";
import { useAdAccountChoices } from "#modules/campaigns/web/use-choices.ts";
import { InPlace } from "../campaign/in-place.tsx";
import classes from "./plan.module.css";

/** The sum as it is typed, and each campaign's part of it. */
type Budgets = { total: number | null; parts: PartBudget[] };

/**
 * The plan's daily budget, changed in place: a new sum is split over the campaigns in the proportions they have, and each
 * part is shown before it is saved. The undo writes back exactly the parts before.
 */
export function PlanBudget({ plan }: { plan: PlanDetails }) {
  const { t } = useTranslation("plan");
  const adjust = useAdjustPlan(plan.id);
  const accounts = useAdAccountChoices().data ?? [];
  const currencies = new Map(accounts.map(({ id, currency }) => [id, currency]));
  const value = toBudgets(plan);
  const shown = <Money halalas={value.total ?? 0} whole />;
  if (value.parts.length === 0) return shown;
  const split = (total: number | null): Budgets => ({
    total,
    parts: splitPlanBudget(halalas(total ?? 0), listBudgetParts(plan.campaigns), currencies),
  });
  return (
    <InPlace<Budgets>
      label={t("total_budget")}
      value={value}
      isSame={isSame}
      onSave={async ({ parts }) => toBudgets(await adjust.mutateAsync({ budgets: parts }))}
      field={({ value: typed, onChange, error }) => (
        <>
          <MoneyField
            label={t("total_budget")}
            value={typed.total}
            error={error}
            onChange={(total) => onChange(split(total))}
          />
          <Parts plan={plan} parts={typed.parts} />
        </>
      )}
    >
      {shown}
    </InPlace>
  );
}

function Parts({ plan, parts }: { plan: PlanDetails; parts: readonly PartBudget[] }) {
  const { t } = useTranslation("campaigns");
  return (
    <ul className={classes.parts}>
      {parts.map(({ campaign_id, daily_budget_halalas }) => {
        const campaign = plan.campaigns.find(({ id }) => id === campaign_id);
        return (
          <li key={campaign_id}>
            <span>{campaign ? t(`platform_names.${campaign.platform}`) : null}</span>
            <Money halalas={daily_budget_halalas} />
          </li>
        );
      })}
    </ul>
  );
}

function toBudgets({ campaigns }: Pick<PlanDetails, "campaigns">): Budgets {
  const parts = listBudgetParts(campaigns).map(({ id, daily_budget_halalas }) => ({
    campaign_id: id,
    daily_budget_halalas: halalas(daily_budget_halalas),
  }));
  return { total: parts.reduce((sum, one) => sum + one.daily_budget_halalas, 0), parts };
}

const isSame = (one: Budgets, other: Budgets): boolean =>
  one.total === other.total &&
  one.parts.length === other.parts.length &&
  one.parts.every(
    ({ campaign_id, daily_budget_halalas }, at) =>
      other.parts[at]?.campaign_id === campaign_id &&
      other.parts[at]?.daily_budget_halalas === daily_budget_halalas,
  );
