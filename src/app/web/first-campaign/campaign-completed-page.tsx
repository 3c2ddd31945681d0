import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconClock, IconPlugConnectedX, IconPoint } from "@tabler/icons-react";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { EmptyState, ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { CampaignDetails } from "#modules/campaigns/contract/shapes.ts";
import { useCampaign } from "#modules/campaigns/web/campaigns.queries.ts";
import { LaunchProgress } from "#modules/campaigns/web/launch-progress.tsx";
import { useCampaignFigures } from "#modules/reports/web/reports.queries.ts";
import { Fact, FactList, type FactState } from "./fact-list.tsx";
import classes from "./first-campaign.module.css";
import { computeStages, type Stage, type StageState } from "./stages.ts";
import { NextButton, StepActions } from "./step-page.tsx";
import { completedPath, stepPaths } from "./steps.ts";
import { useSetup } from "./use-setup.ts";

/** What happens now to the new campaign: each stage as the platform confirms it, updated live. */
export function CampaignCompletedPage() {
  const { t } = useTranslation("first_campaign");
  const { campaign: named, plan: namedPlan, launch } = useSearch({ strict: false }) as Address;
  const { setup } = useSetup();
  const newest = setup?.started ?? setup?.draft ?? null;
  const id = typeof named === "string" ? named : newest?.id;
  const newestPlan = typeof named !== "string" && newest ? setup?.findSharedPlan(newest) : null;
  const plan = typeof namedPlan === "string" ? namedPlan : newestPlan;
  if (plan) return <LaunchedPlan planId={plan} operationId={typeof launch === "string" ? launch : null} />;
  if (id) return <Completed id={id} />;
  return (
    <EmptyState
      title={t("completed.none_title")}
      action={
        <Button component={Link} to="/first-campaign" color="clay">
          {t("completed.none_action")}
        </Button>
      }
    >
      {t("completed.none_words")}
    </EmptyState>
  );
}

type Address = { campaign?: unknown; plan?: unknown; launch?: unknown };

/** A first campaign on several platforms: how far each of them is. The address keeps the launch for a reload. */
function LaunchedPlan({ planId, operationId }: { planId: string; operationId: string | null }) {
  const { t } = useTranslation("first_campaign");
  const navigate = useNavigate();
  return (
    <>
      <LaunchProgress
        planId={planId}
        operationId={operationId}
        onOperation={(launch) =>
          void navigate({ to: completedPath, search: { plan: planId, launch }, replace: true })
        }
      />
      <StepActions>
        <NextButton to="/account-completed-flow">{t("completed.on")}</NextButton>
      </StepActions>
    </>
  );
}

function Completed({ id }: { id: string }) {
  const { t } = useTranslation("first_campaign");
  const query = useCampaign(id);
  const figures = useCampaignFigures(id, { days: 7 });
  if (query.isPending) return <SkeletonRows count={4} />;
  if (!query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const campaign = query.data;
  const isStarted = campaign.status !== "created";
  const impressions = figures.data?.as_of ? figures.data.totals.impressions : null;
  return (
    <>
      <PageHeader
        title={t(isStarted ? "completed.title" : "completed.title_draft")}
        lead={<UserText>{campaign.name}</UserText>}
      />
      <Card title={t("completed.what_now")}>
        <FactList inOrder>
          {computeStages(campaign, impressions).map((stage) => (
            <StageRow key={stage.key} stage={stage} campaign={campaign} />
          ))}
        </FactList>
      </Card>
      <StepActions>
        {isStarted ? (
          <>
            <NextButton to="/account-completed-flow">{t("completed.on")}</NextButton>
            <Link to="/campaigns/$id" params={{ id }} className={classes.notNow}>
              {t("completed.open")}
            </Link>
          </>
        ) : (
          <NextButton to={stepPaths.campaign}>{t("completed.to_start")}</NextButton>
        )}
      </StepActions>
    </>
  );
}

const marks: Record<StageState, typeof IconCheck> = {
  done: IconCheck,
  now: IconClock,
  later: IconPoint,
  bad: IconAlertTriangle,
  disconnected: IconPlugConnectedX,
};

/** How the icon of a stage is coloured. */
const tones: Record<StageState, FactState> = {
  done: "done",
  now: "now",
  later: "open",
  bad: "bad",
  disconnected: "bad",
};

function StageRow({ stage, campaign }: { stage: Stage; campaign: CampaignDetails }) {
  const { t } = useTranslation("first_campaign");
  const { key, state } = stage;
  const why = state === "bad" && key === "sent" ? campaign.fault : null;
  return (
    <Fact
      state={tones[state]}
      Mark={marks[state]}
      title={t(`stage.${key}.${state}`)}
      description={why ?? t(`stage.${key}.${state}_words`, { defaultValue: t(`stage.${key}.words`) })}
      aside={<StageLink stage={stage} campaignId={campaign.id} />}
    />
  );
}

/** Where the merchant removes what blocks a stage. */
function StageLink({ stage: { key, state }, campaignId }: { stage: Stage; campaignId: string }) {
  const { t } = useTranslation("first_campaign");
  if (state === "disconnected")
    return (
      <Button component={Link} to={stepPaths.platform} variant="default">
        {t("stage.reconnect")}
      </Button>
    );
  if (state !== "bad" || key === "started") return null;
  return (
    <Button component={Link} to={`/campaigns/${campaignId}`} variant="default">
      {t("stage.see")}
    </Button>
  );
}
