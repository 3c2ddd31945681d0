import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { QueryBoundary } from "#base/web/kit/query-boundary.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { useIsAtLeast } from "#base/web/runtime/screen.ts";
import type { Platform } from "#modules/ad-accounts/contract/platforms.ts";
import { useAdAccounts } from "#modules/ad-accounts/web/ad-accounts.queries.ts";
import type { Plan } from "../contract/plan-shapes.ts";
import classes from "./ai-campaign.module.css";
import { DescriptionForm } from "./ai-campaign-form.tsx";
import { PlannedDraft } from "./ai-campaign-result.tsx";
import { useLatestPlan } from "./planner.queries.ts";
import { PlanningCard } from "./planning-card.tsx";
import { QuotaBar } from "./quota-bar.tsx";
import { type Planning, usePlanning } from "./use-planning.ts";
import { useWriterState } from "./writer.queries.ts";

/** `/campaigns/AddAi` and `/first-campaign/ai-form`: a campaign's draft from what the merchant says of it. */
export function AiCampaignPage() {
  const { t } = useTranslation("assistants");
  const latest = useLatestPlan();
  return (
    <>
      <PageHeader title={t("planner.title")} lead={t("planner.lead")} />
      <QueryBoundary query={latest} fallback={<SkeletonRows count={4} />}>
        {({ plan }) => <Planner plan={plan} />}
      </QueryBoundary>
    </>
  );
}

/** On a phone a draft stands above what was asked, as it is what the merchant will sign. */
function Planner({ plan }: { plan: Plan | null }) {
  const isPhone = !useIsAtLeast("desktop");
  const state = useWriterState();
  const accounts = useAdAccounts();
  const draft = useRef<HTMLDivElement>(null);
  const { planning, start, stop } = usePlanning();
  const making = planning ?? toPlanning(plan);
  const isMaking = making !== null;
  // What was pressed stands elsewhere on a phone.
  useEffect(() => {
    if (isMaking) draft.current?.scrollIntoView?.({ block: "nearest" });
  }, [isMaking]);
  const parts = [
    <div key="asked" className={classes.side}>
      <QueryBoundary query={state} fallback={<SkeletonRows count={1} />}>
        {(data) => <QuotaBar state={data} />}
      </QueryBoundary>
      <QueryBoundary query={accounts} fallback={<SkeletonRows count={4} />}>
        {({ ad_accounts }) => (
          <DescriptionForm
            linked={listLinked(ad_accounts)}
            hasDraft={plan?.status === "done"}
            description={plan && !plan.result ? plan.description : ""}
            isMaking={isMaking}
            onStart={start}
          />
        )}
      </QueryBoundary>
    </div>,
    <div key="draft" className={classes.draft} ref={draft}>
      {making ? (
        <PlanningCard planning={making} onStop={() => void stop(making.id)} />
      ) : (
        <Outcome plan={plan} linked={accounts.data ? listLinked(accounts.data.ad_accounts) : []} />
      )}
    </div>,
  ];
  return <div className={classes.page}>{isPhone && (making || plan) ? parts.toReversed() : parts}</div>;
}

/** A plan that another tab, or this page before its reload, has begun. */
const toPlanning = (plan: Plan | null): Planning | null =>
  plan?.status === "planning" ? { id: plan.id, engine: plan.engine, steps: plan.steps, drafts: [] } : null;

function Outcome({ plan, linked }: { plan: Plan | null; linked: readonly Platform[] }) {
  const { t } = useTranslation("assistants");
  if (plan?.result) return <PlannedDraft plan={plan} result={plan.result} linked={linked} />;
  return (
    <>
      {plan ? (
        <Banner
          tone={plan.status === "stopped" ? "info" : "bad"}
          title={t(`planner.ended.${toEnding(plan)}`)}
        >
          {t("planner.ended_words")}
        </Banner>
      ) : null}
      <Card tone="sand">
        <EmptyState title={t("planner.empty")}>{t("planner.empty_words")}</EmptyState>
      </Card>
    </>
  );
}

const toEnding = ({ status }: Plan) => (status === "stopped" ? "stopped" : "failed");

const listLinked = (accounts: readonly { platform: Platform; status: string }[]): Platform[] => [
  ...new Set(accounts.filter(({ status }) => status === "linked").map(({ platform }) => platform)),
];
