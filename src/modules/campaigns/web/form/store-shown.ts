import { startTransition } from "react";
import { randomKey } from "#base/web/data/idempotency.ts";
import { storeTyped } from "#base/web/forms/use-typed.ts";
import { serverNow } from "#base/web/runtime/now.ts";
import { emptyDraft } from "../../domain/empty-draft.ts";
import type { FormStep } from "./draft.ts";
import { toOther } from "./opened-draft.ts";
import { noRevision, readDraft, type StoredDraft, writeDraft, writeUnsaved } from "./stored-draft.ts";
import type { ShownDraft } from "./use-shown-draft.ts";

/** Whether this window shows what it has not stored yet. */
export const hasChanges = ({ latest, known }: ShownDraft): boolean => latest.current !== known.current;

/** Stores what this window shows, for all windows; false when the browser blocks storage. */
export function storeShown(shown: ShownDraft, step: FormStep): boolean {
  const saved = {
    draft: shown.latest.current,
    step,
    revision: randomKey(),
    savedAt: serverNow().toISOString(),
    row: readDraft()?.row ?? null,
  };
  if (!writeDraft(saved)) return false;
  writeUnsaved(null);
  shown.base.current = saved.revision;
  shown.known.current = saved.draft;
  shown.launch.current = null;
  // The line that says so must not hold up a key.
  startTransition(() => shown.setSavedAt(saved.savedAt));
  return true;
}

/**
 * True while the stored draft is the one this window knows. Otherwise the merchant is notified, and ours is stored
 * separately.
 */
export function isCurrent(shown: ShownDraft, step: FormStep, { isOnDevice = false } = {}): boolean {
  storeTyped();
  const { latest, base, savedAt, other, setOther } = shown;
  const found = readDraft();
  if ((found?.revision ?? noRevision) === base.current) return true;
  const isUntouched = base.current === noRevision && !hasChanges(shown);
  if (!isUntouched) writeUnsaved({ draft: latest.current, step, revision: base.current, savedAt, row: null });
  if (found?.revision !== other?.draft?.revision || other === null) setOther(toOther(found, isOnDevice));
  return false;
}

/** Shows a stored draft, or begins a new one (null). */
export function replaceShown(shown: ShownDraft, found: StoredDraft | null): void {
  // A text that still waits belongs to the draft that goes.
  storeTyped();
  const next = found?.draft ?? emptyDraft();
  shown.base.current = found?.revision ?? noRevision;
  shown.known.current = next;
  shown.launch.current = null;
  shown.setDraft(next);
  shown.setSavedAt(found?.savedAt ?? null);
  shown.setOther(null);
  writeUnsaved(null);
}

/** Begins anew. Returns the draft that was removed; a newer one of another window stays. */
export function forgetShown(shown: ShownDraft): StoredDraft | null {
  storeTyped();
  const found = readDraft();
  const isOurs = (found?.revision ?? noRevision) === shown.base.current;
  if (isOurs) writeDraft(null);
  replaceShown(shown, null);
  if (found && !isOurs) shown.setOther(toOther(found));
  return isOurs ? found : null;
}
