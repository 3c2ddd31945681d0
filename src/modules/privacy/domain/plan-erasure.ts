/** What an erasure consists of: the steps of each module, and the deletion of its rows after them. */
export type PlannedStep = {
  name: string;
  /** Begins only when these have ended. */
  after: readonly string[];
};
type ModuleSteps = {
  module: string;
  needs: readonly string[];
  steps: readonly { name: string; waitsForNobody?: boolean }[];
};
export type StepState = { is_done: boolean; attempts: number; tried_at: Date };

export const rowsStep = (module: string): string => `${module}:rows`;

/**
 * The steps in their order. A module's own end before those of the modules that it needs: a customer list is taken off a
 * platform while its permission still stands. Its rows go when its own steps have ended, whatever others wait for.
 */
export function planErasure(modules: readonly ModuleSteps[]): PlannedStep[] {
  const ownSteps = ({ module, steps }: ModuleSteps) => steps.map(({ name }) => `${module}:${name}`);
  const planned = modules.toReversed().map((one) => {
    const above = modules.filter(({ needs }) => needs.includes(one.module)).flatMap(ownSteps);
    const own = ownSteps(one);
    return {
      acts: own.map((name, index) => ({
        name,
        after: one.steps[index]?.waitsForNobody ? [] : [...above, ...own.slice(0, index)],
      })),
      rows: { name: rowsStep(one.module), after: own },
    };
  });
  return [...planned.flatMap(({ acts }) => acts), ...planned.map(({ rows }) => rows)];
}

/** A step that failed this often is given up: whatever it could not reach no longer knows the merchant by us. */
export const maxAttempts = 24;
const minuteMs = 60_000;
const longestWaitMs = 6 * 60 * minuteMs;

/** How long until a step that failed so often is tried again: minutes at first, six hours at most. */
export const toRetryMs = (attempts: number): number =>
  Math.min(longestWaitMs, minuteMs * 2 ** Math.min(attempts, 20));

export const hasEnded = (state: StepState | undefined): boolean =>
  state !== undefined && (state.is_done || state.attempts >= maxAttempts);

/** The steps that may be tried now, and when the first of the others may; null when everything has ended. */
export function findDueSteps(
  planned: readonly PlannedStep[],
  states: ReadonlyMap<string, StepState>,
  now: Date,
): { due: PlannedStep[]; nextAt: Date | null } {
  const open = planned.filter(({ name }) => !hasEnded(states.get(name)));
  const isReady = ({ after }: PlannedStep) => after.every((name) => hasEnded(states.get(name)));
  const toTime = ({ name }: PlannedStep) => {
    const state = states.get(name);
    return state ? state.tried_at.getTime() + toRetryMs(state.attempts) : 0;
  };
  const ready = open.filter(isReady);
  const due = ready.filter((step) => toTime(step) <= now.getTime());
  const waiting = ready.filter((step) => !due.includes(step)).map(toTime);
  return {
    due,
    nextAt: open.length === 0 ? null : new Date(Math.min(...waiting, now.getTime() + longestWaitMs)),
  };
}
