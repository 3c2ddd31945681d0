import { ActionIcon, Button, Textarea } from "@mantine/core";
import { IconArrowUp, IconClipboardText, IconPlayerStopFilled } from "@tabler/icons-react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useDictation } from "#modules/speech/web/dictation.parts.tsx";
import { promptMax } from "../contract/writer-enums.ts";
import classes from "./writer.module.css";

type Props = {
  value: string;
  error: string | undefined;
  /** A comment to reply to is pasted here. */
  isComment: boolean;
  isWriting: boolean;
  /** What is spoken into the microphone. */
  spoken: "ar" | "en";
  fieldRef: Ref<HTMLTextAreaElement>;
  onChange: (text: string) => void;
  onSend: () => void;
  onStop: () => void;
};

/** Where a request is typed; Enter sends it, and Shift with Enter begins a line. */
export function WriterComposer({
  value,
  error,
  isComment,
  isWriting,
  spoken,
  fieldRef,
  onChange,
  onSend,
  onStop,
}: Props) {
  const { t } = useTranslation("assistants");
  const dictation = useDictation({ value, max: promptMax, language: spoken, onChange });
  const paste = async () => {
    try {
      onChange((await navigator.clipboard.readText()).slice(0, promptMax));
    } catch {
      notify(t("composer.paste_failed"), "error");
    }
  };
  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWriting) onSend();
      }}
    >
      {dictation.panel}
      <div className={classes.composerRow}>
        <Textarea
          ref={fieldRef}
          className={classes.field ?? ""}
          aria-label={t("composer.label")}
          placeholder={t(isComment ? "composer.comment" : "composer.placeholder")}
          rows={1}
          classNames={{ input: classes.growing ?? "" }}
          dir="auto"
          maxLength={promptMax}
          value={value}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={(event) => {
            // While letters are composed, Enter ends the word.
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            if (!isWriting) onSend();
          }}
        />
        {isComment ? (
          <ActionIcon
            variant="default"
            size={44}
            aria-label={t("composer.paste")}
            onClick={() => void paste()}
          >
            <IconClipboardText size={20} aria-hidden />
          </ActionIcon>
        ) : null}
        {dictation.button}
        {isWriting ? (
          <Button
            variant="default"
            leftSection={<IconPlayerStopFilled size={18} aria-hidden />}
            onClick={onStop}
          >
            {t("composer.stop")}
          </Button>
        ) : (
          <Button type="submit" leftSection={<IconArrowUp size={18} aria-hidden />}>
            {t("composer.send")}
          </Button>
        )}
      </div>
    </form>
  );
}
