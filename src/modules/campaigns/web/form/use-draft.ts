import { useEffect, useEffectEvent, useRef, useState } from "react";
import { randomKey } from "#base/web/idempotency.ts";
import { serverNow } from "#base/web/now.ts";
import { type Draft, emptyDraft, type FormStep } from "./draft.ts";
import {
  draftKey,
  noRevision,
  readDraft,
  readUnsaved,
  type StoredDraft,
  writeDraft,
  writeUnsaved,
} from "./stored-draft.ts";

/** What another window made of the draft: a newer one, or none any more (launched or cleared there). */
export type OtherDraft = { draft: StoredDraft | null };

const saveAfterMs = 200;

/**
 * The draft, kept in this browser at every change: a reload, a way back or a dead battery loses nothing. A window that
 * finds the draft changed by another writes nothing before the merchant has chosen which to keep.
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
  /** True while the stored draft is the one this window knows; otherwise the merchant is told, and ours is kept aside. */
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
        // A window that slept heard nothing of the others.
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
    /** The patch is a function: an upload that ends late must not bring back what the form held when it began. */
    update: (patch: (draft: Draft) => Draft) => setDraft(patch),
    keepLocal: () => {
      setOther(null);
      store(draft);
    },
    acceptOther: () => {
      const found = readDraft();
      replaceDraft(found?.draft ?? emptyDraft(), found?.revision ?? noRevision, found?.savedAt ?? null);
    },
    /** Clears this window's draft; what another window stored since stays. */
    clear: () => {
      const found = readDraft();
      const isOurs = (found?.revision ?? noRevision) === base.current;
      if (isOurs) writeDraft(null);
      replaceDraft(emptyDraft(), noRevision, null);
      if (!isOurs) setOther({ draft: found });
    },
  };
}

/** As the window was left: with what it could not store, when another window has changed the draft since. */
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

/** Of the window, and of the page within it; answers how to stop. */
function listen(handlers: Record<string, (event: Event) => void>): () => void {
  const gone = new AbortController();
  for (const [name, handle] of Object.entries(handlers))
    for (const target of [window, document])
      if (target === document || name !== "visibilitychange")
        target.addEventListener(name, handle, { signal: gone.signal });
  return () => gone.abort();
}
