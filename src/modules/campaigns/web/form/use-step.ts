import { useNavigate, useRouter, useRouterState, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type FormStep, formSteps } from "./draft.ts";
import { storedStep } from "./stored-draft.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The step of a form that led here: the entry before this one. */
    stepBefore?: string;
  }
}

/**
 * The form's step is in the address, so that the device's Back goes one step back. A reopened draft gets history
 * entries for the steps before its own, as if the merchant had just passed them.
 */
export function useStep() {
  const router = useRouter();
  const navigate = useNavigate();
  const { step: requestedStep }: { step?: unknown } = useSearch({ strict: false });
  const cameFrom = useRouterState({ select: ({ location }) => location.state.stepBefore });
  const [firstStep] = useState(storedStep);
  const [hasHistory, setHasHistory] = useState(requestedStep !== undefined || firstStep === "goal");
  /** Whoever goes on while the entries before the first step are made waits for them, and is not brought back by them. */
  const pushing = useRef<Promise<void> | null>(null);
  const step = hasHistory ? (formSteps.find((one) => one === requestedStep) ?? "goal") : firstStep;

  const go = async (to: FormStep, options: { replace?: boolean; from?: FormStep } = {}): Promise<void> => {
    await pushing.current;
    await show(to, options);
  };
  const show = (to: FormStep, options: { replace?: boolean; from?: FormStep } = {}) =>
    navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...before, step: to }),
      replace: options.replace ?? false,
      ...(options.from ? { state: { stepBefore: options.from } } : {}),
    });
  const passStepsTo = async (last: FormStep) => {
    const passed = formSteps.slice(0, formSteps.indexOf(last) + 1);
    for (const [index, one] of passed.entries()) {
      const from = passed[index - 1];
      if (from) await show(one, { from });
    }
  };
  const pushEarlierSteps = useEffectEvent(async () => {
    if (hasHistory || pushing.current) return;
    pushing.current = passStepsTo(firstStep);
    await pushing.current;
    setHasHistory(true);
  });
  useEffect(() => void pushEarlierSteps(), []);

  return {
    step,
    next: (to: FormStep) => void go(to, { from: step }),
    back: (to: FormStep) => (cameFrom === to ? router.history.back() : void go(to, { replace: true })),
    jump: (to: FormStep) => go(to, { replace: true }),
    /** A draft of another device was left at this step. */
    reopen: (at: FormStep) => void (step === "goal" ? passStepsTo(at) : go(at, { replace: true })),
  };
}
