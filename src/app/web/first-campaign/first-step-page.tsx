import { Navigate } from "@tanstack/react-router";
import { completedPath, firstUnfinished, stepPaths } from "./steps.ts";
import { useSetup } from "./use-setup.ts";

/** `/first-campaign`: goes on where the merchant left off, whichever device that was on. */
export function FirstStepPage() {
  const progress = useSetup().setup?.progress;
  if (!progress) return null;
  const step = firstUnfinished(progress);
  return <Navigate to={step ? stepPaths[step] : completedPath} replace />;
}
