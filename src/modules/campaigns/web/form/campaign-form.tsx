import { Button } from "@mantine/core";
import { IconArrowRight, IconPlayerPlay } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card } from "#base/web/kit/page.tsx";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { FlowFrame } from "#base/web/kit/stepper.tsx";
import { useImported } from "#base/web/runtime/use-imported.ts";
import type { PlanDetails } from "../../contract/plans.calls.ts";
import { toPlanBody } from "../../domain/plan-body.ts";
import { type LaunchRefusal, toLaunchRefusal } from "../refusal-note.tsx";
import { useCampaignAction } from "../use-campaign-action.ts";
import { useCreatePlan, useLaunchPlan } from "../use-plan.ts";
import { formSteps } from "./draft.ts";
import { ChangedElsewhere, DraftSaved } from "./draft-state.tsx";
import { DraftsList } from "./drafts-list.tsx";
import classes from "./form.module.css";
import { GoalFields } from "./goal-fields.tsx";
import { PlanCostCard } from "./plan-cost-card.tsx";
import type { Refused } from "./refused-launch.tsx";
import { isBlank } from "./stored-draft.ts";
import { Templates } from "./templates.tsx";
import { type CampaignFormState, useCampaignForm } from "./use-campaign-form.ts";
import { useIsMakingPicture } from "./use-product-picture.ts";

const loadLaterSteps = () => import("./later-steps.tsx");
const DraftMenu = lazy(async () => ({ default: (await import("./draft-menu.tsx")).DraftMenu }));
/** How a first campaign begins. */
const ProductStart = lazy(async () => ({ default: (await import("./product-start.tsx")).ProductStart }));

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
  const later = useImported(loadLaterSteps, step !== "goal" || launch.refused !== null);
  if (launch.refused && later)
    return (
      <later.RefusedLaunch
        title={title}
        {...launch.refused}
        isBusy={launch.doing !== null}
        onAgain={launch.again}
        onLater={launch.leave}
      />
    );
  if (isFirst && !isByHand && step === "goal" && isBlank(form.draft))
    return (
      <Suspense fallback={<SkeletonLine height="20rem" />}>
        <ProductStart form={form} title={title} lead={lead} onByHand={() => setByHand(true)} />
      </Suspense>
    );
  // Everything is on the review: the steps behind it are opened from its rows, and need not be counted.
  const isQuick = isFirst && !isByHand && step === "review";
  return (
    <FlowFrame
      title={title}
      lead={step === "goal" ? lead : undefined}
      steps={isQuick ? [] : formSteps.map((key) => ({ key, title: t(`steps.${key}`) }))}
      current={step}
      aside={<Aside form={form} later={later} />}
      actions={
        <>
          {isQuick ? later && <later.CostLine form={form} /> : <DraftSaved at={form.stored.savedAt} />}
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
          <Suspense fallback={null}>
            {form.stored.savedAt ? <DraftMenu onClear={form.clear} /> : null}
          </Suspense>
        </>
      }
    >
      <div className={classes.stack}>
        <ChangedElsewhere stored={form.stored} />
        <StepFields form={form} isFirst={isFirst} later={later} />
      </div>
    </FlowFrame>
  );
}

type Later = Awaited<ReturnType<typeof loadLaterSteps>> | null;

/** What belongs beside the step: the ad as it will look, the split of the budget, and the cost. */
function Aside({ form, later }: { form: CampaignFormState; later: Later }) {
  return (
    <>
      {form.step !== "goal" && later ? <later.LaterAside form={form} /> : null}
      {form.step === "ad" ? null : <PlanCostCard form={{ ...form, draft: form.settled }} />}
    </>
  );
}

function StepFields({ form, isFirst, later }: { form: CampaignFormState; isFirst: boolean; later: Later }) {
  if (form.step !== "goal")
    return later ? <later.LaterFields form={form} isFirst={isFirst} /> : <SkeletonLine height="20rem" />;
  return (
    <>
      <DraftsList stored={form.stored} />
      <Templates form={form} />
      <Card>
        <GoalFields form={form} />
      </Card>
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
