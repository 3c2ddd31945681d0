import { ActionIcon, Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FieldError } from "#base/web/forms/fields.tsx";
import { UserLine } from "#base/web/kit/text.tsx";
import { placements, platforms } from "#modules/ad-accounts/contract/platforms.ts";
import { addUpload, hideInterrupted } from "./app-uploads.ts";
import { discardStored, toKey } from "./tus-transfer.ts";
import type { UploadPlace } from "./upload-queue.ts";
import type { StoredUpload } from "./upload-storage.ts";
import classes from "./uploads.module.css";

/**
 * An upload that ended with its page. A browser gives a page no file that was not chosen there, so the merchant chooses
 * it again; it goes on where it stopped.
 */
export function InterruptedUpload({ upload }: { upload: StoredUpload }) {
  const { t } = useTranslation("creative");
  const input = useRef<HTMLInputElement>(null);
  const [isOther, setOther] = useState(false);
  const name = upload.metadata.filename ?? "";
  const choose = (file: File | undefined) => {
    if (!file) return;
    const place = readPlace(upload.metadata);
    const isSame = toKey({ file, place }) === upload.fingerprint;
    setOther(!isSame);
    if (!isSame) return;
    // Its name was perhaps corrected before it was sent.
    addUpload({ file: new File([file], name, { type: file.type, lastModified: file.lastModified }), place });
  };
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <UserLine>{name}</UserLine>
        <span className={classes.figures}>{t("uploads.interrupted_words")}</span>
        {isOther ? <FieldError>{t("uploads.other_file", { name })}</FieldError> : null}
      </div>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t("uploads.choose_again", { name })}
        onChange={(event) => {
          choose(event.currentTarget.files?.[0]);
          event.currentTarget.value = "";
        }}
      />
      <Button variant="default" onClick={() => input.current?.click()}>
        {t("uploads.go_on")}
      </Button>
      <ActionIcon
        size="2.75rem"
        variant="subtle"
        aria-label={t("uploads.cancel", { name })}
        onClick={() => {
          hideInterrupted(upload.fingerprint);
          void discardStored(upload);
        }}
      >
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function readPlace({ platform, placement }: Record<string, string>): UploadPlace {
  const known = platforms.find((one) => one === platform);
  const where = placements.find((one) => one === placement);
  return { ...(known ? { platform: known } : {}), ...(where ? { placement: where } : {}) };
}
