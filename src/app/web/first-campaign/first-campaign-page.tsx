import { Outlet, useLocation } from "@tanstack/react-router";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import classes from "./first-campaign.module.css";
import { findStepByPath } from "./steps.ts";
import { StepsNav } from "./steps-nav.tsx";
import { useSetup } from "./use-setup.ts";

/**
 * The frame of a new merchant's flow: the progress on top, the step below. The step waits until the progress is known.
 */
export function FirstCampaignPage() {
  const { setup, error, retry } = useSetup();
  const step = useLocation({ select: (location) => findStepByPath(location.pathname) });
  if (!setup && error) return <ErrorState error={error} onRetry={retry} />;
  return (
    <div className={classes.flow} data-step={step}>
      <StepsNav progress={setup?.progress ?? null} />
      <div className={classes.step}>{setup ? <Outlet /> : <SkeletonRows count={3} />}</div>
    </div>
  );
}
