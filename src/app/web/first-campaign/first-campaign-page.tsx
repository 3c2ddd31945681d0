import { Outlet } from "@tanstack/react-router";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { ErrorState } from "#base/web/kit/states.tsx";
import classes from "./first-campaign.module.css";
import { StepsNav } from "./steps-nav.tsx";
import { useSetup } from "./use-setup.ts";

/**
 * The frame of a new merchant's flow: the progress on top, the step below. The step waits until the progress is known.
 */
export function FirstCampaignPage() {
  const { setup, error, retry } = useSetup();
  if (!setup && error) return <ErrorState error={error} onRetry={retry} />;
  return (
    <div className={classes.flow}>
      <StepsNav progress={setup?.progress ?? null} />
      <div className={classes.step}>{setup ? <Outlet /> : <SkeletonRows count={3} />}</div>
    </div>
  );
}
