import { type Arrival, deleteDiscarded, pullDraft, pushDraft, toStoredDraft } from "./draft-rows.ts";
import { isBlank, isOnServer, readDraft, type StoredDraft, writeDraft } from "./stored-draft.ts";

/** The form that shows the draft. */
export type Receiver = {
  /**
   * Another device's draft stands in this browser's storage now, or none. `isSafe`: the one it replaced was saved, or
   * had nothing written in it.
   */
  onArrived(isSafe: boolean): void;
};

export type DraftExchange = ReturnType<typeof makeDraftExchange>;

/**
 * Exchanges this browser's draft with its row: reads first what another device made of it, then saves what was written
 * here. Nothing that arrives is stored while no form shows the draft (null).
 */
export function makeDraftExchange(getForm: () => Receiver | null) {
  let hasPulled = false;
  let mustPull = true;
  /** Counts the drafts of this window: a response about one that was cleared meanwhile belongs to none. */
  let generation = 0;

  async function pull() {
    const before = readDraft();
    const isSafe = !hasPulled && (!before || isOnServer(before) || isBlank(before.draft));
    const arrival = await pullDraft({ isFirst: !hasPulled });
    if (!receive(getForm(), { arrival, before, isSafe })) return;
    hasPulled = true;
    mustPull = false;
  }

  async function push() {
    const before = readDraft();
    const own = generation;
    const arrival = await pushDraft(() => own === generation);
    receive(getForm(), { arrival, before, isSafe: false });
  }

  return {
    /** False when the draft was changed here while its row was read: the next round decides. */
    async run(): Promise<boolean> {
      await deleteDiscarded();
      if (mustPull) await pull();
      if (mustPull) return false;
      await push();
      return true;
    },
    /** The row is to be read again. */
    askAgain() {
      mustPull = true;
    },
    /** The draft was cleared in this browser. */
    clear() {
      generation += 1;
    },
  };
}

type Received = { arrival: Arrival | null; before: StoredDraft | null; isSafe: boolean };

/**
 * Stores what arrived. False when this browser's draft has changed meanwhile, if only by the form's own defaults.
 */
function receive(form: Receiver | null, received: Received): boolean {
  const { arrival, before, isSafe } = received;
  if (!arrival || !form) return true;
  if (readDraft()?.revision !== before?.revision) return false;
  writeDraft(arrival.row && toStoredDraft(arrival.row));
  form.onArrived(isSafe);
  return true;
}
