import { useCallback, useRef, useState } from "react";
import type { FromDraft } from "../../contract/shapes.ts";
import type { PlanDraft } from "../../domain/plan-draft.ts";
import { type OtherDraft, openDraft } from "./opened-draft.ts";

export type ShownDraft = ReturnType<typeof useShownDraft>;

/** The draft that this window shows, and what the window knows of the stored one. */
export function useShownDraft() {
  const [first] = useState(openDraft);
  const [draft, draw] = useState(first.draft);
  /** The draft with every key that was typed; the one that is drawn may be a moment behind. */
  const latest = useRef(first.draft);
  const [other, setOther] = useState<OtherDraft | null>(first.other);
  const [savedAt, setSavedAt] = useState(first.savedAt);
  /** The revision this window last read or wrote, and the content it had then. */
  const base = useRef(first.base);
  const known = useRef(first.other ? null : first.draft);
  /**
   * The row that a launch named, if any, as it was known then. While the draft is unchanged a repeated launch names the same one, though it
   * may be gone or made meanwhile: only an equal request is known to be the same.
   */
  const launch = useRef<FromDraft | null>(null);

  const setDraft = useCallback((next: PlanDraft) => {
    latest.current = next;
    draw(next);
  }, []);
  const update = useCallback(
    (patch: (draft: PlanDraft) => PlanDraft) => setDraft(patch(latest.current)),
    [setDraft],
  );
  return { draft, latest, setDraft, update, other, setOther, savedAt, setSavedAt, base, known, launch };
}
