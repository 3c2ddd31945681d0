import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { Banner } from "#base/web/kit/banner.tsx";
import { Money } from "#base/web/kit/money.tsx";
import { Card } from "#base/web/kit/page.tsx";
import type { SeasonBudget } from "#modules/campaigns/contract/season-budgets.calls.ts";
import { useCancelSeasonBudget, useSeasonBudgets } from "#modules/campaigns/web/season-budgets.queries.ts";
import { SeasonDates } from "#modules/seasons/web/seasons.parts.tsx";
import classes from "./season-budget.module.css";
import { SeasonChoices } from "./season-choices.tsx";
import { SeasonDays } from "./season-days.tsx";

type Props = {
  campaignId: string;
  /** The way to its plan's page; null on that page, where seasons are offered for the whole plan. */
  planId: string | null;
};

/** A budget for each day of a season: the one under way, or the seasons for which one can be accepted. */
export function SeasonBudgetCard({ campaignId, planId }: Props) {
  const { t } = useTranslation("campaign");
  const budgets = useSeasonBudgets(campaignId).data;
  const current = budgets?.current ?? null;
  if (current && current.ended_at === null)
    return <UnderWay campaignId={campaignId} planId={planId} budget={current} />;
  if (!budgets || planId === null || (budgets.choices.length === 0 && !current)) return null;
  return (
    <Card title={t("season_budget.title")}>
      <div className={classes.stack}>
        {current?.end_reason ? <p>{t(`season_budget.ends.${current.end_reason}`)}</p> : null}
        <SeasonChoices subject={{ kind: "campaign", id: campaignId }} choices={budgets.choices} />
      </div>
    </Card>
  );
}

function UnderWay({ campaignId, planId, budget }: Props & { budget: SeasonBudget }) {
  const { t } = useTranslation(["campaign", "seasons"]);
  return (
    <Card
      title={t("campaign:season_budget.under_way", { season: t(`seasons:names.${budget.key}`) })}
      aside={<SeasonDates from={budget.starts_on} to={budget.ends_on} />}
    >
      <div className={classes.stack}>
        {budget.failure ? (
          <Banner tone="waiting" title={t("campaign:season_budget.failed")}>
            {t(`campaign:season_budget.failures.${budget.failure}`)}
          </Banner>
        ) : null}
        <SeasonDays
          days={budget.days}
          beside={{
            header: t("campaign:status_name"),
            cell: ({ state }) => t(`campaign:season_budget.states.${state}`),
          }}
        />
        <p>
          {t("campaign:season_budget.back_to")} <Money halalas={budget.budget_before_halalas} whole />
        </p>
        {budget.is_of_plan ? <OfPlan planId={planId} /> : <Cancel campaignId={campaignId} id={budget.id} />}
      </div>
    </Card>
  );
}

/** Cancelled with the plan's only: the way there, but on the plan's own page. */
function OfPlan({ planId }: { planId: string | null }) {
  const { t } = useTranslation("campaign");
  return (
    <p>
      {t("season_budget.of_plan")}{" "}
      {planId === null ? null : (
        <Link to="/plans/$id" params={{ id: planId }}>
          {t("season_budget.to_plan")}
        </Link>
      )}
    </p>
  );
}

function Cancel({ campaignId, id }: { campaignId: string; id: string }) {
  const { t } = useTranslation("campaign");
  const cancel = useCancelSeasonBudget({ kind: "campaign", id: campaignId });
  return (
    <>
      {cancel.error ? <ErrorLine>{cancel.error.message}</ErrorLine> : null}
      <div>
        <Button variant="default" loading={cancel.isPending} onClick={() => cancel.mutate(id)}>
          {t("season_budget.cancel")}
        </Button>
      </div>
    </>
  );
}
