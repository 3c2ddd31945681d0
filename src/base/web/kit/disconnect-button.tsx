import type { UseMutationResult } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { notify } from "../runtime/snackbar-state.ts";
import { ConfirmButton } from "./confirm-button.tsx";

type Props = {
  /**
   * The namespace of the texts: the module has `disconnect`, `disconnect_of`, `disconnect_title`, `disconnect_words`,
   * `disconnected`.
   */
  namespace: string;
  id: string;
  name: string;
  disconnect: Pick<UseMutationResult<unknown, Error, string>, "mutate" | "isPending">;
};

/** Disconnects an outside account after confirmation, and reports that it is done. */
export function DisconnectButton({ namespace, id, name, disconnect }: Props) {
  const { t } = useTranslation(namespace);
  return (
    <ConfirmButton
      size="sm"
      label={t("disconnect")}
      ariaLabel={t("disconnect_of", { name })}
      title={t("disconnect_title", { name })}
      busy={disconnect.isPending}
      onConfirm={(close) =>
        disconnect.mutate(id, { onSuccess: () => notify(t("disconnected"), "success"), onSettled: close })
      }
    >
      {t("disconnect_words")}
    </ConfirmButton>
  );
}
