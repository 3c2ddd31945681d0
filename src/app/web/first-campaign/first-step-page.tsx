import { Navigate } from "@tanstack/react-router";
import { completedPath, firstUnfinished, stepPaths } from "./steps.ts";
import { useSetup } from "./use-setup.ts";

/** `/first-campaign`: continues where the merchant stopped, on whichever device that was. */
export function FirstStepPage() {
  const progress = useSetup().setup?.progress;
  if (!progress) return null;
  const step = firstUnfinished(progress);
  return <Navigate to={step ? stepPaths[step] : completedPath} replace />;
}
