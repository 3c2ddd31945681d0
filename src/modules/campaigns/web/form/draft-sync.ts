import { type ApiError, isApiError, mayRetry } from "#base/web/data/api-error.ts";
import { accessToken } from "#base/web/runtime/session.ts";
import {
  type Arrival,
  deleteDiscarded,
  pullDraft,
  pushDraft,
  replaceByRow,
  toStoredDraft,
} from "./draft-rows.ts";
import { isBlank, isOnServer, readDraft, type StoredDraft, writeDraft } from "./stored-draft.ts";

/** The form that shows the draft. */
type Form = {
  /** False while the merchant has to choose between two drafts: until then nothing is saved. */
  maySave(): boolean;
  /**
   * Another device's draft stands in this browser's storage now, or none. `isSafe`: the one it replaced was saved, or
   * had nothing written in it.
   */
  onArrived(isSafe: boolean): void;
  /** The server refused the draft, for a reason it has not given before: the draft stays in this browser. */
  onRefused(error: ApiError): void;
};

const pushAfterMs = 1_000;
const retryAfterMs = 15_000;

/**
 * Carries the draft between this browser's storage and its row on the server: after each pause of typing, with one
 * request in flight; what is written meanwhile is saved after it. Without a connection the storage holds it.
 */
export function makeDraftSync() {
  let form: Form | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let hasPulled = false;
  let mustPull = true;
  let isPaused = false;
  /** Counts the drafts of this window: a response about one that was cleared meanwhile belongs to none. */
  let generation = 0;
  let refusedFor = "";

  async function carry(): Promise<void> {
    if (accessToken() === null || isPaused || form?.maySave() === false) return;
    try {
      await inTurn(async () => {
        await deleteDiscarded();
        if (mustPull) await pull();
        if (mustPull) schedule(pushAfterMs);
        else await push();
      });
      refusedFor = "";
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (form) handleFailure(form, error);
    }
  }

  function handleFailure(form: Form, error: ApiError) {
    if (mayRetry(error)) return schedule(retryAfterMs);
    if (accessToken() === null || error.code === refusedFor) return;
    refusedFor = error.code;
    form.onRefused(error);
  }

  async function pull() {
    const before = readDraft();
    const isSafe = !hasPulled && (!before || isOnServer(before) || isBlank(before.draft));
    const arrival = await pullDraft({ isFirst: !hasPulled });
    if (!receive(arrival, before, isSafe)) return;
    hasPulled = true;
    mustPull = false;
  }

  async function push() {
    const before = readDraft();
    const own = generation;
    receive(await pushDraft(() => own === generation), before, false);
  }

  /**
   * Stores what arrived. False when this browser's draft has changed meanwhile, if only by the form's own defaults: the
   * next round decides.
   */
  function receive(arrival: Arrival | null, before: StoredDraft | null, isSafe: boolean): boolean {
    if (!arrival || !form) return true;
    if (readDraft()?.revision !== before?.revision) return false;
    writeDraft(arrival.row && toStoredDraft(arrival.row));
    form.onArrived(isSafe);
    return true;
  }

  function run(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    running = running.catch(() => {}).then(carry);
    return running;
  }

  function schedule(afterMs: number) {
    clearTimeout(timer);
    timer = setTimeout(run, afterMs);
  }

  return {
    /** Reads the draft's row, then follows. */
    start(shown: Form) {
      form = shown;
      mustPull = true;
      void run();
    },
    /** The draft was stored in this browser. */
    push: () => schedule(pushAfterMs),
    /** The draft was cleared in this browser. */
    clear() {
      generation += 1;
      schedule(0);
    },
    /** Sends what waits: the window may be closed next. */
    flush() {
      if (timer !== undefined) void run();
    },
    /** Saves what waits now. True when nothing is left in this browser alone, so that another draft may be shown. */
    async settle(): Promise<boolean> {
      await run();
      const stored = readDraft();
      return form?.maySave() !== false && (!stored || isOnServer(stored) || isBlank(stored.draft));
    },
    /** Asks whether another device has changed the draft. */
    check() {
      mustPull = true;
      void run();
    },
    /** Waits for the request in flight; nothing is sent before `resume`. */
    async pause() {
      isPaused = true;
      await running.catch(() => {});
    },
    resume() {
      isPaused = false;
      schedule(pushAfterMs);
    },
    /** Sends what waits, and reports nothing any more. */
    stop() {
      form = null;
      if (timer !== undefined) void run();
    },
  };
}

/** Opens another draft of the merchant's in the form, once no form's request is under way. */
export const openRow = (id: string): Promise<void> => inTurn(() => replaceByRow(id));

let lastHere: Promise<void> = Promise.resolve();

/**
 * One form at a time: of this window, and of all windows where the browser has locks. Each sees the row that the one
 * before it wrote.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  const { locks } = navigator as { locks?: LockManager };
  lastHere = lastHere
    .catch(() => {})
    .then(() => (locks ? locks.request("rawaj.campaign_draft", work) : work()));
  return lastHere;
}
