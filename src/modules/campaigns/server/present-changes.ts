import { type AuditEntry, findNextAuditEntry } from "#base/server/audit.ts";
import type { ReadContext } from "#base/server/context.ts";
import type { Messages } from "#base/server/messages.ts";
import type { Language } from "#base/shared/language.ts";
import type { ChangeRow } from "../contract/changes.calls.ts";
import { statusReasons } from "../contract/enums.ts";
import { computeOutcomes, isOutcome, outcomeActions, type SettledEntry } from "../domain/change-log.ts";
import type { Level } from "../domain/sync-plan.ts";
import { type AuditedChange, isUnchangedSince, toUndo } from "../domain/undo-change.ts";
import { presentPlaces } from "./present-places.ts";
import type { CampaignRecord, CampaignTree } from "./records.ts";

/** A campaign, ad group or ad of the log: its name, and its row as it is now. */
export type Subject = { level: Level; name: string; row: Readonly<Record<string, unknown>> };

/** A row of the log before its member's name is read. */
export type UnnamedChange = Omit<ChangeRow, "by_name">;

export type ChangesDeps = { messages: Messages };
type Page = { tree: CampaignTree; entries: readonly AuditEntry[]; before: number | undefined };

/**
 * A page's entries of one campaign, its ad groups and ads, newest first. Settled syncs are no rows of it: they say what
 * became of the changes before them.
 */
export const presentCampaignChanges =
  ({ messages }: ChangesDeps) =>
  async (ctx: ReadContext, { tree, entries, before }: Page, language: Language): Promise<UnnamedChange[]> => {
    const { campaign } = tree;
    const subjects = toSubjects(tree);
    const own = entries.filter(({ subject }) => subjects.has(subject));
    const settled = computeOutcomes(own.map(toLogEntry), await findNextOutcome(ctx, campaign.id, before));
    return own
      .filter(({ action }) => !isOutcome(action))
      .flatMap((entry) => {
        const subject = subjects.get(entry.subject);
        if (!subject) return [];
        const outcome = campaign.published ? settled.get(entry.id) : undefined;
        return [presentChange(entry, subject, { campaign, settled: outcome, messages, language })];
      });
  };

/** The campaign, its ad groups and ads by their ids, deleted ones included. */
export function toSubjects({ campaign, adGroups, ads }: CampaignTree): ReadonlyMap<string, Subject> {
  return new Map<string, Subject>([
    [campaign.id, { level: "campaign", name: campaign.name, row: campaign }],
    ...adGroups.map((row): [string, Subject] => [row.id, { level: "ad_group", name: row.name, row }]),
    // The log has an ad's text under its name in the contract.
    ...ads.map((row): [string, Subject] => [
      row.id,
      { level: "ad", name: row.name, row: { ...row, text: row.body } },
    ]),
  ]);
}

/** The change of an entry, and whether what it did can be taken back now. */
export function toAuditedChange({ action, before, after }: AuditEntry, { level }: Subject): AuditedChange {
  return { level, verb: toVerb(action), before: toFields(before), after: toFields(after) };
}

/** The opposite of the change, while nothing of it has changed since; null when it cannot be taken back. */
export function findUndo(change: AuditedChange, { row }: Subject) {
  const undo = toUndo(change);
  const isCurrent = undo !== null && undo.kind !== "blocked" && isUnchangedSince(change, undo, toFields(row));
  return { undo, isCurrent };
}

type Presented = ChangesDeps & {
  campaign: Pick<CampaignRecord, "id" | "platform">;
  language: Language;
  settled: SettledEntry | undefined;
};

function presentChange(
  entry: AuditEntry,
  subject: Subject,
  { campaign, settled, messages, language }: Presented,
): UnnamedChange {
  const change = toAuditedChange(entry, subject);
  const { before, after, verb } = change;
  const fields = verb === "created" ? [] : listFields(change);
  return {
    id: entry.id,
    level: subject.level,
    campaign_id: campaign.id,
    platform: campaign.platform,
    subject_id: entry.subject,
    subject_name: subject.name,
    verb,
    by: toChangedBy(entry, verb),
    reason: statusReasons.find((one) => one === after.status_reason) ?? null,
    at: entry.recorded_at.toISOString(),
    changes: fields.map((field) => ({ field, from: before[field] ?? null, to: after[field] ?? null })),
    places: verb === "created" ? null : presentPlaces(change, { messages, language }),
    outcome: isSent(verb) ? (settled?.outcome ?? null) : null,
    outcome_at: isSent(verb) ? (settled?.at?.toISOString() ?? null) : null,
    can_undo: findUndo(change, subject).isCurrent,
  };
}

/** What was seen on the platform is not sent there, nor what was only decided or could not be set. */
const unsentVerbs = [
  "drift_seen",
  "season_budget_accepted",
  "season_budget_cancelled",
  "season_budget_ended",
  "season_budget_failed",
];
const isSent = (verb: string) => !unsentVerbs.includes(verb);

export function toChangedBy({ actor_kind }: AuditEntry, verb: string): ChangeRow["by"] {
  if (verb === "drift_seen") return "platform";
  return actor_kind === "system" ? "product" : actor_kind;
}

/** Fields that are shown otherwise (places by name, a stop by its reason), or nowhere because they follow from others. */
const derivedFields = [
  "locations",
  "status_reason",
  "reserve_halalas",
  "drift_status",
  "drift_daily_budget_halalas",
  "faults",
  "season",
];

const listFields = ({ before, after }: AuditedChange): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !derivedFields.includes(field),
  );

const toLogEntry = ({ id, subject, action, after, recorded_at }: AuditEntry) => ({
  id,
  subject,
  action,
  fields: Object.keys(toFields(after)),
  at: recorded_at,
});

export const toVerb = (action: string) => action.slice(action.indexOf(".") + 1);

/** A row or an entry as JSON has it: dates are ISO texts. */
export const toFields = (value: unknown): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value ?? {})) as Record<string, unknown>;

/** The first settled sync after the page's changes; none before the first page. */
async function findNextOutcome(ctx: ReadContext, campaignId: string, before: number | undefined) {
  if (before === undefined) return null;
  const entry = await findNextAuditEntry(ctx, {
    subject: campaignId,
    actions: Object.keys(outcomeActions),
    from: before,
  });
  return entry ? { action: entry.action, at: entry.recorded_at } : null;
}
