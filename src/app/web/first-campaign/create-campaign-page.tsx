import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Banner } from "#base/web/kit/banner.tsx";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { SkeletonPage } from "#base/web/kit/skeletons.tsx";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import { CampaignForm, type LaunchResult } from "#modules/campaigns/web/form/campaign-form.tsx";
import { NextButton, SkipLink, StepActions, StepLead, StepPage } from "./step-page.tsx";
import { completedPath, stepPaths } from "./steps.ts";
import { type Setup, useSetup } from "./use-setup.ts";

// Who writes the first campaign does not need what starts one that was written.
const DraftStep = lazy(async () => ({ default: (await import("./draft-step.tsx")).DraftStep }));

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
  if (shown !== "draft" || !setup.draft) return <DoneStep />;
  return (
    <Suspense fallback={<SkeletonPage kind="form" />}>
      <DraftStep setup={setup} draft={setup.draft} />
    </Suspense>
  );
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
