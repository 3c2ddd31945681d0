import { getItem, setItem } from "#base/web/runtime/storage.ts";
import { type Draft, type FormStep, formSteps } from "./draft.ts";
import { emptyDraft } from "./empty-draft.ts";

/**
 * The draft in this browser's storage, shared by all its windows. Every write of its content has a revision of its own;
 * `noRevision` stands for no draft, or one stored by a release without revisions.
 */
export type StoredDraft = { draft: Draft; step: FormStep; revision: string; savedAt: string | null };

export const noRevision = "";
export const draftKey = "rawaj.campaign_draft";
/**
 * What this window could not store because another had changed the draft. It lives as long as the window, reloads
 * included.
 */
const unsavedKey = "rawaj.campaign_draft.unsaved";

type StoredJson = Partial<Draft> & { step?: FormStep; revision?: string; saved_at?: string };

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

const format = ({ draft, step, revision, savedAt }: StoredDraft) =>
  JSON.stringify({ ...draft, step, revision, saved_at: savedAt });

/** A draft of an older release may lack fields: missing ones start empty. */
function parse(text: string | null): StoredDraft | null {
  try {
    const parsed = JSON.parse(text ?? "null") as StoredJson | null;
    if (!parsed) return null;
    const empty = emptyDraft();
    return {
      draft: {
        campaign: { ...empty.campaign, ...parsed.campaign },
        adGroup: { ...empty.adGroup, ...parsed.adGroup },
        ad: { ...empty.ad, ...parsed.ad },
        dropped: parsed.dropped ?? [],
      },
      step: parsed.step && formSteps.includes(parsed.step) ? parsed.step : "goal",
      revision: parsed.revision ?? noRevision,
      savedAt: parsed.saved_at ?? null,
    };
  } catch {
    return null;
  }
}
