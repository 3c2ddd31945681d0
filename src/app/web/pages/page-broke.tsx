import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { ErrorState } from "#base/web/kit/states.tsx";
import { logProblem } from "#base/web/runtime/problems.ts";

/** Shown where a page threw: the rest of the product stays usable, and a retry really loads again. */
export function PageBroke({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  useEffect(() => logProblem("a page broke", error), [error]);
  const again = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState error={error} onRetry={again} />;
}
