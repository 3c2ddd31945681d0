import { Button } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { isFinished } from "#base/shared/operation-statuses.ts";
import type { OperationRow } from "#base/shared/operations.calls.ts";
import { OperationProgress } from "#base/web/kit/operation-progress.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import type { PlanDetails } from "#modules/campaigns/contract/plans.calls.ts";
import { RefusalNote, toLaunchRefusal } from "#modules/campaigns/web/refusal-note.tsx";
import { useLaunchPlan, useStopPlan } from "#modules/campaigns/web/use-plan.ts";

/** Runs or pauses all campaigns of the plan; what the wallet lacks is said under the header. */
export function usePlanActs(plan: PlanDetails, onOperation: (operationId: string) => void) {
  const { t } = useTranslation("plan");
  const launch = useLaunchPlan();
  const stop = useStopPlan();
  const follow = { onSuccess: ({ id }: OperationRow) => onOperation(id) };
  const isBusy = launch.isPending || stop.isPending;
  const canRun = plan.campaigns.some(({ status }) => status === "created" || status === "paused");
  const canPause = plan.campaigns.some(({ status }) => status === "active");
  return {
    refusal: launch.error ? (
      <RefusalNote refusal={toLaunchRefusal(launch.error)} campaigns={plan.campaigns} />
    ) : null,
    buttons: (
      <>
        {canRun ? (
          <Button
            color="clay"
            loading={launch.isPending}
            disabled={isBusy}
            leftSection={<IconPlayerPlay size={18} aria-hidden />}
            onClick={() => launch.mutate(plan.id, follow)}
          >
            {t("run_all")}
          </Button>
        ) : null}
        {canPause ? (
          <Button
            variant="default"
            loading={stop.isPending}
            disabled={isBusy}
            leftSection={<IconPlayerPause size={18} aria-hidden />}
            onClick={() => stop.mutate(plan.id, follow)}
          >
            {t("pause_all")}
          </Button>
        ) : null}
      </>
    ),
  };
}

type Props = { id: string; onUndo: (operation: OperationRow) => void; onClose: () => void };

/** The launch or the pause of all, campaign by campaign, with its undo. */
export function PlanOperation(props: Props) {
  const { t } = useTranslation("plan");
  function title({ kind, undo_of, status, done, total }: OperationRow) {
    const isLaunch = (kind === "campaigns.launch_plan") === (undo_of === null);
    if (!isFinished({ status })) return t(isLaunch ? "running_all" : "pausing_all", { count: total });
    return t(isLaunch ? "ran_all" : "paused_all", { count: done });
  }
  return (
    <OperationProgress
      {...props}
      isNew
      texts={{
        title,
        failed: (count) => t("act_failed", { count }),
        skipped: (count) => t("act_skipped", { count }),
      }}
      subject={({ subject, title: name }) => <UserText>{name ?? subject}</UserText>}
    />
  );
}
