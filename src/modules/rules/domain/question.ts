import type { Act } from "./decide.ts";

/** How long a merchant may think. */
export const answerMs = 2 * 3_600_000;

/** Without an answer, what spends less is done, and what spends more is not. */
export const isDoneWithoutAnswer = (act: Act): boolean =>
  act.kind !== "set_budget" || act.to_halalas < act.from_halalas;

/** What the answer decides about, in halalas a day: a budget that stops, or the difference of two. */
export const computeStake = (act: Act): number =>
  act.kind === "set_budget" ? Math.abs(act.to_halalas - act.from_halalas) : act.from_halalas;
