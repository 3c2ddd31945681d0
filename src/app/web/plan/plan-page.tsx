import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonFigures, SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import { useFollowedPlan } from "#modules/campaigns/web/campaigns.queries.ts";
import { StartRefusal } from "#modules/campaigns/web/start-refusal.tsx";
import { MoreFigures } from "#modules/reports/web/more-figures.tsx";
import { usePlanFigures } from "#modules/reports/web/reports.queries.ts";
import { SalesChart } from "#modules/reports/web/sales-chart.tsx";
import { StatRow } from "#modules/reports/web/stat-row.tsx";
import { UnconfirmedOrders } from "#modules/reports/web/unconfirmed-orders.tsx";
import campaignClasses from "../campaign/campaign.module.css";
import { PlanChangeLog } from "../campaign/change-log.tsx";
import { type ChosenPeriod, usePeriod } from "../campaign/period.ts";
import { PeriodChoice } from "../campaign/period-choice.tsx";
import { BudgetMove } from "./budget-move.tsx";
import classes from "./plan.module.css";
import { PlanOperation, usePlanActs } from "./plan-acts.tsx";
import { PlanBreakdown } from "./plan-breakdown.tsx";
import { PlanIssues } from "./plan-issues.tsx";
import { PlanParts } from "./plan-parts.tsx";
import { PlanSeasonBudgetCard } from "./plan-season-budget.tsx";
import { PlanTerms } from "./plan-terms.tsx";
import { SideBySide } from "./side-by-side.tsx";

/** `/plans/{id}`: one intent over several platforms: the sum of it, its campaigns side by side, and its budget. */
export function PlanPage() {
  const { id = "" } = useParams({ strict: false });
  const query = useFollowedPlan(id);
  if (query.isPending) return <SkeletonPage kind="figures" />;
  if (query.data) return <Plan plan={query.data} readAt={query.dataUpdatedAt} />;
  if (isApiError(query.error) && query.error.status === 404) return <PlanNotFound />;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
}

function Plan({ plan, readAt }: { plan: PlanDetails; readAt: number }) {
  const { t } = useTranslation(["plan", "campaign", "campaigns"]);
  const [period, choose] = usePeriod();
  const [operationId, follow] = useState<string | null>(null);
  const acts = usePlanActs(plan, follow);
  const figures = usePlanFigures(plan.id, period);
  return (
    <div className={classes.page}>
      <PageHeader
        title={plan.name}
        lead={`${t(`campaigns:objectives.${plan.objective}`)} · ${t("plan:on_platforms", { count: plan.campaigns.length })}`}
        actions={isAllowed("campaign", "manage") ? acts.buttons : null}
      />
      {acts.refusal}
      {operationId === null ? null : (
        <PlanOperation id={operationId} onUndo={({ id }) => follow(id)} onClose={() => follow(null)} />
      )}
      <StartRefusal campaigns={plan.campaigns} />
      <PlanIssues plan={plan} readAt={readAt} />
      {isAllowed("campaign", "manage") ? <BudgetMove plan={plan} /> : null}
      <div className={classes.bar}>
        <h2>{t("campaign:figures")}</h2>
        <PeriodChoice period={period} onChoose={choose} />
      </div>
      <QueryBoundary query={figures} fallback={<SkeletonFigures />}>
        {(data) => <Figures plan={plan} figures={data} period={period} />}
      </QueryBoundary>
      {isAllowed("campaign", "manage") ? <PlanSeasonBudgetCard plan={plan} /> : null}
      <PlanParts plan={plan} period={period} />
      <PlanChangeLog planId={plan.id} />
    </div>
  );
}

type FiguresProps = {
  plan: PlanDetails;
  period: ChosenPeriod;
  figures: NonNullable<ReturnType<typeof usePlanFigures>["data"]>;
};

/** Days without any reported figures are no data, which is not zero. */
function Figures({ plan, figures, period }: FiguresProps) {
  const { t } = useTranslation("campaign");
  const hasData = figures.days.some(({ has_data }) => has_data);
  const sideBySide = <SideBySide campaigns={plan.campaigns} figures={figures} hasData={hasData} />;
  const terms = <PlanTerms plan={plan} />;
  if (!hasData)
    return (
      <>
        <div className={campaignClasses.split}>
          <Card>
            <EmptyState title={t("none_title")}>{t("none_words")}</EmptyState>
          </Card>
          {terms}
        </div>
        {sideBySide}
      </>
    );
  return (
    <>
      <StatRow figures={figures} days={figures.days.length} />
      <UnconfirmedOrders totals={figures.totals} />
      <MoreFigures totals={figures.totals} />
      {sideBySide}
      <div className={campaignClasses.split}>
        <SalesChart figures={figures} />
        {terms}
      </div>
      <PlanBreakdown planId={plan.id} period={period} />
    </>
  );
}

function PlanNotFound() {
  const { t } = useTranslation(["plan", "campaign"]);
  return (
    <EmptyState
      title={t("plan:gone_title")}
      action={
        <LinkButton to="/campaigns" variant="default">
          {t("campaign:all")}
        </LinkButton>
      }
    >
      {t("plan:gone_words")}
    </EmptyState>
  );
}
