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

/** The opposite change: fields to write back, an action of the status, or none because of the one field named. */
export type Undo =
  | { kind: "fields"; fields: Readonly<Record<string, unknown>> }
  | { kind: "action"; action: Extract<Action, "pause" | "relaunch"> }
  | { kind: "blocked"; field: string };

/** What a status change is undone by. A first start cannot be taken back; it is paused. */
const oppositeActions: Readonly<Record<string, Extract<Action, "pause" | "relaunch">>> = {
  started: "pause",
  relaunched: "pause",
  paused: "relaunch",
};

/** Fields that may be written back. An ad's are reviewed again by the platform, as after any edit. */
const undoableFields: Readonly<Record<Level, readonly string[]>> = {
  campaign: [
    "name",
    "ad_account_id",
    "store_id",
    "placements",
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
  ad: [
    "name",
    "headline",
    "more_headlines",
    "text",
    "description",
    "more_descriptions",
    "target_url",
    "media_id",
    "call_to_action",
    "brand_name",
    "automatic_enhancements",
    "profile_id",
  ],
};
/** What follows from other fields, or is only observed: there is nothing to write back. */
const derivedFields = [
  "status_reason",
  "reserve_halalas",
  "drift_status",
  "drift_daily_budget_halalas",
  "faults",
];
const editVerbs = ["edited", "drift_accepted", "season_budget_set"];

/**
 * The change that takes this one back, whole: one field that cannot be written back blocks all. Null when there is none
 * (an end, a deletion, a new ad).
 */
export function toUndo({ level, verb, before, after }: AuditedChange): Undo | null {
  const action = oppositeActions[verb];
  if (action) return { kind: "action", action };
  if (!editVerbs.includes(verb)) return null;
  const changed = Object.keys(after).filter((field) => !derivedFields.includes(field));
  const blocking = changed.filter((field) => !undoableFields[level].includes(field));
  if (blocking.length === changed.length) return null;
  if (blocking[0] !== undefined) return { kind: "blocked", field: blocking[0] };
  return { kind: "fields", fields: Object.fromEntries(changed.map((field) => [field, before[field]])) };
}

/** Whether all that the undo would write still is as this change left it. `now`: the row, as JSON has it. */
export function isUnchangedSince(
  { after }: AuditedChange,
  undo: Exclude<Undo, { kind: "blocked" }>,
  now: Readonly<Record<string, unknown>>,
): boolean {
  const fields = undo.kind === "action" ? ["status"] : Object.keys(undo.fields);
  return fields.every((field) => JSON.stringify(now[field]) === JSON.stringify(after[field]));
}
