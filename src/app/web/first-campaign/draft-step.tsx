import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { CampaignRow } from "#modules/campaigns/contract/shapes.ts";
import { CostCard } from "#modules/campaigns/web/form/cost-card.tsx";
import { StartRefusal } from "#modules/campaigns/web/start-refusal.tsx";
import { useCampaignAction } from "#modules/campaigns/web/use-campaign-action.ts";
import classes from "./first-campaign.module.css";
import { NextButton, SkipLink, StepActions, StepPage } from "./step-page.tsx";
import { completedPath, stepPaths } from "./steps.ts";
import type { Setup } from "./use-setup.ts";

/** The first campaign, which was written and waits: for money, or for its start. */
export function DraftStep({ setup, draft }: { setup: Setup; draft: CampaignRow }) {
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
