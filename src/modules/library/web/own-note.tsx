import { Button, Textarea } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { noteMax } from "../contract/library-enums.ts";
import type { LibraryItem } from "../contract/library-shapes.ts";
import classes from "./library.module.css";
import { libraryKeys } from "./library.queries.ts";
import { call } from "./library-calls.ts";

/** The merchant's own note about an item; an empty one removes it. */
export function OwnNote({ item }: { item: LibraryItem }) {
  const { t } = useTranslation("library");
  const client = useQueryClient();
  const [text, setText] = useState(item.own_note);
  const save = useMutation({
    mutationFn: () =>
      call("PUT Clients/AdsLibrary/items/{id}/note", { params: { id: item.id }, body: { text } }),
    async onSuccess() {
      notify(t("note.saved"), "success");
      await client.invalidateQueries({ queryKey: libraryKeys.items });
    },
  });
  return (
    <section className={classes.part}>
      <Textarea
        label={<h3>{t("note.label")}</h3>}
        placeholder={t("note.placeholder")}
        rows={3}
        maxLength={noteMax}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() === item.own_note ? null : (
        <div>
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate()}>
            {t("note.save")}
          </Button>
        </div>
      )}
    </section>
  );
}
