import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import { creativeKeys } from "../creative.queries.ts";
import { callLibrary, type LibraryItem, type MediaUse } from "../library-calls.ts";
import { UsesList } from "./uses-list.tsx";

type Props = { media: LibraryItem; onClose: () => void };

/** Deletes a file that no ad uses; otherwise shows which ads do. */
export function DeleteMedia({ media, onClose }: Props) {
  const { t } = useTranslation(["creative", "base"]);
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => callLibrary("DELETE Clients/Media/{id}", { params: { id: media.id }, quiet: true }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: creativeKeys.all });
      notify(t("library.deleted"), "success");
      onClose();
    },
    onError: (error) => {
      if (findUses(error).length === 0) notify(error.message, "error");
    },
  });
  const uses = media.uses.length > 0 ? media.uses : findUses(remove.error);
  const isUsed = uses.length > 0;
  return (
    <ConfirmDialog
      opened
      title={t(isUsed ? "library.in_use" : "library.ask_delete")}
      confirm={t(isUsed ? "base:close" : "library.delete")}
      danger={!isUsed}
      busy={remove.isPending}
      onConfirm={() => (isUsed ? onClose() : remove.mutate())}
      onClose={onClose}
    >
      <p>
        <UserText>{media.file_name}</UserText>
      </p>
      <p>{t(isUsed ? "library.in_use_words" : "library.ask_delete_words")}</p>
      {isUsed ? <UsesList uses={uses} /> : null}
    </ConfirmDialog>
  );
}

/** An ad may have begun to use the file after this page was loaded: the refusal then names it. */
function findUses(error: unknown): readonly MediaUse[] {
  if (!isApiError(error) || error.code !== "creative.in_use") return [];
  const { uses } = (error.current ?? {}) as { uses?: readonly MediaUse[] };
  return uses ?? [];
}
