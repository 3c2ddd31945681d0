import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import type { PlanSeasonBudget } from "#modules/campaigns/contract/plan-season-budgets.calls.ts";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import {
  useCancelSeasonBudget,
  usePlanSeasonBudgets,
} from "#modules/campaigns/web/season-budgets.queries.ts";
import { SeasonDates } from "#modules/seasons/web/seasons.parts.tsx";
import classes from "../campaign/season-budget.module.css";
import { type PartNames, SeasonChoices } from "../campaign/season-choices.tsx";
import { SeasonDays } from "../campaign/season-days.tsx";

/** One budget for a season over all of the plan's platforms: the one under way, or the seasons that are offered. */
export function PlanSeasonBudgetCard({ plan }: { plan: PlanDetails }) {
  const { t } = useTranslation(["plan", "campaign"]);
  const names = usePartNames(plan);
  const budgets = usePlanSeasonBudgets(plan.id).data;
  if (!budgets) return null;
  const { current, choices, own } = budgets;
  if (current && current.ended_at === null)
    return <UnderWay planId={plan.id} budget={current} names={names} />;
  if (choices.length === 0 && own.length === 0 && !current) return null;
  return (
    <Card title={t("plan:season_budget")}>
      <div className={classes.stack}>
        {current?.end_reason ? <p>{t(`campaign:season_budget.ends.${current.end_reason}`)}</p> : null}
        {own.map((id) => (
          <p key={id}>
            <Link to="/campaigns/$id" params={{ id }}>
              {names.get(id) ?? id}
            </Link>{" "}
            {t("plan:own_season_budget")}
          </p>
        ))}
        <SeasonChoices subject={{ kind: "plan", id: plan.id }} choices={choices} names={names} />
      </div>
    </Card>
  );
}

/** Each campaign by its platform. */
function usePartNames(plan: PlanDetails): PartNames {
  const { t } = useTranslation("campaigns");
  return new Map(plan.campaigns.map(({ id, platform }) => [id, t(`platform_names.${platform}`)]));
}

type UnderWayProps = { planId: string; budget: PlanSeasonBudget; names: PartNames };

function UnderWay({ planId, budget, names }: UnderWayProps) {
  const { t } = useTranslation(["plan", "campaign", "seasons"]);
  const cancel = useCancelSeasonBudget({ kind: "plan", id: planId });
  return (
    <Card
      title={t("campaign:season_budget.under_way", { season: t(`seasons:names.${budget.key}`) })}
      aside={<SeasonDates from={budget.starts_on} to={budget.ends_on} />}
    >
      <div className={classes.stack}>
        {budget.parts.map((part) => (
          <PartNote key={part.id} part={part} name={names.get(part.campaign_id) ?? part.campaign_id} />
        ))}
        <SeasonDays
          days={budget.days}
          beside={{
            header: t("campaign:status_name"),
            cell: ({ state }) => t(`plan:season_states.${state}`),
          }}
        />
        <p>{t("campaign:season_budget.back_to")}</p>
        <dl className={classes.sums}>
          {budget.parts
            .filter(({ ended_at }) => ended_at === null)
            .map(({ id, campaign_id, budget_before_halalas }) => (
              <div key={id}>
                <dt>{names.get(campaign_id) ?? campaign_id}</dt>
                <dd>
                  <Money halalas={budget_before_halalas} whole />
                </dd>
              </div>
            ))}
        </dl>
        {cancel.error ? <ErrorLine>{cancel.error.message}</ErrorLine> : null}
        <div>
          <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(budget.id)}>
            {t("campaign:season_budget.cancel")}
          </Button>
        </div>
      </div>
    </Card>
  );
}

type PartProps = { part: PlanSeasonBudget["parts"][number]; name: string };

/** Why one campaign's day could not be set, or why it ended before the others. */
function PartNote({ part: { failure, end_reason }, name }: PartProps) {
  const { t } = useTranslation(["plan", "campaign"]);
  if (failure)
    return (
      <Banner tone="waiting" title={`${name}: ${t("campaign:season_budget.failed")}`}>
        {t(`campaign:season_budget.failures.${failure}`)}
      </Banner>
    );
  if (end_reason)
    return (
      <p>
        {name}: {t(`campaign:season_budget.ends.${end_reason}`)}
      </p>
    );
  return null;
}
