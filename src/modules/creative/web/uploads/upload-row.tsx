import { ActionIcon } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconRefresh, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { FieldError } from "#base/web/forms/fields.tsx";
import { bytesText, ProgressBar } from "#base/web/kit/progress.tsx";
import { Ltr, UserLine } from "#base/web/kit/text.tsx";
import { uploads } from "./app-uploads.ts";
import { computeSecondsLeft } from "./speed.ts";
import type { UploadItem } from "./upload-queue.ts";
import classes from "./uploads.module.css";

/** One upload: its progress, and what can be done about it. */
export function UploadRow({ item }: { item: UploadItem }) {
  const { t } = useTranslation("creative");
  const { id, fileName, sent, bytes, speed, state, failure } = item;
  const names = { name: fileName };
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <UserLine>{fileName}</UserLine>
        {failure ? <FieldError>{failure}</FieldError> : null}
        {state === "done" || state === "failed" ? null : (
          <ProgressBar value={bytes === 0 ? 0 : sent / bytes} label={fileName} />
        )}
        {state === "sending" ? (
          <UploadFigures sent={sent} bytes={bytes} speed={speed} />
        ) : (
          <span className={classes.figures}>{t(`uploads.states.${state}`)}</span>
        )}
      </div>
      {state === "sending" || state === "queued" || state === "offline" ? (
        <RowButton
          label={t("uploads.pause", names)}
          onClick={() => uploads.pause(id)}
          icon={IconPlayerPause}
        />
      ) : null}
      {state === "paused" ? (
        <RowButton
          label={t("uploads.resume", names)}
          onClick={() => uploads.resume(id)}
          icon={IconPlayerPlay}
        />
      ) : null}
      {state === "failed" ? (
        <RowButton label={t("uploads.retry", names)} onClick={() => uploads.resume(id)} icon={IconRefresh} />
      ) : null}
      {state === "finishing" ? null : (
        <RowButton
          label={t(state === "done" ? "uploads.remove" : "uploads.cancel", names)}
          onClick={() => uploads.cancel(id)}
          icon={IconX}
        />
      )}
    </li>
  );
}

type ButtonProps = { label: string; onClick: () => void; icon: typeof IconX };

function RowButton({ label, onClick, icon: Icon }: ButtonProps) {
  return (
    <ActionIcon size="2.75rem" variant="subtle" aria-label={label} title={label} onClick={onClick}>
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}

type Figures = Pick<UploadItem, "sent" | "bytes" | "speed">;

/** "3.2 / 12.0 MB · 1.4 MB/s · about 7 seconds left", with only what is known. */
export function UploadFigures({ sent, bytes, speed }: Figures) {
  const { t } = useTranslation("creative");
  const seconds = computeSecondsLeft(bytes - sent, speed);
  return (
    <span className={`${classes.figures} figures`}>
      <Ltr>{`${bytesText(sent)} / ${bytesText(bytes)}`}</Ltr>
      {speed === null ? null : <Ltr>{`${bytesText(speed)}/s`}</Ltr>}
      {seconds === null ? null : (
        <span>
          {seconds < 60
            ? t("uploads.seconds_left", { count: Math.ceil(seconds / 5) * 5 })
            : t("uploads.minutes_left", { count: Math.round(seconds / 60) })}
        </span>
      )}
    </span>
  );
}
