import { Button, FileButton, Textarea } from "@mantine/core";
import { IconFile, IconPaperclip, IconSend, IconX } from "@tabler/icons-react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { randomKey } from "#base/web/data/idempotency.ts";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { bytesText } from "#base/web/kit/progress.tsx";
import { DateText, TimeText, UserText } from "#base/web/kit/text.tsx";
import { messageFileBytesMax, messageFileMimes, messageMax } from "../contract/consultations-enums.ts";
import type { OrderMessage } from "../contract/messages.calls.ts";
import classes from "./messages.module.css";

export type SentMessage = { text: string; client_key: string; file: File | null };

type Props = {
  /** The newest first. */
  messages: readonly OrderMessage[];
  /** Who reads: their own messages stand on the other side. */
  side: "member" | "staff";
  /** Null for who may only read. Its call is quiet. */
  onSend: ((message: SentMessage) => Promise<unknown>) | null;
  onOpenFile: (messageId: string) => void;
  /** Null when there are no older ones. */
  onOlder: (() => void) | null;
};

/** The messages of an order with their files, and the field for the next one. */
export function MessageThread({ messages, side, onSend, onOpenFile, onOlder }: Props) {
  const { t } = useTranslation("consultations");
  return (
    <div className={classes.thread}>
      {onOlder ? (
        <Button variant="subtle" onClick={onOlder}>
          {t("messages.older")}
        </Button>
      ) : null}
      {messages.length === 0 ? <p className={classes.quiet}>{t("messages.none")}</p> : null}
      <ol className={classes.messages} aria-label={t("messages.title")}>
        {messages.toReversed().map((message) => (
          <Message key={message.id} message={message} isOwn={message.by === side} onOpenFile={onOpenFile} />
        ))}
      </ol>
      {onSend ? <Composer onSend={onSend} /> : null}
    </div>
  );
}

type MessageProps = { message: OrderMessage; isOwn: boolean; onOpenFile: (messageId: string) => void };

function Message({ message: { id, by, by_name, text, file, created_at }, isOwn, onOpenFile }: MessageProps) {
  const { t } = useTranslation("consultations");
  return (
    <li className={classes.message} data-own={isOwn}>
      {text === "" ? null : (
        <p className={classes.text}>
          <UserText>{text}</UserText>
        </p>
      )}
      {file ? (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconFile size={16} aria-hidden />}
          onClick={() => onOpenFile(id)}
        >
          <UserText>{file.name}</UserText>
        </Button>
      ) : null}
      <span className={classes.quiet}>
        {isOwn ? t("messages.you") : by_name ? <UserText>{by_name}</UserText> : t(`messages.${by}`)} ·{" "}
        <DateText at={created_at} /> · <TimeText at={created_at} />
      </span>
    </li>
  );
}

function Composer({ onSend }: { onSend: (message: SentMessage) => Promise<unknown> }) {
  const { t } = useTranslation("consultations");
  const [text, setText] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  // Kept until the answer came: a second press sends the same message.
  const key = useRef(randomKey());
  const edit = (change: () => void) => {
    change();
    setProblem(null);
    key.current = randomKey();
  };
  const choose = (chosen: File | null) =>
    edit(() => setFile(chosen !== null && chosen.size > messageFileBytesMax ? null : chosen));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "" && file === null) return setProblem(t("message_empty"));
    setSending(true);
    try {
      await onSend({ text, client_key: key.current, file });
      edit(() => {
        setText("");
        setFile(null);
      });
    } catch (error) {
      setProblem(isApiError(error) ? error.message : t("messages.not_sent"));
    } finally {
      setSending(false);
    }
  };
  return (
    <form className={classes.composer} onSubmit={submit} noValidate>
      <Textarea
        label={t("messages.write")}
        rows={3}
        dir="auto"
        maxLength={messageMax}
        value={text}
        onChange={(event) => edit(() => setText(event.currentTarget.value))}
      />
      {file ? (
        <span className={classes.file}>
          <UserText>{file.name}</UserText> <span className={classes.quiet}>{bytesText(file.size)}</span>
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={t("messages.remove_file", { name: file.name })}
            onClick={() => choose(null)}
          >
            <IconX size={16} aria-hidden />
          </Button>
        </span>
      ) : null}
      {problem === null ? null : <ErrorLine>{problem}</ErrorLine>}
      <div className={classes.acts}>
        <Button
          type="submit"
          loading={isSending}
          leftSection={<IconSend size={18} aria-hidden className="turns" />}
        >
          {t("messages.send")}
        </Button>
        <FileButton
          accept={messageFileMimes.join(",")}
          onChange={(chosen) => {
            choose(chosen);
            if (chosen !== null && chosen.size > messageFileBytesMax)
              setProblem(t("file_too_large", { max: messageFileBytesMax / 1_048_576 }));
          }}
        >
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconPaperclip size={18} aria-hidden />}>
              {t("messages.attach")}
            </Button>
          )}
        </FileButton>
        <span className={classes.quiet}>{t("messages.hint", { max: messageFileBytesMax / 1_048_576 })}</span>
      </div>
    </form>
  );
}
