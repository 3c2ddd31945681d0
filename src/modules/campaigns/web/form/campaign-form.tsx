import { Button } from "@mantine/core";
import { IconArrowRight, IconPlayerPlay } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { FlowFrame } from "#base/web/kit/stepper.tsx";
import type { PlanDetails } from "../../contract/plans.calls.ts";
import { toPlanBody } from "../../domain/plan-body.ts";
import { type LaunchRefusal, toLaunchRefusal } from "../refusal-note.tsx";
import { useCampaignAction } from "../use-campaign-action.ts";
import { useCreatePlan, useLaunchPlan } from "../use-plan.ts";
import { BudgetSplit } from "./budget-split.tsx";
import { formSteps } from "./draft.ts";
import { ChangedElsewhere, DraftMenu, DraftSaved } from "./draft-state.tsx";
import { DraftsList } from "./drafts-list.tsx";
import classes from "./form.module.css";
import { GoalFields } from "./goal-fields.tsx";
import { GroupBar } from "./group-bar.tsx";
import { PlanAds } from "./plan-ads.tsx";
import { DroppedNotes, PlanAudience } from "./plan-audience.tsx";
import { PlanBudgetFields } from "./plan-budget-fields.tsx";
import { PlanCostCard } from "./plan-cost-card.tsx";
import { PlanHours } from "./plan-hours.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import { ProductStart } from "./product-start.tsx";
import { CostLine, QuickReview } from "./quick-review.tsx";
import { type Refused, RefusedLaunch } from "./refused-launch.tsx";
import { Review } from "./review.tsx";
import { ScopeBar } from "./scope-bar.tsx";
import { isBlank } from "./stored-draft.ts";
import { Templates } from "./templates.tsx";
import { type CampaignFormState, useCampaignForm } from "./use-campaign-form.ts";
import { useIsMakingPicture } from "./use-product-picture.ts";

type Props = {
  title: string;
  /** A line under the title, on the first step only. */
  lead?: ReactNode;
  /** A first campaign: it begins with a product, whose tap fills everything, and the review is changed in place. */
  isFirst?: boolean;
  /** The plan is saved, with a campaign on each platform. */
  onDone: (plan: PlanDetails, launch: LaunchResult) => void;
};

/**
 * Not started: the campaigns stay `created`, to be started later (money or card may be missing). Several are started by
 * an operation, which says how far it is.
 */
export type LaunchResult = {
  isStarted: boolean;
  operationId: string | null;
  /** Why it was not started, though it was asked for. */
  refusal: LaunchRefusal | null;
};

/**
 * A new plan in four steps: one to five platforms seen and edited as one, their parts opened where they must differ. Its
 * draft is stored in the browser and on the server. Used by the campaigns page and by the first-campaign flow.
 */
export function CampaignForm({ title, lead, isFirst = false, onDone }: Props) {
  const { t } = useTranslation("campaigns_form");
  const form = useCampaignForm({ isReviewedInPlace: isFirst });
  const { step } = form;
  const launch = useLaunch(form, onDone);
  const [isByHand, setByHand] = useState(false);
  if (launch.refused)
    return (
      <RefusedLaunch
        title={title}
        {...launch.refused}
        isBusy={launch.doing !== null}
        onAgain={launch.again}
        onLater={launch.leave}
      />
    );
  if (isFirst && !isByHand && step === "goal" && isBlank(form.draft))
    return <ProductStart form={form} title={title} lead={lead} onByHand={() => setByHand(true)} />;
  // Everything is on the review: the steps behind it are opened from its rows, and need not be counted.
  const isQuick = isFirst && !isByHand && step === "review";
  return (
    <FlowFrame
      title={title}
      lead={step === "goal" ? lead : undefined}
      steps={isQuick ? [] : formSteps.map((key) => ({ key, title: t(`steps.${key}`) }))}
      current={step}
      aside={<Aside form={form} />}
      actions={
        <>
          {isQuick ? <CostLine form={form} /> : <DraftSaved at={form.stored.savedAt} />}
          {step === "goal" ? null : (
            <Button variant="default" disabled={launch.doing !== null} onClick={form.back}>
              {t("back")}
            </Button>
          )}
          {step === "review" ? (
            <LastButtons launch={launch} maySave={!isQuick} />
          ) : (
            <Button
              loading={form.isNextWaiting}
              onClick={form.next}
              rightSection={<IconArrowRight size={18} aria-hidden className="turns" />}
            >
              {t("next")}
            </Button>
          )}
          <DraftMenu savedAt={form.stored.savedAt} onClear={form.clear} />
        </>
      }
    >
      <div className={classes.stack}>
        <ChangedElsewhere stored={form.stored} />
        <StepFields form={form} isFirst={isFirst} />
      </div>
    </FlowFrame>
  );
}

/** What belongs beside the step: the ad as it will look, the split of the budget, and the cost. */
function Aside({ form }: { form: CampaignFormState }) {
  const { t } = useTranslation("campaigns_form");
  const later = { ...form, draft: form.settled };
  const hasPreview = form.step === "ad" || form.step === "review";
  return (
    <>
      {hasPreview ? (
        <Card title={t("preview")}>
          <PlanPreview form={later} />
        </Card>
      ) : null}
      {form.step === "audience" ? <BudgetSplit form={form} /> : null}
      {form.step === "ad" ? null : <PlanCostCard form={later} />}
    </>
  );
}

function StepFields({ form, isFirst }: { form: CampaignFormState; isFirst: boolean }) {
  const { t } = useTranslation("campaigns_form");
  if (form.step === "goal")
    return (
      <>
        <DraftsList stored={form.stored} />
        <Templates form={form} />
        <Card>
          <GoalFields form={form} />
        </Card>
      </>
    );
  if (form.step === "audience")
    return (
      <>
        <Card>
          <PlanBudgetFields form={form} />
        </Card>
        <Card>
          <div className={classes.stack}>
            <ScopeBar form={form} />
            <PlanHours form={form} />
            {form.draft.ad_groups.length > 1 ? <GroupBar form={form} /> : null}
            <DroppedNotes form={form} />
            <PlanAudience form={form} />
          </div>
        </Card>
      </>
    );
  if (form.step === "ad") return <PlanAds form={form} />;
  return (
    <>
      <Card title={t("steps.review")}>
        <p className={classes.soft}>{t("review_words")}</p>
      </Card>
      {isFirst ? <QuickReview form={form} /> : null}
      <Review form={form} />
    </>
  );
}

type Launch = ReturnType<typeof useLaunch>;

/** Saving without launching is left out where leaving does the same: the draft is kept at every change. */
function LastButtons({ launch, maySave }: { launch: Launch; maySave: boolean }) {
  const { t } = useTranslation("campaigns_form");
  const isMakingPicture = useIsMakingPicture();
  const isBusy = launch.doing !== null || isMakingPicture;
  return (
    <>
      {maySave ? (
        <Button
          variant="default"
          loading={launch.doing === "keep"}
          disabled={isBusy}
          onClick={() => void launch.run("keep")}
        >
          {t("keep")}
        </Button>
      ) : null}
      <Button
        color="clay"
        loading={launch.doing === "start"}
        disabled={isBusy}
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        onClick={() => void launch.run("start")}
      >
        {t("launch")}
      </Button>
    </>
  );
}

const notStarted: LaunchResult = { isStarted: false, operationId: null, refusal: null };
const started: LaunchResult = { ...notStarted, isStarted: true };

/**
 * Creates the plan, then launches it when requested. When the launch is refused (money or a card is missing), the plan
 * stays saved and the reason in sight, until it is launched or left for later.
 */
function useLaunch(form: CampaignFormState, onDone: Props["onDone"]) {
  const create = useCreatePlan();
  const launch = useLaunchPlan();
  const act = useCampaignAction();
  const [doing, setDoing] = useState<"keep" | "start" | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);

  async function start({ id, campaigns: [first, ...others] }: PlanDetails): Promise<LaunchResult> {
    try {
      if (!first || others.length > 0) return { ...started, operationId: (await launch.mutateAsync(id)).id };
      await act.mutateAsync({ id: first.id, act: "start" });
      return started;
    } catch (error) {
      return { ...notStarted, refusal: toLaunchRefusal(error) };
    }
  }

  function finish(plan: PlanDetails, result: LaunchResult) {
    if (!result.refusal) return onDone(plan, result);
    setRefused({ plan, refusal: result.refusal });
    // The draft is gone: a reload begins a new one, not its empty review.
    form.goTo("goal");
  }

  async function again() {
    if (!refused) return;
    setDoing("start");
    finish(refused.plan, await start(refused.plan));
    setDoing(null);
  }

  const leave = () => refused && onDone(refused.plan, { ...notStarted, refusal: refused.refusal });

  async function run(way: "keep" | "start") {
    if (!form.mayLaunch()) return;
    setDoing(way);
    try {
      const from = await form.stored.holdForCreate();
      const plan = await create.mutateAsync({ ...toPlanBody(form.read(), form.context), ...from });
      const result = way === "start" ? await start(plan) : notStarted;
      form.close();
      finish(plan, result);
    } catch (error) {
      form.stored.release();
      form.applyServerError(error);
    } finally {
      setDoing(null);
    }
  }
  return { run, doing, refused, again: () => void again(), leave };
}
