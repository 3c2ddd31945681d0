import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { bytesText } from "#base/web/kit/progress.tsx";
import { Ltr, UserLine } from "#base/web/kit/text.tsx";
import { useObservable } from "#base/web/runtime/observable.ts";
import { holdsAbility } from "#base/web/runtime/session.ts";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { MediaSpace } from "../../contract/library.calls.ts";
import { creativeKeys } from "../creative.queries.ts";
import { interrupted, uploads } from "../uploads/app-uploads.ts";
import { discardUpload } from "../uploads/tus-transfer.ts";
import classes from "./library.module.css";

type Unfinished = MediaSpace["unfinished"][number];

/** Uploads of other devices that keep space for themselves; those of this page are in the strip below the top bar. */
export function UnfinishedUploads({ unfinished }: { unfinished: readonly Unfinished[] }) {
  const { t } = useTranslation("creative");
  const items = useObservable(uploads.items);
  const left = useObservable(interrupted);
  const isHere = ({ id, file_name, bytes }: Unfinished) =>
    items.some((item) => item.fileName === file_name && item.bytes === bytes) ||
    left.some(({ uploadUrl }) => uploadUrl?.endsWith(`/${id}`));
  const elsewhere = unfinished.filter((upload) => !isHere(upload));
  if (elsewhere.length === 0) return null;
  return (
    <details className={classes.uses}>
      <summary>{t("library.unfinished", { count: elsewhere.length })}</summary>
      <ul className={classes.unfinished}>
        {elsewhere.map((upload) => (
          <Row key={upload.id} upload={upload} />
        ))}
      </ul>
    </details>
  );
}

function Row({ upload: { id, file_name, bytes, received_bytes } }: { upload: Unfinished }) {
  const { t } = useTranslation("creative");
  const client = useQueryClient();
  const discard = useMutation({
    mutationFn: () => discardUpload(id),
    onError: () => notify(t("library.not_discarded"), "error"),
    // It may also have ended on its own device.
    onSettled: () => client.invalidateQueries({ queryKey: creativeKeys.all }),
  });
  return (
    <li className={classes.nameRow}>
      <span className={classes.name}>
        <UserLine>{file_name}</UserLine>
      </span>
      <Ltr>{`${bytesText(received_bytes)} / ${bytesText(bytes)}`}</Ltr>
      {holdsAbility("media", "manage") ? (
        <ActionIcon
          size="2.75rem"
          variant="subtle"
          loading={discard.isPending}
          aria-label={t("uploads.cancel", { name: file_name })}
          onClick={() => discard.mutate()}
        >
          <IconX size={20} aria-hidden />
        </ActionIcon>
      ) : null}
    </li>
  );
}
