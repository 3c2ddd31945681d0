import { type ApiError, isApiError, mayRetry } from "#base/web/data/api-error.ts";
import { accessToken } from "#base/web/runtime/session.ts";
import { type DraftExchange, makeDraftExchange, type Receiver } from "./draft-exchange.ts";
import { replaceByRow } from "./draft-rows.ts";
import { type DraftRunner, makeDraftRunner } from "./draft-runner.ts";
import { inTurn } from "./in-turn.ts";
import { isBlank, isOnServer, readDraft } from "./stored-draft.ts";

type Form = Receiver & {
  /** False while the merchant has to choose between two drafts: until then nothing is saved. */
  maySave(): boolean;
  /** The server refused the draft, for a reason it has not given before: the draft stays in this browser. */
  onRefused(error: ApiError): void;
};

const pushAfterMs = 1_000;
const retryAfterMs = 15_000;

export type DraftSync = ReturnType<typeof makeDraftSync>;

/**
 * Carries the draft between this browser's storage and its row on the server: after each pause of typing, with one
 * request in flight; what is written meanwhile is saved after it. Without a connection the storage holds it.
 */
export function makeDraftSync() {
  const state: State = { form: null, isPaused: false, refusedFor: "" };
  const exchange = makeDraftExchange(() => state.form);
  const runner = makeDraftRunner(() => carry(state, exchange, runner));
  return {
    /** Reads the draft's row, then follows. */
    start(shown: Form) {
      state.form = shown;
      exchange.askAgain();
      void runner.run();
    },
    /** The draft was stored in this browser. */
    push: () => runner.schedule(pushAfterMs),
    /** The draft was cleared in this browser. */
    clear() {
      exchange.clear();
      runner.schedule(0);
    },
    /** Sends what waits: the window may be closed next. */
    flush: runner.flush,
    /** Saves what waits now. True when nothing is left in this browser alone, so that another draft may be shown. */
    async settle(): Promise<boolean> {
      await runner.run();
      const stored = readDraft();
      return state.form?.maySave() !== false && (!stored || isOnServer(stored) || isBlank(stored.draft));
    },
    /** Asks whether another device has changed the draft. */
    check() {
      exchange.askAgain();
      void runner.run();
    },
    /** Waits for the request in flight; nothing is sent before `resume`. */
    async pause() {
      state.isPaused = true;
      await runner.settle();
    },
    resume() {
      state.isPaused = false;
      runner.schedule(pushAfterMs);
    },
    /** Sends what waits, and reports nothing any more. */
    stop() {
      state.form = null;
      runner.flush();
    },
  };
}

/** `refusedFor`: the code of the last refusal that the form was told. */
type State = { form: Form | null; isPaused: boolean; refusedFor: string };

async function carry(state: State, exchange: DraftExchange, runner: DraftRunner): Promise<void> {
  if (accessToken() === null || state.isPaused || state.form?.maySave() === false) return;
  try {
    await inTurn(async () => {
      if (!(await exchange.run())) runner.schedule(pushAfterMs);
    });
    state.refusedFor = "";
  } catch (error) {
    if (!isApiError(error)) throw error;
    handleFailure(state, runner, error);
  }
}

function handleFailure(state: State, runner: DraftRunner, error: ApiError) {
  if (!state.form) return;
  if (mayRetry(error)) return runner.schedule(retryAfterMs);
  if (accessToken() === null || error.code === state.refusedFor) return;
  state.refusedFor = error.code;
  state.form.onRefused(error);
}

/** Opens another draft of the merchant's in the form, once no form's request is under way. */
export const openRow = (id: string): Promise<void> => inTurn(() => replaceByRow(id));
