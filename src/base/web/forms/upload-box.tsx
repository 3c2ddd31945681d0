import { Button } from "@mantine/core";
import { IconCircleCheck, IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "../data/api-error.ts";
import { bytesText, ProgressBar } from "../kit/progress.tsx";
import { ErrorLine } from "./fields.tsx";
import classes from "./upload-box.module.css";

type Progress = { sent: number; total: number };
type Props<Answer> = {
  label: string;
  /** The limits as text: kinds, size, pixels. */
  hint: ReactNode;
  /** As the input's accept: "image/png,image/jpeg". The real bytes are the server's to check. */
  accept: string;
  maxBytes: number;
  /** Sends the file; pass `onProgress` and `signal` on to the call. */
  onUpload: (
    file: File,
    onProgress: (sent: number, total: number) => void,
    signal: AbortSignal,
  ) => Promise<Answer>;
  onDone: (answer: Answer, file: File) => void;
  error?: ReactNode;
};

/** Takes a file by press or by drop and shows the bytes really sent; can be stopped and retried. */
export function UploadBox<Answer>({ label, hint, accept, maxBytes, onUpload, onDone, error }: Props<Answer>) {
  const { t } = useTranslation("base");
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useUpload({ maxBytes, onUpload, onDone });
  const failure = upload.failure ?? error;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    upload.start(event.dataTransfer.files[0]);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button chooses by keyboard */}
      <div
        className={classes.box}
        data-failed={failure ? true : undefined}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          accept={accept}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={label}
          aria-describedby={hintId}
          onChange={(event) => {
            upload.start(event.currentTarget.files?.[0]);
            event.currentTarget.value = "";
          }}
        />
        {upload.progress ? (
          <Sending progress={upload.progress} onStop={upload.stop} />
        ) : (
          <>
            {upload.doneName ? (
              <IconCircleCheck size={30} aria-hidden className={classes.done} />
            ) : (
              <IconUpload size={30} aria-hidden />
            )}
            <strong>{upload.doneName ? <bdi dir="auto">{upload.doneName}</bdi> : label}</strong>
            <span id={hintId} className={classes.hint}>
              {hint}
            </span>
            <Button variant="default" onClick={() => input.current?.click()}>
              {t(upload.doneName ? "choose_another_file" : "choose_file")}
            </Button>
          </>
        )}
      </div>
      {failure ? <ErrorLine>{failure}</ErrorLine> : null}
    </div>
  );
}

function Sending({ progress, onStop }: { progress: Progress; onStop: () => void }) {
  const { t } = useTranslation("base");
  return (
    <div className={classes.sending}>
      <ProgressBar value={progress.total === 0 ? 0 : progress.sent / progress.total} label={t("uploading")} />
      <span className="figures">
        {t("uploading")} <bdi dir="ltr">{`${bytesText(progress.sent)} / ${bytesText(progress.total)}`}</bdi>
      </span>
      <Button variant="subtle" onClick={onStop}>
        {t("stop_upload")}
      </Button>
    </div>
  );
}

function useUpload<Answer>({
  maxBytes,
  onUpload,
  onDone,
}: Pick<Props<Answer>, "maxBytes" | "onUpload" | "onDone">) {
  const { t } = useTranslation("base");
  const [progress, setProgress] = useState<Progress | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [doneName, setDoneName] = useState<string | null>(null);
  const stopper = useRef<AbortController | null>(null);

  const run = async (file: File) => {
    const control = new AbortController();
    stopper.current = control;
    setFailure(null);
    setProgress({ sent: 0, total: file.size });
    try {
      const answer = await onUpload(file, (sent, total) => setProgress({ sent, total }), control.signal);
      setDoneName(file.name);
      onDone(answer, file);
    } catch (error) {
      if (!control.signal.aborted) setFailure(failureText(error, t("upload_failed")));
    } finally {
      setProgress(null);
    }
  };
  return {
    progress,
    failure,
    doneName,
    stop: () => stopper.current?.abort(),
    start(file: File | undefined) {
      if (!file) return;
      if (file.size > maxBytes)
        setFailure(t("file_too_big", { size: bytesText(file.size), max: bytesText(maxBytes, 0) }));
      else if (file.size === 0) setFailure(t("file_empty"));
      else void run(file);
    },
  };
}

/** A field's own message about the file says more than the general message. */
function failureText(error: unknown, otherwise: string): string {
  if (!isApiError(error)) return otherwise;
  return Object.values(error.fields)[0]?.[0] ?? error.message;
}
