import { type CountedTextDeps, queueCountedText } from "./queue-counted-text.ts";

export type { CountedTextOutcome } from "./queue-counted-text.ts";
export type TextsFacade = ReturnType<typeof makeTextsFacade>;

export const makeTextsFacade = (deps: CountedTextDeps) => ({
  /** Writes a text to the outbox whose units the merchant's plan or stock pays, in the caller's transaction. */
  queueCountedText: queueCountedText(deps),
});
