import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent } from "react";
import { SkeletonRows } from "#base/web/kit/skeletons.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { completedPath, type StepKey, stepAfter, stepPaths } from "./steps.ts";
import { useSetup } from "./use-setup.ts";

/**
 * The step was answered just now: says so, where `words` are given, and goes on to the next one that is not done. The
 * step itself stays within reach by the row of steps; Back does not lead through it again.
 */
export function GoOn({ from, words }: { from: StepKey; words?: string }) {
  const navigate = useNavigate();
  const progress = useSetup().setup?.progress;
  const goOn = useEffectEvent(() => {
    if (!progress) return;
    if (words) notify(words, "success");
    const next = stepAfter(progress, from);
    void navigate({ to: next ? stepPaths[next] : completedPath, replace: true });
  });
  useEffect(() => goOn(), []);
  return <SkeletonRows count={2} />;
}
