import { type ReadContext, transact } from "#base/server/context.ts";
import type { UploadedFile } from "#base/server/http/multipart.ts";
import { isFault } from "#base/shared/adapter-fault.ts";
import { toRiyadhDay } from "#base/shared/riyadh-day.ts";
import { cleanText } from "#base/shared/text.ts";
import { recordingSecondsMax, transcriptMax } from "../contract/recordings.ts";
import { speechRefusals } from "../contract/speech.refusals.ts";
import { findRecordingType } from "../domain/recording-type.ts";
import { isSubscribed } from "./load-state.ts";
import { measureSeconds, readRecording } from "./measure-recording.ts";
import type { SpeechDeps } from "./speech.deps.ts";
import { addCost, countSeconds, returnSeconds } from "./speech-days.store.ts";
import type { SpeechRequest } from "./speech-model.port.ts";

type Input = { file: Pick<UploadedFile, "stream"> | undefined; language: "ar" | "en" };

/** A browser stops at 120 seconds, and its last packet may end after them. */
const graceSeconds = 2;

/**
 * Writes down a recording. Its seconds are counted before it is sent to an endpoint, so that no two at once exceed the day's
 * ceiling, and taken back when it fails. A process that ends meanwhile leaves them counted until the day is over.
 */
export const transcribeRecording =
  (deps: SpeechDeps) =>
  async (ctx: ReadContext, { file, language }: Input, signal: AbortSignal) => {
    const { billing, models, secondsPerDay, systemClock } = deps;
    if (models.length === 0) speechRefusals.refuse("speech.not_offered");
    const { recording, type, seconds } = await checkRecording(file);
    if (!(await isSubscribed(billing, ctx))) speechRefusals.refuse("speech.not_subscribed");
    const day = toRiyadhDay(systemClock.now());
    const isCounted = await transact(ctx, (ctx) => countSeconds(ctx, { day, seconds, limit: secondsPerDay }));
    if (!isCounted)
      speechRefusals.refuse("speech.daily_seconds_used_up", { minutes: Math.floor(secondsPerDay / 60) });
    try {
      const { text, costMicroSar } = await askModels(deps, { recording, type, language, signal }, seconds);
      await transact(ctx, (ctx) => addCost(ctx, { day, costMicroSar }));
      return { text, seconds };
    } catch (error) {
      await transact(ctx, (ctx) => returnSeconds(ctx, { day, seconds }));
      throw error;
    }
  };

/** Refuses what is no recording, and one that is too long; `seconds` are whole, rounded up. */
async function checkRecording(file: Input["file"]) {
  const recording = file ? await readRecording(file.stream) : Buffer.alloc(0);
  if (recording.length === 0) return speechRefusals.refuse("speech.recording_empty", {}, "file");
  const type = findRecordingType(recording);
  if (!type) return speechRefusals.refuse("speech.recording_type_unknown", {}, "file");
  const measured = await measureSeconds(recording);
  if (measured === null) return speechRefusals.refuse("speech.recording_broken", {}, "file");
  if (measured > recordingSecondsMax + graceSeconds)
    return speechRefusals.refuse("speech.recording_too_long", { seconds: recordingSecondsMax }, "file");
  return { recording, type, seconds: Math.min(recordingSecondsMax, Math.ceil(measured)) };
}

/** Asks one endpoint after the other. What moderation refuses is not sent to another one. */
async function askModels({ models, log }: SpeechDeps, request: SpeechRequest, measuredSeconds: number) {
  for (const model of models) {
    try {
      const { text: answered, seconds } = await model.transcribe(request);
      const text = cleanText(answered.replaceAll("\u0000", "").toWellFormed()).slice(0, transcriptMax);
      if (text === "") return speechRefusals.refuse("speech.nothing_heard");
      return { text, costMicroSar: Math.round((seconds ?? measuredSeconds) * model.secondMicroSar) };
    } catch (error) {
      request.signal.throwIfAborted();
      if (!isFault(error)) throw error;
      if (error.messageKey) return speechRefusals.refuse("speech.refused_by_model");
      log.warn({ err: error, model: model.name }, "a speech model did not answer");
    }
  }
  return speechRefusals.refuse("speech.busy");
}
