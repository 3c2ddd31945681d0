import { randomKey } from "#base/web/data/idempotency.ts";
import { getItem, keys, setItem } from "#base/web/runtime/storage.ts";
import type { DraftContent } from "../../contract/draft-content.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import { toPlanDraft } from "../../domain/read-draft.ts";
import { type FormStep, formSteps } from "./draft.ts";
import { fromOlderRelease, isOfOlderRelease } from "./older-draft.ts";

/**
 * The draft in this browser's storage, shared by all its windows: the buffer before its row on the server. Every write
 * of its content has a revision of its own; `noRevision` stands for no draft, or one stored by a release without
 * revisions.
 */
export type StoredDraft = {
  draft: PlanDraft;
  step: FormStep;
  revision: string;
  savedAt: string | null;
  /** Null before the first save on the server. */
  row: RowLink | null;
};

/** The draft's row on the server: its revision there, and the revision here whose content it holds. */
export type RowLink = { id: string; revision: number; holds: string };

export const noRevision = "";
export const draftKey = "rawaj.campaign_draft";
/**
 * What this window could not store because another had changed the draft. It lives as long as the window, reloads
 * included.
 */
const unsavedKey = "rawaj.campaign_draft.unsaved";
const discardedKey = "rawaj.campaign_draft.discarded";
const deviceKey = "rawaj.device";

type StoredJson = Partial<DraftContent> & {
  step?: FormStep;
  revision?: string;
  saved_at?: string;
  row?: RowLink | null;
  /** The merchant who wrote it; absent in a draft of an older release. */
  owner?: string | null;
};

export const readDraft = (): StoredDraft | null => parse(getItem(draftKey));
export const readUnsaved = (): StoredDraft | null => parse(getItem(unsavedKey, "session"));

/** The step at which the form was left. */
export const storedStep = (): FormStep => (readUnsaved() ?? readDraft())?.step ?? "goal";

/** Stores the draft for all windows; false when the browser blocks storage. */
export function writeDraft(draft: StoredDraft | null): boolean {
  return setItem(draftKey, draft && format(draft));
}

export function writeUnsaved(draft: StoredDraft | null): void {
  setItem(unsavedKey, draft && format(draft), "session");
}

/** Nothing was written yet: at most platforms, ad accounts and the store were chosen. */
export const isBlank = ({ campaign, ad_groups: groups }: PlanDraft): boolean =>
  campaign.name.trim() === "" &&
  groups.every(({ ads }) => ads.every(({ headline }) => headline.trim() === ""));

/** Whether the row on the server holds what is stored here. */
export const isOnServer = ({ row, revision }: StoredDraft): boolean => row?.holds === revision;

/** The revision, in this browser, of a draft that was read from the server: alike in all its windows. */
export const toServerRevision = ({ id, revision }: Pick<RowLink, "id" | "revision">) => `${id}:${revision}`;

/** Whether this was read from the server, where another device saved it. */
export const isFromServer = ({ row, revision }: StoredDraft): boolean =>
  row !== null && toServerRevision(row) === revision;

/** A row to be deleted, at the revision that was cleared; null where an older release wrote it down. */
type DiscardedRow = { id: string; revision: number | null };

/** Rows of drafts that were cleared here and are still to be deleted on the server: "dft_1@3 dft_2@1". */
export function readDiscarded(): DiscardedRow[] {
  const parts = (getItem(discardedKey) ?? "").split(" ").filter(Boolean);
  return parts.map((part) => {
    const [id = "", revision] = part.split("@");
    return { id, revision: revision === undefined ? null : Number(revision) };
  });
}

export function writeDiscarded(rows: readonly DiscardedRow[]): void {
  const parts = rows.map(({ id, revision }) => (revision === null ? id : `${id}@${revision}`));
  setItem(discardedKey, parts.length > 0 ? parts.join(" ") : null);
}

let memory: string | null = null;

/** The random label under which this browser saves drafts. */
export function getDeviceLabel(): string {
  memory = getItem(deviceKey) ?? memory ?? randomKey();
  if (getItem(deviceKey) !== memory) setItem(deviceKey, memory);
  return memory;
}

/** The merchant for whom somebody is signed in in this browser; null until that is known. */
function getOwner(): string | null {
  const user = JSON.parse(getItem(keys.user) ?? "null") as { merchant?: { id: string } } | null;
  return user?.merchant?.id ?? null;
}

/** Another merchant's draft is neither shown to the one who is signed in, nor saved as theirs. */
function isForeign({ owner }: StoredJson): boolean {
  const current = getOwner();
  return Boolean(owner && current && owner !== current);
}

const format = ({ draft, step, revision, savedAt, row }: StoredDraft) =>
  JSON.stringify({ ...draft, step, revision, saved_at: savedAt, row, owner: getOwner() });

/** A draft of an older release may lack fields: missing ones start empty. */
function parse(text: string | null): StoredDraft | null {
  try {
    const parsed = JSON.parse(text ?? "null") as StoredJson | null;
    if (!parsed || isForeign(parsed)) return null;
    const content = isOfOlderRelease(parsed) ? fromOlderRelease(parsed) : parsed;
    const { campaign = {}, ad_groups = [], platform = null, platforms = {} } = content;
    return {
      draft: toPlanDraft({ campaign, ad_groups, platform, platforms }),
      step: parsed.step && formSteps.includes(parsed.step) ? parsed.step : "goal",
      revision: parsed.revision ?? noRevision,
      savedAt: parsed.saved_at ?? null,
      row: parsed.row ?? null,
    };
  } catch {
    return null;
  }
}
