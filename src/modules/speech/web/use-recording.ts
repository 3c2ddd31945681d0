import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { toFormData } from "#base/web/data/api.ts";
import { isApiError } from "#base/web/data/api-error.ts";
import { recordingSecondsMax } from "../contract/recordings.ts";
import { MicrophoneFault, startRecording, type VoiceRecording } from "./record-voice.ts";
import { call } from "./speech.queries.ts";

export type RecordingState =
  | { kind: "idle" }
  | { kind: "starting" }
  | { kind: "recording"; recording: VoiceRecording; seconds: number }
  | { kind: "transcribing" }
  /** `recorded`: what can be sent again; null where nothing was recorded. */
  | { kind: "failed"; message: string; recorded: Blob | null };

type Options = { language: "ar" | "en"; onText: (text: string) => void };

const nothing = (): void => undefined;
const tickMs = 250;
/** The endpoint may take a minute, and a second one another. */
const transcribeMs = 150_000;

/** Records one dictation after the other and has each written down. Leaving the page ends it and switches the microphone off. */
export function useRecording({ language, onText }: Options) {
  const { t } = useTranslation("speech");
  const [state, setState] = useState<RecordingState>({ kind: "idle" });
  /** What is to be ended when the page is left, or another attempt begins. */
  const running = useRef({ id: 0, end: nothing });
  const finishNow = useRef(nothing);

  useEffect(() => () => running.current.end(), []);

  /** Begins an attempt and ends the one before: what is returned says whether it is still the last one. */
  function begin(end: () => void) {
    running.current.end();
    const id = running.current.id + 1;
    running.current = { id, end };
    return () => running.current.id === id;
  }
  const cancel = () => {
    running.current.end();
    running.current = { id: running.current.id + 1, end: nothing };
    setState({ kind: "idle" });
  };

  async function start() {
    let recording: VoiceRecording | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isLeft = false;
    const isCurrent = begin(() => {
      isLeft = true;
      clearInterval(timer);
      recording?.cancel();
    });
    setState({ kind: "starting" });
    try {
      recording = await startRecording(() => finishNow.current());
    } catch (error) {
      const problem = error instanceof MicrophoneFault ? error.problem : "microphone_failed";
      if (isCurrent()) setState({ kind: "failed", message: t(problem), recorded: null });
      return;
    }
    // The page was left while the browser asked for the permission.
    if (isLeft) return recording.cancel();
    const current = recording;
    const from = performance.now();
    const show = (seconds: number) => setState({ kind: "recording", recording: current, seconds });
    const finish = async () => {
      if (!isCurrent()) return;
      clearInterval(timer);
      finishNow.current = nothing;
      // From here on `finish` ends the microphone.
      running.current.end = nothing;
      setState({ kind: "transcribing" });
      const recorded = await current.finish();
      if (isCurrent()) await transcribe(recorded);
    };
    finishNow.current = () => void finish();
    show(0);
    timer = setInterval(() => {
      const seconds = Math.floor((performance.now() - from) / 1_000);
      if (seconds >= recordingSecondsMax) void finish();
      else show(seconds);
    }, tickMs);
  }

  async function transcribe(recorded: Blob) {
    const leaving = new AbortController();
    const isCurrent = begin(() => leaving.abort());
    setState({ kind: "transcribing" });
    try {
      const { text } = await call("POST Clients/Speech/transcriptions", {
        body: toFormData({ language, file: recorded }),
        signal: leaving.signal,
        timeoutMs: transcribeMs,
        quiet: true,
      });
      if (!isCurrent()) return;
      cancel();
      onText(text);
    } catch (error) {
      if (!isCurrent()) return;
      const message = isApiError(error) ? error.message : String(error);
      // A refusal of the recording itself would be the same again.
      const isSame = isApiError(error) && error.kind === "answer" && error.status < 500;
      setState({ kind: "failed", message, recorded: isSame ? null : recorded });
    }
  }

  return {
    state,
    start: () => void start(),
    finish: () => finishNow.current(),
    cancel,
    retry: (recorded: Blob) => void transcribe(recorded),
    fail: (message: string) => setState({ kind: "failed", message, recorded: null }),
  };
}
