import type { ReadContext } from "#base/server/context.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import type { WriterItem } from "../contract/writer-shapes.ts";
import { toDeltas } from "../domain/to-deltas.ts";
import { listVersions } from "./answers.store.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { type AnswerRequest, type Begun, beginAnswer } from "./begin-answer.ts";
import { AnswerNotUsable, type Engine, type Progress } from "./engines.ts";
import { finishAnswerWriting } from "./finish-answer.ts";
import { presentAnswer } from "./present-answer.ts";
import type { TokenUsage } from "./text-model.port.ts";

/** An unusable answer is asked for once more, with what was wrong with it. */
const triesPerEngine = 2;
const nothing: Progress = { drafts: [], whole: 0 };

/**
 * Writes an answer and yields it as it grows. When an engine fails, the next one begins again, at last the built-in one. What
 * is complete when the reader leaves is kept and paid; an answer without a version costs nothing.
 */
export const writeAnswer = (deps: AssistantsDeps) => {
  const begin = beginAnswer(deps);
  const finish = finishAnswerWriting(deps);
  return async function* (
    ctx: ReadContext,
    request: AnswerRequest,
    signal: AbortSignal,
  ): AsyncGenerator<WriterItem> {
    const start = await begin(ctx, request);
    if ("written" in start) {
      const { written } = start;
      const answer = presentAnswer(written, await listVersions(ctx, written.id));
      yield { kind: "started", id: answer.id, engine: answer.engine, facts: answer.facts };
      yield { kind: "finished", answer };
      return;
    }
    yield* writeBegun(deps, finish, ctx, { request, begun: start.begun, signal });
  };
};

type Writing = { request: AnswerRequest; begun: Begun; signal: AbortSignal };
/** How far the writing has come, also for when it is stopped. */
type State = { engine: Engine; progress: Progress; usage: TokenUsage };

async function* writeBegun(
  deps: AssistantsDeps,
  finish: ReturnType<typeof finishAnswerWriting>,
  ctx: ReadContext,
  writing: Writing,
): AsyncGenerator<WriterItem> {
  const { request, begun, signal } = writing;
  const state: State = { engine: deps.engines[0], progress: nothing, usage: { input: 0, output: 0 } };
  let isFinished = false;
  const close = (status: "done" | "stopped" | "failed") => {
    isFinished = true;
    const { engine, usage, progress } = state;
    const costMicroSar =
      usage.input * engine.price.inputMicroSar + usage.output * engine.price.outputMicroSar;
    const drafts = status === "failed" ? [] : progress.drafts.slice(0, progress.whole);
    return finish(ctx, request, begun, { status, engine: engine.name, drafts, usage, costMicroSar });
  };
  try {
    yield { kind: "started", id: begun.id, engine: state.engine.name, facts: [...request.facts.facts] };
    const isWritten = yield* askEngines(deps, writing, state);
    const answer = isWritten ? await close("done") : undefined;
    if (!answer) return assistantsRefusals.refuse("assistants.writer_busy");
    yield { kind: "finished", answer };
  } finally {
    if (!isFinished) await close(signal.aborted && state.progress.whole > 0 ? "stopped" : "failed");
  }
}

/** Asks one engine after the other until one has answered; false when none has. */
async function* askEngines(
  { engines, log }: AssistantsDeps,
  { request, begun, signal }: Writing,
  state: State,
): AsyncGenerator<WriterItem, boolean> {
  for (const engine of engines) {
    let problem: string | null = null;
    for (let tries = 0; tries < triesPerEngine; tries += 1) {
      if (engine !== state.engine || tries > 0) yield { kind: "restarted", engine: engine.name };
      Object.assign(state, { engine, progress: nothing });
      try {
        yield* followEngine(engine.write(request, signal, problem), state);
        return true;
      } catch (error) {
        signal.throwIfAborted();
        state.progress = nothing;
        if (isFault(error, "rejected") && error.messageKey)
          return assistantsRefusals.refuse("assistants.refused_by_model");
        if (!(error instanceof AnswerNotUsable) && !isFault(error)) throw error;
        log.warn({ err: error, engine: engine.name, answer_id: begun.id }, "a text engine did not answer");
        if (!(error instanceof AnswerNotUsable)) break;
        problem = error.message;
      }
    }
  }
  return false;
}

async function* followEngine(
  written: ReturnType<Engine["write"]>,
  state: State,
): AsyncGenerator<WriterItem, void> {
  for (;;) {
    const { done, value } = await written.next();
    const deltas = toDeltas(state.progress.drafts, value.drafts);
    state.progress = value;
    if (done) state.usage = value.usage;
    for (const delta of deltas) yield { kind: "delta", ...delta };
    if (done) return;
  }
}
