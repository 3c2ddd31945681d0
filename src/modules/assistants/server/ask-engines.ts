import { isFault } from "#base/shared/adapter-fault.ts";
import { assistantsRefusals } from "../contract/assistants.refusals.ts";
import type { WriterItem } from "../contract/writer-shapes.ts";
import { toDeltas } from "../domain/to-deltas.ts";
import type { WritingRequest } from "../domain/writing-request.ts";
import type { AssistantsDeps } from "./assistants.deps.ts";
import { AnswerNotUsable, type Engine, type Progress } from "./engines.ts";
import type { TokenUsage } from "./text-model.port.ts";

/** An unusable answer is asked for once more, with what was wrong with it. */
const triesPerEngine = 2;
const nothing: Progress = { drafts: [], whole: 0 };

/** How far the writing has come, also for when it is stopped. */
export type Writing = { engine: Engine; progress: Progress; usage: TokenUsage };
type WritingItem = Extract<WriterItem, { kind: "delta" | "restarted" }>;

export const startWriting = ({ engines }: Pick<AssistantsDeps, "engines">): Writing => ({
  engine: engines[0],
  progress: nothing,
  usage: { input: 0, output: 0 },
});

/** What the writing cost us, in millionths of a riyal. */
export const computeCost = ({ usage, engine: { price } }: Writing): number =>
  usage.input * price.inputMicroSar + usage.output * price.outputMicroSar;

/** Asks one engine after the other until one has answered; false when none has. */
export async function* askEngines(
  { engines, log }: Pick<AssistantsDeps, "engines" | "log">,
  { request, signal, id }: { request: WritingRequest; signal: AbortSignal; id: string },
  state: Writing,
): AsyncGenerator<WritingItem, boolean> {
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
        log.warn({ err: error, engine: engine.name, writing_id: id }, "a text engine did not answer");
        if (!(error instanceof AnswerNotUsable)) break;
        problem = error.message;
      }
    }
  }
  return false;
}

async function* followEngine(
  written: ReturnType<Engine["write"]>,
  state: Writing,
): AsyncGenerator<WritingItem, void> {
  for (;;) {
    const { done, value } = await written.next();
    const deltas = toDeltas(state.progress.drafts, value.drafts);
    state.progress = value;
    if (done) state.usage = value.usage;
    for (const delta of deltas) yield { kind: "delta", ...delta };
    if (done) return;
  }
}
