import { useCallback, useState } from "react";
import { storeTyped } from "#base/web/forms/use-typed.ts";
import type { FromDraft } from "../../contract/shapes.ts";
import type { FormStep } from "./draft.ts";
import { discardRow, loadStoredDraft } from "./draft-rows.ts";
import { type DraftSync, makeDraftSync } from "./draft-sync.ts";
import { forgetShown, hasChanges, isCurrent, replaceShown, storeShown } from "./store-shown.ts";
import { getDeviceLabel, readDraft, writeDraft } from "./stored-draft.ts";
import { useDraftSaving } from "./use-draft-saving.ts";
import { type ShownDraft, useShownDraft } from "./use-shown-draft.ts";

/**
 * The draft, stored in this browser at every change, and on the server after a pause: a reload, the back button or an
 * empty battery loses nothing, and another device continues it. A window that finds the draft changed by another writes
 * nothing before the merchant has chosen which to keep. `onReopened` gets the step of a draft that another device left.
 */
export function useDraft(step: FormStep, onReopened: (step: FormStep) => void = () => {}) {
  const [sync] = useState(makeDraftSync);
  const shown = useShownDraft();
  const store = () => {
    if (storeShown(shown, step)) sync.push();
  };
  const saveChanges = () => {
    storeTyped();
    if (hasChanges(shown) && isCurrent(shown, step)) store();
  };
  useDraftSaving({ shown, step, sync, saveChanges, onReopened });
  const { draft, savedAt, other, latest, setOther, update: draw } = shown;
  const update: ShownDraft["update"] = useCallback(
    (patch) => {
      storeTyped();
      draw(patch);
    },
    [draw],
  );
  return {
    draft,
    savedAt,
    other,
    /** The draft with every key that was typed, for what is sent or checked by a tap right after it. */
    read: () => {
      storeTyped();
      return latest.current;
    },
    /**
     * The patch is a function: an upload that ends late must not restore the values from its start. Always the same
     * function.
     */
    update,
    keepLocal: () => {
      setOther(null);
      store();
    },
    acceptOther: () => replaceShown(shown, readDraft()),
    /** Clears this window's draft, also on the server; a newer one of another window stays. */
    clear: () => {
      const row = forgetShown(shown)?.row;
      if (row) discardRow(row);
      sync.clear();
    },
    open: makeOpening({ shown, sync, saveChanges, onReopened }),
    /** Asks the server whether another device has changed the draft. */
    check: sync.check,
    ...makeLaunching({ shown, sync, saveChanges }),
  };
}

type Parts = { shown: ShownDraft; sync: DraftSync; saveChanges: () => void };

/**
 * Shows another draft, or begins a new one (null); this one is on the server then, and stays in the list. False when it
 * could not be saved there, or the other one could not be read: then nothing changes.
 */
const makeOpening =
  ({ shown, sync, saveChanges, onReopened }: Parts & { onReopened: (step: FormStep) => void }) =>
  async (draftId: string | null): Promise<boolean> => {
    saveChanges();
    const wanted = (await sync.settle()) && (draftId === null ? null : await loadStoredDraft(draftId));
    if (wanted === false || wanted === undefined) return false;
    writeDraft(wanted);
    replaceShown(shown, wanted);
    onReopened(wanted?.step ?? "goal");
    return true;
  };

/** What a launch does with the draft: it is held while its plan is created, and closed when that is done. */
const makeLaunching = ({ shown, sync, saveChanges }: Parts) => ({
  /** Saves nothing on the server until `release` or `close`; returns the row of the draft that is launched, as known here. */
  holdForCreate: async (): Promise<FromDraft> => {
    // Stored before its launch: a later write of the same content would read as a change after it.
    saveChanges();
    await sync.pause();
    const found = readDraft();
    const row = found?.revision === shown.base.current ? found.row : null;
    shown.launch.current ??= {
      draft_id: row?.id ?? null,
      draft_seen: row && { revision: row.revision, device: getDeviceLabel() },
    };
    return shown.launch.current;
  },
  release: sync.resume,
  /** The campaign is created, and the row that the launch named deleted. A newer draft of another window stays. */
  close: () => {
    const draftId = shown.launch.current?.draft_id;
    const row = forgetShown(shown)?.row;
    if (row && row.id !== draftId) discardRow(row);
    sync.resume();
  },
});
