import { ActionIcon } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { TextField } from "#base/web/forms/fields.tsx";
import type { Media } from "../../contract/creative.calls.ts";
import { creativeKeys } from "../creative.queries.ts";
import { call } from "../creative-calls.ts";
import classes from "./library.module.css";

type Props = { media: Media; onDone: () => void };

/** The name, changed in place: Enter saves, Escape leaves it as it was. */
export function RenameForm({ media, onDone }: Props) {
  const { t } = useTranslation(["creative", "base"]);
  const client = useQueryClient();
  const [name, setName] = useState(media.file_name);
  const rename = useMutation({
    mutationFn: (file_name: string) =>
      call("PUT Clients/Media/{id}", { params: { id: media.id }, body: { file_name }, quiet: true }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: creativeKeys.all });
      onDone();
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === media.file_name) onDone();
    else rename.mutate(wanted);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === "Escape") onDone();
  };
  return (
    <form className={classes.rename} onSubmit={save} onKeyDown={leave}>
      <TextField
        aria-label={t("library.new_name", { name: media.file_name })}
        value={name}
        maxLength={100}
        autoFocus
        error={rename.isError ? toMessage(rename.error, t("base:cannot_save")) : undefined}
        onChange={setName}
      />
      <ActionIcon type="submit" size="2.75rem" loading={rename.isPending} aria-label={t("library.save_name")}>
        <IconCheck size={20} aria-hidden />
      </ActionIcon>
      <ActionIcon size="2.75rem" variant="subtle" aria-label={t("base:cancel")} onClick={onDone}>
        <IconX size={20} aria-hidden />
      </ActionIcon>
    </form>
  );
}

const toMessage = (error: Error, otherwise: string): string =>
  isApiError(error) ? (error.fields.file_name?.[0] ?? error.message) : otherwise;
