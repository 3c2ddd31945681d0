import { ActionIcon, Button, Loader } from "@mantine/core";
import { IconCheck, IconMicrophone, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Ltr } from "#base/web/kit/text.tsx";
import { recordingSecondsMax } from "../contract/recordings.ts";
import classes from "./dictation.module.css";
import type { VoiceRecording } from "./record-voice.ts";
import { useSpeechState } from "./speech.queries.ts";
import { type RecordingState, useRecording } from "./use-recording.ts";

type Options = {
  /** What stands in the field. What is said is added to it. */
  value: string;
  /** The most characters that the field takes. */
  max: number;
  /** What is spoken. */
  language: "ar" | "en";
  onChange: (text: string) => void;
};

/**
 * Dictation into a field: a button, and a panel that shows the recording and what came of it. The text is put into the field,
 * where it is corrected before it is used. Both are null where no speech model is set.
 */
export function useDictation({ value, max, language, onChange }: Options): {
  button: ReactNode;
  panel: ReactNode;
} {
  const { t } = useTranslation("speech");
  const { data: speech } = useSpeechState();
  const [dictated, setDictated] = useState<string | null>(null);
  const field = useRef(value);
  field.current = value;
  const recording = useRecording({
    language,
    onText(text) {
      const whole = [field.current.trim(), text].filter(Boolean).join(" ").slice(0, max);
      setDictated(whole);
      onChange(whole);
    },
  });
  if (!speech?.is_offered) return { button: null, panel: null };
  const { state } = recording;
  const start = () => {
    setDictated(null);
    if (speech.is_subscribed) recording.start();
    else recording.fail(t("not_subscribed"));
  };
  const isOn = state.kind === "recording";
  const isBusy = state.kind === "starting" || state.kind === "transcribing";
  return {
    button: (
      <ActionIcon
        type="button"
        radius="xl"
        size={44}
        color={isOn ? "clay" : "palm"}
        aria-label={t(isOn ? "finish" : "record")}
        aria-disabled={isBusy}
        onClick={() => {
          if (isOn) recording.finish();
          else if (!isBusy) start();
        }}
      >
        {isBusy ? (
          <Loader size={18} color="white" />
        ) : isOn ? (
          <IconCheck size={20} aria-hidden />
        ) : (
          <IconMicrophone size={20} aria-hidden />
        )}
      </ActionIcon>
    ),
    panel: (
      <DictationPanel
        state={state}
        // Once the text is changed or sent, it has been read.
        isDictated={dictated !== null && dictated === value}
        onCancel={recording.cancel}
        onRetry={recording.retry}
      />
    ),
  };
}

type PanelProps = {
  state: RecordingState;
  isDictated: boolean;
  onCancel: () => void;
  onRetry: (recorded: Blob) => void;
};

function DictationPanel({ state, isDictated, onCancel, onRetry }: PanelProps) {
  const { t } = useTranslation("speech");
  const words =
    state.kind === "recording"
      ? t("recording")
      : state.kind === "transcribing"
        ? t("transcribing")
        : state.kind === "failed"
          ? state.message
          : isDictated
            ? t("transcribed")
            : "";
  return (
    <div className={classes.panel} data-kind={state.kind} data-shown={words !== ""}>
      {state.kind === "recording" ? <Recording {...state} /> : null}
      <span className={classes.words} role="status">
        {words}
      </span>
      {state.kind === "failed" && state.recorded ? (
        <RetryButton recorded={state.recorded} onRetry={onRetry} />
      ) : null}
      {state.kind === "idle" ? null : (
        <ActionIcon
          type="button"
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t(state.kind === "failed" ? "dismiss" : "cancel")}
          onClick={onCancel}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

function RetryButton({ recorded, onRetry }: { recorded: Blob; onRetry: (recorded: Blob) => void }) {
  const { t } = useTranslation("speech");
  return (
    <Button variant="default" size="compact-md" onClick={() => onRetry(recorded)}>
      {t("again")}
    </Button>
  );
}

/** Level and time. A screen reader is not told each second: it may read the time when it is asked. */
function Recording({ recording, seconds }: { recording: VoiceRecording; seconds: number }) {
  const { t } = useTranslation("speech");
  return (
    <>
      <LevelMeter recording={recording} />
      <span
        className={classes.time}
        role="timer"
        aria-live="off"
        aria-label={t("elapsed", { seconds, most: recordingSecondsMax })}
      >
        <Ltr>{`${toClock(seconds)} / ${toClock(recordingSecondsMax)}`}</Ltr>
      </span>
    </>
  );
}

const toClock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/** How much each bar takes of the level. */
const bars = [0.55, 0.85, 1, 0.75, 0.5];

/** Drawn without React: it moves with every frame. */
function LevelMeter({ recording }: { recording: VoiceRecording }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = () => {
      const level = recording.readLevel();
      const lines = box.current?.children ?? [];
      for (const [index, line] of [...lines].entries()) {
        const share = Math.max(0.15, Math.min(1, level * (bars[index] ?? 1)));
        (line as HTMLElement).style.transform = `scaleY(${share.toFixed(2)})`;
      }
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [recording]);
  return (
    <div ref={box} className={classes.meter} aria-hidden>
      {bars.map((share) => (
        <span key={share} />
      ))}
    </div>
  );
}
