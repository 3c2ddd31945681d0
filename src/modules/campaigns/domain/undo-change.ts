import type { Action } from "../contract/enums.ts";
import type { Level } from "./sync-plan.ts";

/** A change as the audit log has it; dates are ISO texts. */
export type AuditedChange = {
  level: Level;
  /** The part of the action after its noun: `edited`, `paused`. */
  verb: string;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
};

/** The opposite change: fields to write back, or an action of the status. */
export type Undo =
  | { kind: "fields"; fields: Readonly<Record<string, unknown>> }
  | { kind: "action"; action: Extract<Action, "pause" | "relaunch"> };

/** What a status change is undone by. A first start cannot be taken back; it is paused. */
const oppositeActions: Readonly<Record<string, Extract<Action, "pause" | "relaunch">>> = {
  started: "pause",
  relaunched: "pause",
  paused: "relaunch",
};

/** Fields that may be written back; an ad's are not among them, because each edit of an ad is reviewed again. */
const undoableFields: Readonly<Record<Level, readonly string[]>> = {
  campaign: [
    "name",
    "ad_account_id",
    "store_id",
    "landing_url",
    "objective",
    "bidding_strategy",
    "target_cpa_halalas",
    "target_roas",
    "client_campaign_id",
    "starts_at",
    "ends_at",
    "hours",
    "daily_budget_halalas",
  ],
  ad_group: [
    "name",
    "age_ranges",
    "excluded_age_ranges",
    "gender",
    "locations",
    "devices",
    "optimized_targeting",
    "keywords",
  ],
  ad: [],
};
const editVerbs = ["edited", "drift_accepted"];

/** The change that takes this one back; null when there is none (an end, a deletion, a new ad, a text of an ad). */
export function toUndo({ level, verb, before, after }: AuditedChange): Undo | null {
  const action = oppositeActions[verb];
  if (action) return { kind: "action", action };
  if (!editVerbs.includes(verb)) return null;
  const changed = Object.keys(after).filter((field) => undoableFields[level].includes(field));
  if (changed.length === 0) return null;
  return { kind: "fields", fields: Object.fromEntries(changed.map((field) => [field, before[field]])) };
}

/** Whether all that the undo would write still is as this change left it. `now`: the row, as JSON has it. */
export function isUnchangedSince(
  { after }: AuditedChange,
  undo: Undo,
  now: Readonly<Record<string, unknown>>,
): boolean {
  const fields = undo.kind === "action" ? ["status"] : Object.keys(undo.fields);
  return fields.every((field) => JSON.stringify(now[field]) === JSON.stringify(after[field]));
}
