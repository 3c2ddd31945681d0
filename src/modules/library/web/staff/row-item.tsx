import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UserText } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { useObjectUrl } from "#base/web/runtime/use-object-url.ts";
import type { LibraryRow } from "../../contract/staff-library.calls.ts";
import { type Choice, choiceNames } from "../library-address.ts";
import { useValueNames } from "../use-value-names.ts";
import { FileField } from "./file-field.tsx";
import { RowForm } from "./row-form.tsx";
import classes from "./staff-library.module.css";
import { thumbnailQuery, useRefresh } from "./staff-library.queries.ts";
import { call } from "./staff-library-calls.ts";

/** One row: its picture, what it is, and what can be done with it. */
export function RowItem({ row }: { row: LibraryRow }) {
  const { t } = useTranslation("library_staff");
  const toName = useValueNames();
  const [isOpen, setOpen] = useState(false);
  const known = choiceNames.flatMap((name: Choice) => {
    const value = row[name];
    return value ? [toName(name, value)] : [];
  });
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Thumbnail row={row} />
        <div className={classes.about}>
          <strong>
            <UserText>{row.reference}</UserText>
          </strong>
          <span className={classes.quiet}>{known.join(" · ")}</span>
        </div>
        <div className={classes.acts}>
          <Button
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={t("edit_of", { reference: row.reference })}
            onClick={() => setOpen(!isOpen)}
          >
            {t("edit")}
          </Button>
          <ArchiveButton row={row} />
        </div>
      </div>
      {isOpen ? (
        <>
          <FileField row={row} />
          <RowForm row={row} onClose={() => setOpen(false)} />
        </>
      ) : null}
    </li>
  );
}

/** Nothing is lost by it: no question is asked. */
function ArchiveButton({ row: { id, reference, archived_at } }: { row: LibraryRow }) {
  const { t } = useTranslation("library_staff");
  const refresh = useRefresh();
  const isArchived = archived_at !== null;
  const change = useMutation({
    mutationFn: () =>
      isArchived
        ? call("POST Staff/AdsLibrary/rows/{id}/restore", { params: { id } })
        : call("POST Staff/AdsLibrary/rows/{id}/archive", { params: { id } }),
    onSuccess: () => notify(t(isArchived ? "restored" : "archived"), "success"),
    onSettled: refresh,
  });
  return (
    <Button
      variant="subtle"
      aria-label={t(isArchived ? "restore_of" : "archive_of", { reference })}
      loading={change.isPending}
      onClick={() => change.mutate()}
    >
      {t(isArchived ? "restore" : "archive")}
    </Button>
  );
}

function Thumbnail({ row: { id, file } }: { row: LibraryRow }) {
  const picture = useQuery({ ...thumbnailQuery(id, file?.version ?? 0), enabled: file !== null }).data;
  const address = useObjectUrl(picture);
  return (
    <span className={classes.thumbnail}>
      {address ? <img src={address} alt="" decoding="async" /> : null}
    </span>
  );
}
