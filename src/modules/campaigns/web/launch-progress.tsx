import { Button } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { isFinished } from "#base/shared/operation-statuses.ts";
import { useOperation, useOperationFailures } from "#base/web/data/operations.queries.ts";
import { LinkButton } from "#base/web/kit/link-button.tsx";
import { Card, PageHeader } from "#base/web/kit/page.tsx";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { SkeletonPage } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { PlatformIcon } from "#modules/ad-accounts/web/ad-accounts.parts.tsx";
import type { PlanDetails } from "../contract/plans.calls.ts";
import type { CampaignDetails } from "../contract/shapes.ts";
import { type LaunchState, toLaunchState } from "../domain/launch-state.ts";
import { useFollowedPlan } from "./campaigns.queries.ts";
import classes from "./form/form.module.css";
import { MissingFundsNote } from "./missing-funds-note.tsx";
import { RefusalNote, toLaunchRefusal } from "./refusal-note.tsx";
import { RetryActs, RetryTime } from "./retry-parts.tsx";
import { useReserveGrowth } from "./use-missing-funds.ts";
import { useLaunchPlan, useStopPlan } from "./use-plan.ts";

type Props = {
  planId: string;
  /** The launch that is under way; null: none is. */
  operationId: string | null;
  onOperation: (operationId: string) => void;
};

/**
 * A plan's launch, platform by platform, as each confirms it. A half-done one says which stand and why the others do
 * not, and is finished or taken back from here; both may be repeated. A platform that does not answer is tried again by
 * itself: when is counted down, and the merchant may try at once or stop waiting.
 */
export function LaunchProgress({ planId, operationId, onOperation }: Props) {
  const { t } = useTranslation("campaigns_form");
  const plan = useFollowedPlan(planId);
  const reasons = useReasons(operationId ?? "");
  if (plan.isPending) return <SkeletonPage kind="form" />;
  if (!plan.data) return <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />;
  const states = plan.data.campaigns.map((campaign) => ({
    campaign,
    reason: reasons.byCampaign.get(campaign.id) ?? campaign.fault,
    state: toLaunchState(campaign, {
      isUnderWay: reasons.isRunning,
      isRefused: reasons.byCampaign.has(campaign.id),
    }),
  }));
  const live = states.filter(({ state }) => state === "live").length;
  return (
    <div className={classes.stack}>
      <PageHeader
        title={plan.data.name}
        lead={t("progress.lead")}
        actions={
          <LinkButton to="/plans/$id" params={{ id: planId }} variant="default">
            {t("progress.plan")}
          </LinkButton>
        }
      />
      <Card title={t("progress.live", { live, total: states.length })}>
        <ProgressBar
          value={states.length === 0 ? 0 : live / states.length}
          label={t("progress.live", { live, total: states.length })}
        />
        <ul className={classes.launch} aria-live="polite">
          {states.map((one) => (
            <PlatformState key={one.campaign.id} readAt={plan.dataUpdatedAt} {...one} />
          ))}
        </ul>
        <LaunchActs
          plan={plan.data}
          states={states.map(({ state }) => state)}
          isRunning={reasons.isRunning}
          onOperation={onOperation}
        />
        {reasons.isRunning ? null : <Shortage campaigns={plan.data.campaigns} />}
        {live > 0 ? <p className={classes.hint}>{t("progress.first_days")}</p> : null}
      </Card>
    </div>
  );
}

/** Why the operation could not start some campaigns, and whether it is still at work. */
function useReasons(operationId: string) {
  const operation = useOperation(operationId).data;
  const failures = useOperationFailures({ id: operationId, failed: operation?.failed ?? 0 });
  const items = failures.data?.pages.flatMap((page) => page.items) ?? [];
  return {
    isRunning: operation !== undefined && !isFinished(operation),
    byCampaign: new Map(items.map(({ subject, reason }) => [subject, reason?.message ?? null])),
  };
}

type StateProps = {
  campaign: CampaignDetails;
  state: LaunchState;
  reason: string | null;
  /** When the campaign was read, by this browser's clock in milliseconds. */
  readAt: number;
};

function PlatformState({ campaign, state, reason, readAt }: StateProps) {
  const { t } = useTranslation("campaigns_form");
  const retry = state === "retrying" || state === "sent" ? campaign.retry : null;
  const isWrong = state === "refused" || state === "disconnected";
  return (
    <li>
      <PlatformIcon platform={campaign.platform} />
      <span className={classes.draftWords}>
        <UserText>{campaign.name}</UserText>
        <span className={isWrong ? classes.wrong : classes.soft}>{t(`progress.states.${state}`)}</span>
        {isWrong && reason ? <span className={classes.soft}>{reason}</span> : null}
        {retry ? (
          <>
            {retry.reason ? <span className={classes.soft}>{retry.reason}</span> : null}
            <span className={classes.soft}>
              <RetryTime retry={retry} readAt={readAt} />
            </span>
            <span className={classes.itemActs}>
              <RetryActs campaign={campaign} retry={retry} />
            </span>
          </>
        ) : null}
      </span>
      <LinkButton to="/campaigns/$id" params={{ id: campaign.id }} variant="subtle">
        {t(isWrong ? "progress.mend" : "progress.open")}
      </LinkButton>
    </li>
  );
}

/** What the wallet lacks to run what does not run, with a deposit right there. */
function Shortage({ campaigns }: { campaigns: readonly CampaignDetails[] }) {
  const growth = useReserveGrowth(
    campaigns.filter(({ status }) => status === "created" || status === "paused"),
  );
  return growth?.missingFunds ? <MissingFundsNote missingFunds={growth.missingFunds} /> : null;
}

type ActsProps = {
  plan: PlanDetails;
  states: readonly LaunchState[];
  isRunning: boolean;
  onOperation: (operationId: string) => void;
};

/** Finish what is left, or take back what stands; offered once the launch has ended and is not whole. */
function LaunchActs({ plan, states, isRunning, onOperation }: ActsProps) {
  const { t } = useTranslation("campaigns_form");
  const launch = useLaunchPlan();
  const stop = useStopPlan();
  const isHalf = states.some((state) => state === "refused" || state === "waiting");
  const isRetried = states.includes("retrying");
  const stands = isRetried || states.some((state) => state === "live" || state === "sent");
  if (isRunning || !(isHalf || isRetried)) return null;
  const follow = { onSuccess: ({ id }: { id: string }) => onOperation(id) };
  const isBusy = launch.isPending || stop.isPending;
  return (
    <>
      {/* What the wallet lacks stands below, with its deposit. */}
      {launch.error ? <RefusalNote refusal={toLaunchRefusal(launch.error)} campaigns={[]} /> : null}
      <div className={classes.itemActs}>
        {isHalf ? (
          <Button loading={launch.isPending} disabled={isBusy} onClick={() => launch.mutate(plan.id, follow)}>
            {t("progress.finish")}
          </Button>
        ) : null}
        {stands ? (
          <Button
            variant="default"
            loading={stop.isPending}
            disabled={isBusy}
            onClick={() => stop.mutate(plan.id, follow)}
          >
            {t("progress.take_back")}
          </Button>
        ) : null}
      </div>
    </>
  );
}
