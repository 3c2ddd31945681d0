import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLine } from "#base/web/kit/skeletons.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { PlanDetails } from "../contract/plans.calls.ts";
import { CampaignForm, type LaunchResult } from "./form/campaign-form.tsx";

const LaunchProgress = lazy(async () => ({
  default: (await import("./launch-progress.tsx")).LaunchProgress,
}));

/**
 * A new plan, then its launch platform by platform, which the address keeps; one with a single campaign goes on at the
 * campaign's page.
 */
export function CampaignAddPage() {
  const { t } = useTranslation("campaigns");
  const navigate = useNavigate();
  const { plan: planId, launch }: { plan?: unknown; launch?: unknown } = useSearch({ strict: false });
  const showLaunch = (plan: string, operationId: string) =>
    void navigate({ to: "/campaigns/add", search: { plan, launch: operationId }, replace: true });
  const finish = ({ id, campaigns }: PlanDetails, { isStarted, operationId, refusal }: LaunchResult) => {
    if (!isStarted && !refusal) notify(t("done.kept"), "info");
    if (operationId) return showLaunch(id, operationId);
    const [first, ...others] = campaigns;
    if (first && others.length === 0)
      return void navigate({ to: "/campaigns/$id", params: { id: first.id } });
    void navigate({ to: "/campaigns/add", search: { plan: id }, replace: true });
  };
  if (typeof planId === "string")
    return (
      <Suspense fallback={<SkeletonLine height="20rem" />}>
        <LaunchProgress
          planId={planId}
          operationId={typeof launch === "string" ? launch : null}
          onOperation={(operationId) => showLaunch(planId, operationId)}
        />
      </Suspense>
    );
  return <CampaignForm title={t("new_campaign")} onDone={finish} />;
}
