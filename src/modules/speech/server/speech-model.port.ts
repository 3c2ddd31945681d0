import type { RecordingType } from "../contract/recordings.ts";

export type SpeechRequest = {
  recording: Uint8Array;
  type: RecordingType;
  /** What is spoken. */
  language: "ar" | "en";
  signal: AbortSignal;
};

/**
 * One speech model at one endpoint. `transcribe` answers with what was said, empty where nothing was. It throws AdapterFault:
 * `later` when the endpoint is busy or down; `reconnect` when the key or the model is not accepted; `rejected` when the
 * recording cannot be read, and with the message key `speech:refused_by_model` when moderation refuses it. An aborted request
 * ends with `signal.reason`.
 */
export interface SpeechModel {
  /** As logs name it. */
  readonly name: string;
  /** What a second costs us, in millionths of a riyal. */
  readonly secondMicroSar: number;
  /** `seconds`: the length as the endpoint counted it; null where it does not say. */
  transcribe(request: SpeechRequest): Promise<{ text: string; seconds: number | null }>;
}
