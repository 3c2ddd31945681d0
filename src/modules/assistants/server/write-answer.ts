import type { ReadContext } from "#base/server/context.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import type { WriterItem } from "../contract/writer-shapes.ts";
import { listVersions } from "./answers.store.ts";
import { askEngines, computeCost, startWriting } from "./ask-engines.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { type AnswerRequest, type Begun, beginAnswer } from "./begin-answer.ts";
import { finishAnswerWriting } from "./finish-answer.ts";
import { presentAnswer } from "./present-answer.ts";

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

async function* writeBegun(
  deps: AssistantsDeps,
  finish: ReturnType<typeof finishAnswerWriting>,
  ctx: ReadContext,
  writing: Writing,
): AsyncGenerator<WriterItem> {
  const { request, begun, signal } = writing;
  const state = startWriting(deps);
  let isFinished = false;
  const close = (status: "done" | "stopped" | "failed") => {
    isFinished = true;
    const { engine, usage, progress } = state;
    const costMicroSar = computeCost(state);
    const drafts = status === "failed" ? [] : progress.drafts.slice(0, progress.whole);
    return finish(ctx, request, begun, { status, engine: engine.name, drafts, usage, costMicroSar });
  };
  try {
    yield { kind: "started", id: begun.id, engine: state.engine.name, facts: [...request.facts.facts] };
    const isWritten = yield* askEngines(deps, { request, signal, id: begun.id }, state);
    const answer = isWritten ? await close("done") : undefined;
    if (!answer) return assistantsRefusals.refuse("assistants.writer_busy");
    yield { kind: "finished", answer };
  } finally {
    if (!isFinished) await close(signal.aborted && state.progress.whole > 0 ? "stopped" : "failed");
  }
}
