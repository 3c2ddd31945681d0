import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { CampaignForm, type LaunchResult } from "#modules/campaigns/web/form/campaign-form.tsx";
import { CostCard } from "#modules/campaigns/web/form/cost-card.tsx";
import { StartRefusal } from "#modules/campaigns/web/start-refusal.tsx";
import { useCampaignAction } from "#modules/campaigns/web/use-campaign-action.ts";
import classes from "./first-campaign.module.css";
import { NextButton, SkipLink, StepActions, StepLead, StepPage } from "./step-page.tsx";
import { completedPath, stepPaths } from "./steps.ts";
import { type Setup, useSetup } from "./use-setup.ts";

/** The campaign step: a missing earlier step, the form, or the campaign that waits for its start. */
export function FirstCampaignFormPage() {
  const { setup } = useSetup();
  return setup ? <CampaignStep setup={setup} /> : null;
}

type View = "form" | "waits" | "draft" | "done";

function chooseView({ progress, draft }: Setup): View {
  if (progress.campaign === "done") return "done";
  if (draft) return "draft";
  return progress.campaign === "waits" ? "waits" : "form";
}

function CampaignStep({ setup }: { setup: Setup }) {
  const { t } = useTranslation("first_campaign");
  const navigate = useNavigate();
  // The form creates a draft, then a started campaign, before it is finished: once open, it stays open.
  const nextView = chooseView(setup);
  const [shown, setShown] = useState(nextView);
  if (shown !== nextView && shown !== "form") setShown(nextView);

  const finish = ({ id, campaigns: [first, ...others] }: PlanDetails, { operationId }: LaunchResult) =>
    void navigate({
      to: completedPath,
      search:
        others.length === 0
          ? { campaign: first?.id }
          : { plan: id, ...(operationId ? { launch: operationId } : {}) },
    });
  if (shown === "form")
    return (
      <CampaignForm title={t("campaign.title")} lead={<StepLead step="campaign" />} isFirst onDone={finish} />
    );
  if (shown === "waits") return <WaitingStep setup={setup} />;
  return shown === "draft" && setup.draft ? <DraftStep setup={setup} draft={setup.draft} /> : <DoneStep />;
}

function DoneStep() {
  const { t } = useTranslation("first_campaign");
  return (
    <StepPage step="campaign">
      <Banner
        tone="good"
        title={t("campaign.done_title")}
        action={
          <LinkButton to="/campaigns/add" variant="default">
            {t("campaign.another")}
          </LinkButton>
        }
      >
        {t("campaign.done_words")}
      </Banner>
    </StepPage>
  );
}

/** A campaign needs the store and the ad account: the one that is missing comes first. */
function WaitingStep({ setup: { progress } }: { setup: Setup }) {
  const { t } = useTranslation("first_campaign");
  const first = progress.store === "open" ? "store" : "platform";
  return (
    <StepPage
      step="campaign"
      action={
        <StepActions>
          <NextButton to={stepPaths[first]}>{t(`campaign.go_${first}`)}</NextButton>
          <SkipLink step="campaign" />
        </StepActions>
      }
    >
      <Banner tone="waiting" title={t("campaign.waits_title")}>
        {t(`campaign.waits_${first}`)}
      </Banner>
    </StepPage>
  );
}

function DraftStep({ setup, draft }: { setup: Setup; draft: CampaignRow }) {
  const { t } = useTranslation("first_campaign");
  const isPaidFor = setup.progress.money === "done";
  const plan = setup.findSharedPlan(draft);
  return (
    <StepPage
      step="campaign"
      action={
        <StepActions>
          {isPaidFor ? null : <NextButton to={stepPaths.money}>{t("campaign.go_money")}</NextButton>}
          {isPaidFor && plan === null ? <StartButton id={draft.id} /> : null}
          {isPaidFor && plan !== null ? (
            <LinkButton to={completedPath} search={{ plan }} color="clay" size="lg" fullWidth>
              {t("campaign.start_all")}
            </LinkButton>
          ) : null}
          <SkipLink step="campaign" />
        </StepActions>
      }
    >
      <Card title={<UserText>{draft.name}</UserText>} aside={<EditLink id={draft.id} />}>
        <p>{t(isPaidFor ? "campaign.draft_words" : "campaign.money_first")}</p>
      </Card>
      <StartRefusal campaigns={[draft]} />
      {/* A campaign that never ran costs nothing yet; the cost of the start is computed as in the form. */}
      <CostCard campaign={{ ...draft, starts_at: draft.starts_at_once ? null : draft.starts_at }} />
    </StepPage>
  );
}

function EditLink({ id }: { id: string }) {
  const { t } = useTranslation("first_campaign");
  return (
    <Link to="/campaigns/$id" params={{ id }} className={classes.notNow}>
      {t("campaign.draft_edit")}
    </Link>
  );
}

function StartButton({ id }: { id: string }) {
  const { t } = useTranslation("first_campaign");
  const navigate = useNavigate();
  const action = useCampaignAction();
  const start = () =>
    action.mutate(
      { id, act: "start" },
      { onSuccess: () => void navigate({ to: completedPath, search: { campaign: id } }) },
    );
  return (
    <Button
      color="clay"
      size="lg"
      fullWidth
      loading={action.isPending}
      leftSection={<IconPlayerPlay size={20} aria-hidden />}
      onClick={start}
    >
      {t("campaign.start")}
    </Button>
  );
}
