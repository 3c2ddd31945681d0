import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { ConfirmDialog } from "#base/web/kit/confirm-dialog.tsx";
import { UserText } from "#base/web/kit/text.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { Media } from "../../contract/creative.calls.ts";
import { creativeKeys } from "../creative.queries.ts";
import { call } from "../creative-calls.ts";
import { UsesList } from "./uses-list.tsx";

type Props = { media: Media; onClose: () => void };

/** Deletes a file that no ad uses; otherwise shows which ads do. */
export function DeleteMedia({ media, onClose }: Props) {
  const { t } = useTranslation(["creative", "base"]);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: creativeKeys.all });
  const remove = useMutation({
    mutationFn: () => call("DELETE Clients/Media/{id}", { params: { id: media.id }, quiet: true }),
    onSuccess: async () => {
      await refresh();
      notify(t("library.deleted"), "success");
      onClose();
    },
    onError: async (error) => {
      if (isRefusedInUse(error)) await refresh();
      else notify(error.message, "error");
    },
  });
  const isUsed = media.uses > 0 || isRefusedInUse(remove.error);
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
      {isUsed ? <UsesList mediaId={media.id} /> : null}
    </ConfirmDialog>
  );
}

/** An ad may have begun to use the file after this page was loaded. */
const isRefusedInUse = (error: unknown): boolean =>
  isApiError(error) && error.code === "creative.media_in_use";
