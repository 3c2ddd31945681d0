import { Button, Loader } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, type Ref, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ErrorLine } from "#base/web/forms/fields.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { FileProblems } from "./file-problems.tsx";
import classes from "./picker.module.css";
import type { useIntake } from "./use-intake.ts";

type Props = {
  label: string;
  /** The limits in words. */
  hint: ReactNode;
  /** As the input's accept: what can be mended may be chosen too. */
  accept: string;
  isMany?: boolean;
  intake: ReturnType<typeof useIntake>;
  /** Another way to a file, beside the button. */
  other?: ReactNode;
  /** What was chosen, above the button. */
  chosen?: ReactNode;
  error?: ReactNode;
  /** The button that opens the file chooser. */
  chooserRef?: Ref<HTMLButtonElement> | undefined;
};

/** Takes files by press or by drop, reads them on this device, and says of each that is refused why. */
export function FileDrop({
  label,
  hint,
  accept,
  isMany = false,
  intake,
  other,
  chosen,
  error,
  chooserRef,
}: Props) {
  const { t } = useTranslation(["creative", "base"]);
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    const list = [...(files ?? [])];
    if (list.length > 0) void intake.take(isMany ? list : list.slice(0, 1));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button chooses by keyboard */}
      <div
        className={classes.box}
        data-failed={error || intake.refused.length > 0 ? true : undefined}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <input
          ref={input}
          type="file"
          accept={accept}
          multiple={isMany}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={label}
          aria-describedby={hintId}
          onChange={(event) => {
            take(event.currentTarget.files);
            event.currentTarget.value = "";
          }}
        />
        {chosen ?? (
          <>
            <IconUpload size={30} aria-hidden />
            <strong>{label}</strong>
          </>
        )}
        <div id={hintId} className={classes.hint}>
          {hint}
        </div>
        {intake.checking > 0 ? (
          <span role="status" className={classes.checking}>
            <Loader size="sm" /> {t("picker.checking")}
          </span>
        ) : null}
        <div className={classes.buttons}>
          <Button ref={chooserRef} variant="default" onClick={() => input.current?.click()}>
            {t(chosen ? "base:choose_another_file" : "base:choose_file")}
          </Button>
          {other}
        </div>
      </div>
      {intake.refused.map(({ file, problems }) => (
        <div key={`${file.name}${file.size}`} role="alert" className={classes.refused}>
          <strong>
            <UserText>{file.name}</UserText>
          </strong>
          <FileProblems problems={problems} />
        </div>
      ))}
      {error ? <ErrorLine>{error}</ErrorLine> : null}
    </div>
  );
}
