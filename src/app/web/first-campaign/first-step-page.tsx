import { Navigate } from "@tanstack/react-router";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { completedPath, firstUnfinished, stepPaths } from "./steps.ts";
import { useSetup } from "./use-setup.ts";

/** `/first-campaign`: continues where the merchant stopped, on whichever device that was. */
export function FirstStepPage() {
  const { setup, isRefreshing } = useSetup();
  // After the bank's page what was known before is not enough: it would lead to a step that is done.
  if (!setup || isRefreshing) return <SkeletonRows count={3} />;
  const step = firstUnfinished(setup.progress);
  return <Navigate to={step ? stepPaths[step] : completedPath} replace />;
}
