import { emptyDraft } from "../../domain/empty-draft.ts";
import { isFromServer, noRevision, readDraft, readUnsaved, type StoredDraft } from "./stored-draft.ts";

/**
 * What another window, or another device, did to the draft: stored a newer one, or cleared it (null; also by a launch).
 */
export type OtherDraft = { draft: StoredDraft | null; isOnDevice?: boolean };

export const toOther = (draft: StoredDraft | null, isOnDevice = false): OtherDraft => ({
  draft,
  ...(isOnDevice || (draft && isFromServer(draft)) ? { isOnDevice: true } : {}),
});

/** The state in which the window was left, with what it could not store when another window changed the draft. */
export function openDraft() {
  const found = readDraft();
  const unsaved = readUnsaved();
  const revision = found?.revision ?? noRevision;
  if (unsaved && unsaved.revision !== revision)
    return { draft: unsaved.draft, savedAt: null, base: unsaved.revision, other: toOther(found) };
  return {
    draft: found?.draft ?? emptyDraft(),
    savedAt: found?.savedAt ?? null,
    base: revision,
    other: null,
  };
}
