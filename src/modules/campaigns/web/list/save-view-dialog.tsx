import { Button, Group, Modal } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isApiError } from "#base/web/data/api-error.ts";
import { TextField } from "#base/web/forms/fields.tsx";
import { savedViewNameMax } from "../../contract/enums.ts";
import type { ViewState } from "../../contract/list.ts";
import { useSaveView } from "./use-save-view.ts";

type Props = {
  opened: boolean;
  look: ViewState;
  /** The saved view that gets another name; absent: a new one. */
  view?: { id: string; name: string };
  onClose: () => void;
};

/** Asks for the name under which the filters, the period, the order and the columns are found again. */
export function SaveViewDialog({ opened, look, view, onClose }: Props) {
  const { t } = useTranslation(["campaigns_list", "campaigns", "base"]);
  const [name, setName] = useState(view?.name ?? "");
  const save = useSaveView(view?.id ?? null, () => {
    if (!view) setName("");
    onClose();
  });
  const error = isApiError(save.error) ? (save.error.fields.name?.[0] ?? save.error.message) : undefined;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={<strong>{t(view ? "views.rename" : "views.save")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate({ name, state: look });
        }}
      >
        <TextField
          label={t("views.name")}
          description={view ? undefined : t("views.words")}
          value={name}
          maxLength={savedViewNameMax}
          error={error}
          onChange={(typed) => {
            setName(typed);
            save.reset();
          }}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t("base:cancel")}
          </Button>
          <Button type="submit" color="palm" loading={save.isPending} disabled={name.trim() === ""}>
            {t("campaigns:actions.save")}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
