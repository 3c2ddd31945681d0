import type { ChangeOutcome } from "../contract/enums.ts";

/**
 * What became of each change in the log: the campaign's next settled sync after it says so. Entries are the newest
 * first, as the log is read.
 */

/** Actions that say how a sync ended. They are no changes of their own. */
export const outcomeActions = {
  "campaign.synced": "confirmed",
  "campaign.sync_failed": "refused",
  "campaign.disconnected": "disconnected",
} as const;

export type LogEntry = {
  id: number;
  subject: string;
  action: string;
  /** The fields that changed. */
  fields: readonly string[];
  at: Date;
};
export type SettledEntry = { outcome: ChangeOutcome; at: Date | null };

const toOutcome = (action: string): ChangeOutcome | undefined =>
  Object.entries(outcomeActions).find(([name]) => name === action)?.[1];

export const isOutcome = (action: string): boolean => toOutcome(action) !== undefined;

/**
 * Each change's outcome by its id. `next` is the first settled sync after all of them; null while there is none.
 * Replaced: the same fields were changed again before the platform had confirmed anything.
 */
export function computeOutcomes(
  entries: readonly LogEntry[],
  next: Pick<LogEntry, "action" | "at"> | null,
): ReadonlyMap<number, SettledEntry> {
  const settled = new Map<number, SettledEntry>();
  let outcome = toSettled(next);
  let changedAgain = new Set<string>();
  for (const entry of entries) {
    if (isOutcome(entry.action)) {
      outcome = toSettled(entry);
      changedAgain = new Set();
      continue;
    }
    const keys = entry.fields.map((field) => `${entry.subject} ${field}`);
    const isReplaced = keys.length > 0 && keys.every((key) => changedAgain.has(key));
    settled.set(entry.id, isReplaced ? { outcome: "replaced", at: null } : outcome);
    for (const key of keys) changedAgain.add(key);
  }
  return settled;
}

function toSettled(entry: Pick<LogEntry, "action" | "at"> | null): SettledEntry {
  const outcome = entry && toOutcome(entry.action);
  return outcome ? { outcome, at: entry.at } : { outcome: "waiting", at: null };
}
