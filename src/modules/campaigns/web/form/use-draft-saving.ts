import { useEffect, useEffectEvent } from "react";
import { storeTyped } from "#base/web/forms/use-typed.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { FormStep } from "./draft.ts";
import type { DraftSync } from "./draft-sync.ts";
import { listen } from "./listen.ts";
import { hasChanges, isCurrent, replaceShown } from "./store-shown.ts";
import { draftKey, isBlank, readDraft, writeDraft } from "./stored-draft.ts";
import type { ShownDraft } from "./use-shown-draft.ts";

const saveAfterMs = 200;

type Options = {
  shown: ShownDraft;
  step: FormStep;
  sync: DraftSync;
  /** Stores what is not stored yet, unless another window has changed the draft. */
  saveChanges: () => void;
  /** Gets the step of a draft that another device left. */
  onReopened: (step: FormStep) => void;
};

/** Stores the draft after each pause and when the window is left, and looks for what others stored when it is back. */
export function useDraftSaving(options: Options): void {
  const { shown, step, sync, saveChanges } = options;
  const save = useEffectEvent(saveChanges);
  const check = useEffectEvent(() => void isCurrent(shown, step));
  const storeStep = useEffectEvent(() => {
    const found = readDraft();
    if (found && found.revision === shown.base.current && found.step !== step) writeDraft({ ...found, step });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the draft begins the wait anew
  useEffect(() => {
    const timer = setTimeout(() => save(), saveAfterMs);
    return () => clearTimeout(timer);
  }, [shown.draft]);
  // The page may be left before the pause ends.
  useEffect(() => () => save(), []);
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
  useArrivals(options);
}

/** Follows the draft's row on the server: shows what another device made of it, where nothing here would be lost. */
function useArrivals({ shown, step, sync, onReopened }: Options): void {
  const maySave = useEffectEvent(() => shown.other === null);
  const takeArrived = useEffectEvent((isSafe: boolean) => {
    storeTyped();
    if (!isSafe || (hasChanges(shown) && !isBlank(shown.latest.current)))
      return void isCurrent(shown, step, { isOnDevice: true });
    const found = readDraft();
    replaceShown(shown, found);
    onReopened(found?.step ?? "goal");
  });
  useEffect(() => {
    sync.start({
      maySave: () => maySave(),
      onArrived: (isSafe) => takeArrived(isSafe),
      onRefused: ({ message }) => notify(message, "error"),
    });
    return () => sync.stop();
  }, [sync]);
}
