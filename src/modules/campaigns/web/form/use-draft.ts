import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { randomKey } from "#base/web/data/idempotency.ts";
import { serverNow } from "#base/web/runtime/now.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { emptyDraft } from "../../domain/empty-draft.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import type { FormStep } from "./draft.ts";
import { discardRow, loadStoredDraft } from "./draft-rows.ts";
import { makeDraftSync } from "./draft-sync.ts";
import { listen } from "./listen.ts";
import { type OtherDraft, openDraft, toOther } from "./opened-draft.ts";
import {
  draftKey,
  isBlank,
  noRevision,
  readDraft,
  type StoredDraft,
  writeDraft,
  writeUnsaved,
} from "./stored-draft.ts";

const saveAfterMs = 200;

/**
 * The draft, stored in this browser at every change, and on the server after a pause: a reload, the back button or an
 * empty battery loses nothing, and another device continues it. A window that finds the draft changed by another writes
 * nothing before the merchant has chosen which to keep. `onReopened` gets the step of a draft that another device left.
 */
export function useDraft(step: FormStep, onReopened: (step: FormStep) => void = () => {}) {
  const [first] = useState(openDraft);
  const [sync] = useState(makeDraftSync);
  const [draft, draw] = useState(first.draft);
  /** The draft with every key that was typed; the one that is drawn may be a moment behind. */
  const latest = useRef(first.draft);
  const [other, setOther] = useState<OtherDraft | null>(first.other);
  const [savedAt, setSavedAt] = useState(first.savedAt);
  /** The revision this window last read or wrote, and the content it had then. */
  const base = useRef(first.base);
  const known = useRef(first.other ? null : first.draft);
  /**
   * The row that a launch named, if any. While the draft is unchanged a repeated launch names the same one, though it
   * may be gone or made meanwhile: only an equal request is known to be the same.
   */
  const launch = useRef<{ draftId: string | null } | null>(null);

  const setDraft = useCallback((next: PlanDraft) => {
    latest.current = next;
    draw(next);
  }, []);
  const update = useCallback(
    (patch: (draft: PlanDraft) => PlanDraft) => setDraft(patch(latest.current)),
    [setDraft],
  );

  const store = (content: PlanDraft) => {
    const row = readDraft()?.row ?? null;
    const saved = {
      draft: content,
      step,
      revision: randomKey(),
      savedAt: serverNow().toISOString(),
      row,
    };
    if (!writeDraft(saved)) return;
    writeUnsaved(null);
    base.current = saved.revision;
    known.current = content;
    launch.current = null;
    setSavedAt(saved.savedAt);
    sync.push();
  };
  /**
   * True while the stored draft is the one this window knows. Otherwise the merchant is notified, and ours is stored
   * separately.
   */
  const isCurrent = ({ isOnDevice = false } = {}): boolean => {
    const found = readDraft();
    if ((found?.revision ?? noRevision) === base.current) return true;
    const isUntouched = base.current === noRevision && latest.current === known.current;
    if (!isUntouched)
      writeUnsaved({ draft: latest.current, step, revision: base.current, savedAt, row: null });
    if (found?.revision !== other?.draft?.revision || other === null) setOther(toOther(found, isOnDevice));
    return false;
  };
  const replaceDraft = (found: StoredDraft | null) => {
    const next = found?.draft ?? emptyDraft();
    base.current = found?.revision ?? noRevision;
    known.current = next;
    launch.current = null;
    setDraft(next);
    setSavedAt(found?.savedAt ?? null);
    setOther(null);
    writeUnsaved(null);
  };
  /** Begins anew. Returns the draft that was removed; a newer one of another window stays. */
  const forget = (): StoredDraft | null => {
    const found = readDraft();
    const isOurs = (found?.revision ?? noRevision) === base.current;
    if (isOurs) writeDraft(null);
    replaceDraft(null);
    if (found && !isOurs) setOther(toOther(found));
    return isOurs ? found : null;
  };
  const save = useEffectEvent(() => {
    if (latest.current !== known.current && isCurrent()) store(latest.current);
  });
  const check = useEffectEvent(() => void isCurrent());
  const storeStep = useEffectEvent(() => {
    const found = readDraft();
    if (found && found.revision === base.current && found.step !== step) writeDraft({ ...found, step });
  });
  const maySave = useEffectEvent(() => other === null);
  const takeArrived = useEffectEvent((isSafe: boolean) => {
    if (!isSafe || (latest.current !== known.current && !isBlank(latest.current)))
      return void isCurrent({ isOnDevice: true });
    const found = readDraft();
    replaceDraft(found);
    onReopened(found?.step ?? "goal");
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
        // A suspended window received no storage events, and the network sends none.
        visibilitychange: () => {
          if (!document.hidden) check();
          else save();
          if (document.hidden) sync.flush();
          else sync.check();
        },
        online: () => sync.check(),
        pageshow: () => check(),
        pagehide: () => save(),
      }),
    [sync],
  );
  useEffect(() => {
    sync.start({
      maySave: () => maySave(),
      onArrived: (isSafe) => takeArrived(isSafe),
      onRefused: ({ message }) => notify(message, "error"),
    });
    return () => sync.stop();
  }, [sync]);

  return {
    draft,
    savedAt,
    other,
    /** The draft with every key that was typed, for what is sent or checked by a tap right after it. */
    read: () => latest.current,
    /**
     * The patch is a function: an upload that ends late must not restore the values from its start. Always the same
     * function.
     */
    update,
    keepLocal: () => {
      setOther(null);
      store(latest.current);
    },
    acceptOther: () => replaceDraft(readDraft()),
    /** Clears this window's draft, also on the server; a newer one of another window stays. */
    clear: () => {
      const row = forget()?.row;
      if (row) discardRow(row.id);
      sync.clear();
    },
    /** The campaign is created, and the row that the launch named deleted. A newer draft of another window stays. */
    close: () => {
      const draftId = launch.current?.draftId;
      const row = forget()?.row;
      if (row && row.id !== draftId) discardRow(row.id);
      sync.resume();
    },
    /**
     * Shows another draft, or begins a new one (null); this one is on the server then, and stays in the list. False when
     * it could not be saved there, or the other one could not be read: then nothing changes.
     */
    open: async (draftId: string | null): Promise<boolean> => {
      if (latest.current !== known.current && isCurrent()) store(latest.current);
      const wanted = (await sync.settle()) && (draftId === null ? null : await loadStoredDraft(draftId));
      if (wanted === false || wanted === undefined) return false;
      writeDraft(wanted);
      replaceDraft(wanted);
      onReopened(wanted?.step ?? "goal");
      return true;
    },
    /** Asks the server whether another device has changed the draft. */
    check: sync.check,
    /** Saves nothing on the server until `release` or `close`; returns the row of the draft that is launched. */
    holdForCreate: async (): Promise<string | null> => {
      // Stored before its launch: a later write of the same content would read as a change after it.
      if (latest.current !== known.current && isCurrent()) store(latest.current);
      await sync.pause();
      const found = readDraft();
      const row = found?.revision === base.current ? found.row : null;
      launch.current ??= { draftId: row?.id ?? null };
      return launch.current.draftId;
    },
    release: sync.resume,
  };
}
