import type OpenAI from "openai";
import { AdapterFault } from "#base/shared/adapter-fault.ts";
import type { SpeechModel } from "#modules/speech/server/speech-model.port.ts";
import { askTwice, type Endpoint, makeClient } from "./client.ts";

export type SpeechSettings = Endpoint & {
  /** Millionths of a riyal. */
  secondMicroSar: number;
  /** How long a whole transcription may take. */
  timeoutMs: number;
};

/** Speech models behind `/audio/transcriptions` as OpenAI defined it. Its quirks: QUIRKS.md. */
export function makeSpeechModel(settings: SpeechSettings): SpeechModel {
  const { name, model, secondMicroSar, timeoutMs } = settings;
  const load = makeClient(settings, timeoutMs);
  return {
    name,
    secondMicroSar,
    async transcribe({ recording, type, language, signal }) {
      const client = await load();
      const { toFile } = await import("openai");
      const answer = await askTwice(
        async () =>
          client.audio.transcriptions.create(
            {
              // Servers know the type by the name's extension alone.
              file: await toFile(recording, `recording.${type}`, { type: `audio/${type}` }),
              model,
              language,
              response_format: "json",
            },
            { signal },
          ),
        { name, refusedKey: "speech:refused_by_model", signal },
      );
      if (typeof answer?.text !== "string")
        throw new AdapterFault("later", { reason: `${name}: an answer without a text` });
      return { text: answer.text, seconds: toSeconds(answer.usage) };
    },
  };
}

/** Models that are billed by tokens say no length. */
const toSeconds = (usage: OpenAI.Audio.Transcription["usage"]): number | null =>
  usage?.type === "duration" && Number.isFinite(usage.seconds) ? usage.seconds : null;
