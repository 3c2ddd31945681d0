import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { StatusBadge, type Tone } from "#base/web/kit/badge.tsx";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { Card } from "#base/web/kit/page.tsx";
import { EmptyState } from "#base/web/kit/states.tsx";
import { DateText, UserText } from "#base/web/kit/text.tsx";
import { isAllowed } from "#base/web/runtime/page-access.ts";
import type { SubscriptionState } from "../../contract/enums.ts";
import type { Subscription, SubscriptionView } from "../billing-calls.ts";
import { NextFacts } from "./next-facts.tsx";
import { plansId } from "./plans-section.tsx";
import classes from "./subscription.module.css";
import { ResumeButton } from "./subscription-notices.tsx";
import { TrialUsage } from "./trial-usage.tsx";
import { useInLanguage } from "./use-names.ts";
import { useCancelSubscription, useStartTrial } from "./use-subscription-changes.ts";

const tones: Record<SubscriptionState, Tone> = {
  trial: "info",
  active: "good",
  past_due: "bad",
  cancelled: "waiting",
  expired: "neutral",
};

const mayManage = () => isAllowed("billing", "manage");

/** The plan, its state in words, what happens next, and what the merchant can change. */
export function CurrentPlanCard({ view: { subscription, can_start_trial } }: { view: SubscriptionView }) {
  const { t } = useTranslation("billing_subscription");
  if (!subscription)
    return (
      <Card>
        <EmptyState
          title={t("none")}
          action={can_start_trial && mayManage() ? <StartTrialButton /> : <ToPlans />}
        >
          {t(can_start_trial ? "none_trial_words" : "none_words")}
        </EmptyState>
      </Card>
    );
  return <PlanDetails subscription={subscription} />;
}

function PlanDetails({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation("billing_subscription");
  const inLanguage = useInLanguage();
  const { state, plan, trial, planned_change } = subscription;
  return (
    <Card title={t("current")}>
      <div className={classes.stack}>
        <p className={classes.planName}>
          <strong>
            <UserText>{inLanguage(plan.name)}</UserText>
          </strong>
          <StatusBadge tone={tones[state]}>{t(`state.${state}`)}</StatusBadge>
        </p>
        <p className={classes.quiet}>
          {trial ? t("trial_left", { count: trial.days_left }) : t(`state_words.${state}`)}
        </p>
        {trial ? <TrialUsage used={trial.used} opens={plan.opens} /> : null}
        <NextFacts subscription={subscription} />
        {planned_change ? <PlannedChange subscription={subscription} change={planned_change} /> : null}
        <Actions subscription={subscription} />
      </div>
    </Card>
  );
}

type ChangeProps = { subscription: Subscription; change: NonNullable<Subscription["planned_change"]> };

function PlannedChange({ subscription, change }: ChangeProps) {
  const { t } = useTranslation("billing_subscription");
  const inLanguage = useInLanguage();
  return (
    <div className={classes.stack}>
      <p className={classes.quiet}>
        {t("planned")} <UserText>{inLanguage(change.plan_name)}</UserText>{" "}
        {t("months", { count: change.duration_months })} · {t("from_day")}{" "}
        <DateText at={subscription.current_ends_at} />
      </p>
      {mayManage() ? (
        <div className={classes.actions}>
          <ResumeButton label={t("keep_plan")} />
        </div>
      ) : null}
    </div>
  );
}

/** A trial ends by itself; a cancelled subscription is resumed from its notice. */
function Actions({ subscription: { state } }: { subscription: Subscription }) {
  if (state === "trial" || state === "expired")
    return (
      <div className={classes.actions}>
        <ToPlans />
      </div>
    );
  if (state === "cancelled") return null;
  return (
    <div className={classes.actions}>
      <ToPlans />
      {mayManage() ? <CancelButton isPastDue={state === "past_due"} /> : null}
    </div>
  );
}

function CancelButton({ isPastDue }: { isPastDue: boolean }) {
  const { t } = useTranslation("billing_subscription");
  const cancel = useCancelSubscription();
  return (
    <ConfirmButton
      label={t("cancel")}
      title={t("cancel_title")}
      busy={cancel.isPending}
      onConfirm={(close) => cancel.mutate(undefined, { onSettled: close })}
    >
      <p>{t(isPastDue ? "cancel_past_due_words" : "cancel_words")}</p>
    </ConfirmButton>
  );
}

function StartTrialButton() {
  const { t } = useTranslation("billing_subscription");
  const start = useStartTrial();
  return (
    <Button color="clay" size="lg" loading={start.isPending} onClick={() => start.mutate()}>
      {t("start_trial")}
    </Button>
  );
}

function ToPlans() {
  const { t } = useTranslation("billing_subscription");
  return (
    <Button component="a" href={`#${plansId}`} variant="default">
      {t("see_plans")}
    </Button>
  );
}
