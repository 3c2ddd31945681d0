/**
 * The steps of a new merchant, in the order they are offered. The order is not enforced: any step can be opened at any
 * time.
 */
export const stepKeys = ["store", "platform", "money", "campaign"] as const;
export type StepKey = (typeof stepKeys)[number];

/** Its index leads to the first step that is not done. */
export const flowPath = "/first-campaign";

/** The address of each step. */
export const stepPaths = {
  store: "/first-campaign/connect-store",
  platform: "/first-campaign/connect-platform",
  money: "/first-campaign/payement",
  campaign: "/first-campaign/create-campaign",
} as const satisfies Record<StepKey, string>;
export const completedPath = "/first-campaign/campaign-completed";

type Connection = "connected" | "lost" | "none";

/** What the modules report about one merchant: the only basis of the progress. The flow itself stores nothing. */
export type SetupFacts = {
  store: Connection;
  adAccount: Connection;
  hasCard: boolean;
  balanceHalalas: number;
  /** A campaign that was never started, and one that was. */
  hasDraft: boolean;
  hasStarted: boolean;
};

/**
 * `partly`: begun, and something named is missing. `broken`: it was done and was lost. `waits`: another step comes
 * first.
 */
export type StepState = "done" | "partly" | "broken" | "open" | "waits";
export type Progress = Record<StepKey, StepState>;

const connectionStates: Record<Connection, StepState> = { connected: "done", lost: "broken", none: "open" };

export function computeProgress(facts: SetupFacts): Progress {
  return {
    store: connectionStates[facts.store],
    platform: connectionStates[facts.adAccount],
    money: moneyState(facts),
    campaign: campaignState(facts),
  };
}

/**
 * A card and a balance are both needed to start. A merchant who has started already had them: spent money does not undo
 * it.
 */
function moneyState({ hasCard, balanceHalalas, hasStarted }: SetupFacts): StepState {
  if (hasStarted || (hasCard && balanceHalalas > 0)) return "done";
  return hasCard || balanceHalalas > 0 ? "partly" : "open";
}

/** A campaign needs the merchant's store and their ad account: without both none can be created. */
function campaignState({ store, adAccount, hasDraft, hasStarted }: SetupFacts): StepState {
  if (hasStarted) return "done";
  if (hasDraft) return "partly";
  return store === "none" || adAccount === "none" ? "waits" : "open";
}

/** The first step that is not done, or null when all are done. */
export function firstUnfinished(progress: Progress): StepKey | null {
  return stepKeys.find((key) => progress[key] !== "done") ?? null;
}

/** The step that follows: the next one not done after it, then the first one not done before it, else null. */
export function stepAfter(progress: Progress, from: StepKey): StepKey | null {
  const at = stepKeys.indexOf(from);
  const later = stepKeys.slice(at + 1).find((key) => progress[key] !== "done");
  return later ?? stepKeys.slice(0, at).find((key) => progress[key] !== "done") ?? null;
}

/**
 * Where "not now" leads: the step that follows; from the last one home (null), which opens only to a merchant with a
 * store.
 */
export function stepAfterSkipping(progress: Progress, from: StepKey): StepKey | null {
  const following = stepKeys[stepKeys.indexOf(from) + 1];
  return following ?? (progress.store === "open" ? "store" : null);
}

export const doneCount = (progress: Progress): number =>
  stepKeys.filter((key) => progress[key] === "done").length;

export function findStepByPath(path: string): StepKey | null {
  return stepKeys.find((key) => path.startsWith(stepPaths[key])) ?? null;
}
