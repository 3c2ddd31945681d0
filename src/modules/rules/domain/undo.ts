import type { Mode, Outcome } from "../contract/enums.ts";

const undoDays = 7;

/** Only what was done: not what was on trial, refused by the product, or taken back already. */
export const isUndoable = ({ mode, outcome }: { mode: Mode; outcome: Outcome }): boolean =>
  mode === "live" && ["done", "confirmed", "failed"].includes(outcome);

/** Until when an act can be taken back. */
export const toUndoUntil = ({ acted_at }: { acted_at: Date }): Date =>
  new Date(acted_at.getTime() + undoDays * 86_400_000);
