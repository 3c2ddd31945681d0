import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconUpload, IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { ProgressBar } from "#base/web/kit/progress.tsx";
import { useObservable } from "#base/web/runtime/observable.ts";
import { interrupted, uploads } from "./uploads/app-uploads.ts";
import { InterruptedUpload } from "./uploads/interrupted-upload.tsx";
import { sumUploads } from "./uploads/sum-uploads.ts";
import { UploadFigures, UploadRow } from "./uploads/upload-row.tsx";
import classes from "./uploads/uploads.module.css";

/**
 * All uploads of this page in one strip below the top bar, on every page: a line with the whole progress, opened to one
 * row each. Once all are done it is one line again, until the merchant closes it. Nothing is shown while there is
 * nothing to upload.
 */
export function UploadTray() {
  const { t } = useTranslation("creative");
  const listId = useId();
  const items = useObservable(uploads.items);
  const left = useObservable(interrupted);
  const sum = sumUploads(items);
  const [isOpen, setOpen] = useFoldingList(sum.headline === "all_done" && left.length === 0);
  if (items.length === 0 && left.length === 0) return null;
  const title = t(`uploads.${sum.headline}`, { count: sum.count || left.length });
  return (
    <section className={classes.tray} aria-label={t("uploads.title")}>
      <div className={classes.head}>
        <IconUpload size={20} aria-hidden className={classes.icon} />
        <div className={classes.words}>
          {/* The figures change all the time; only what begins and ends is read out. */}
          <strong role="status">{title}</strong>
          {sum.headline === "running" ? (
            <>
              <ProgressBar value={sum.bytes === 0 ? 0 : sum.sent / sum.bytes} label={title} />
              <UploadFigures {...sum} />
            </>
          ) : null}
        </div>
        {sum.headline === "all_done" ? (
          <ActionIcon
            size="2.75rem"
            variant="subtle"
            aria-label={t("uploads.clear")}
            title={t("uploads.clear")}
            onClick={uploads.clearDone}
          >
            <IconX size={20} aria-hidden />
          </ActionIcon>
        ) : null}
        <ActionIcon
          size="2.75rem"
          variant="subtle"
          aria-expanded={isOpen}
          aria-controls={isOpen ? listId : undefined}
          aria-label={t(isOpen ? "uploads.hide_list" : "uploads.show_list")}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronDown size={20} aria-hidden className={classes.chevron} data-open={isOpen} />
        </ActionIcon>
      </div>
      {isOpen ? (
        <ul id={listId} className={classes.list}>
          {items.map((item) => (
            <UploadRow key={item.id} item={item} />
          ))}
          {left.map((upload) => (
            <InterruptedUpload key={upload.urlStorageKey} upload={upload} />
          ))}
        </ul>
      ) : null}
    </section>
  );
}

/** Whether the list is open; it closes by itself when nothing in it needs the merchant any more. */
function useFoldingList(isSettled: boolean) {
  const [isOpen, setOpen] = useState(false);
  const [wasSettled, setWasSettled] = useState(isSettled);
  if (isSettled !== wasSettled) {
    setWasSettled(isSettled);
    if (isSettled) setOpen(false);
  }
  return [isOpen, setOpen] as const;
}
