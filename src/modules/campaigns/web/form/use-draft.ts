import { useEffect, useEffectEvent, useRef, useState } from "react";
import { randomKey } from "#base/web/data/idempotency.ts";
import { serverNow } from "#base/web/runtime/now.ts";
import type { Draft, FormStep } from "./draft.ts";
import { emptyDraft } from "./empty-draft.ts";
import {
  draftKey,
  noRevision,
  readDraft,
  readUnsaved,
  type StoredDraft,
  writeDraft,
  writeUnsaved,
} from "./stored-draft.ts";

/** What another window did to the draft: stored a newer one, or cleared it (null; also by a launch). */
export type OtherDraft = { draft: StoredDraft | null };

const saveAfterMs = 200;

/**
 * The draft, stored in this browser at every change: a reload, the back button or an empty battery loses nothing. A
 * window that finds the draft changed by another writes nothing before the merchant has chosen which to keep.
 */
export function useDraft(step: FormStep) {
  const [first] = useState(open);
  const [draft, setDraft] = useState(first.draft);
  const [other, setOther] = useState<OtherDraft | null>(first.other);
  const [savedAt, setSavedAt] = useState(first.savedAt);
  /** The revision this window last read or wrote, and the content it had then. */
  const base = useRef(first.base);
  const known = useRef(first.other ? null : first.draft);

  const store = (content: Draft) => {
    const saved = { draft: content, step, revision: randomKey(), savedAt: serverNow().toISOString() };
    if (!writeDraft(saved)) return;
    writeUnsaved(null);
    base.current = saved.revision;
    known.current = content;
    setSavedAt(saved.savedAt);
  };
  /**
   * True while the stored draft is the one this window knows. Otherwise the merchant is notified, and ours is stored
   * separately.
   */
  const isCurrent = (): boolean => {
    const found = readDraft();
    if ((found?.revision ?? noRevision) === base.current) return true;
    const isBlank = base.current === noRevision && draft === known.current;
    if (!isBlank) writeUnsaved({ draft, step, revision: base.current, savedAt });
    if (found?.revision !== other?.draft?.revision || other === null) setOther({ draft: found });
    return false;
  };
  const save = useEffectEvent(() => {
    if (draft !== known.current && isCurrent()) store(draft);
  });
  const check = useEffectEvent(() => void isCurrent());
  const storeStep = useEffectEvent(() => {
    const found = readDraft();
    if (found && found.revision === base.current && found.step !== step) writeDraft({ ...found, step });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins the wait anew
  useEffect(() => {
    const timer = setTimeout(() => save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [draft]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is stored when it changes
  useEffect(() => storeStep(), [step]);
  useEffect(
    () =>
      listen({
        storage: (event) => {
          if ((event as StorageEvent).key === draftKey || (event as StorageEvent).key === null) check();
        },
        // A suspended window received no storage events.
        visibilitychange: () => (document.hidden ? save() : check()),
        pageshow: () => check(),
        pagehide: () => save(),
      }),
    [],
  );

  const replaceDraft = (next: Draft, revision: string, at: string | null) => {
    base.current = revision;
    known.current = next;
    setDraft(next);
    setSavedAt(at);
    setOther(null);
    writeUnsaved(null);
  };
  return {
    draft,
    savedAt,
    other,
    /** The patch is a function: an upload that ends late must not restore the values from its start. */
    update: (patch: (draft: Draft) => Draft) => setDraft(patch),
    keepLocal: () => {
      setOther(null);
      store(draft);
    },
    acceptOther: () => {
      const found = readDraft();
      replaceDraft(found?.draft ?? emptyDraft(), found?.revision ?? noRevision, found?.savedAt ?? null);
    },
    /** Clears this window's draft; a newer one of another window stays. */
    clear: () => {
      const found = readDraft();
      const isOurs = (found?.revision ?? noRevision) === base.current;
      if (isOurs) writeDraft(null);
      replaceDraft(emptyDraft(), noRevision, null);
      if (!isOurs) setOther({ draft: found });
    },
  };
}

/** The state in which the window was left, with what it could not store when another window changed the draft. */
function open() {
  const found = readDraft();
  const unsaved = readUnsaved();
  const revision = found?.revision ?? noRevision;
  if (unsaved && unsaved.revision !== revision)
    return { draft: unsaved.draft, savedAt: null, base: unsaved.revision, other: { draft: found } };
  return {
    draft: found?.draft ?? emptyDraft(),
    savedAt: found?.savedAt ?? null,
    base: revision,
    other: null,
  };
}

/** Adds listeners to the window and the document; returns the function that removes them. */
function listen(handlers: Record<string, (event: Event) => void>): () => void {
  const controller = new AbortController();
  for (const [name, handle] of Object.entries(handlers))
    for (const target of [window, document])
      if (target === document || name !== "visibilitychange")
        target.addEventListener(name, handle, { signal: controller.signal });
  return () => controller.abort();
}
