import type { Mode, Outcome } from "../contract/enums.ts";

const undoDays = 7;

type Undone = { mode: Mode; outcome: Outcome; kind: string; resume_at: Date | null };

/** Only what was done: not what was on trial, refused by the product, taken back already, or a pause that is over. */
export const isUndoable = ({ mode, outcome, kind, resume_at }: Undone): boolean =>
  mode === "live" &&
  ["done", "confirmed", "failed"].includes(outcome) &&
  (kind !== "pause" || resume_at !== null);

/** Until when an act can be taken back. */
export const toUndoUntil = ({ acted_at }: { acted_at: Date }): Date =>
  new Date(acted_at.getTime() + undoDays * 86_400_000);
