import { Button } from "@mantine/core";
import { IconDownload, IconPhotoDown } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { download } from "#base/web/data/download.ts";
import { ConfirmButton } from "#base/web/kit/confirm-button.tsx";
import { notify } from "#base/web/runtime/snackbar-state.ts";
import type { DesignDetails } from "../../contract/design-shapes.ts";
import { type FileFormat, fileFormats } from "../../contract/designer-enums.ts";
import type { Placement } from "../../contract/placements.ts";
import { designerKeys } from "../designer.queries.ts";
import { call } from "../designer-calls.ts";
import classes from "./editor.module.css";
import { UseInAd } from "./use-in-ad.tsx";

type Props = {
  design: DesignDetails;
  placement: Placement;
  /** Saves what was edited; false when that failed, which the page says. */
  onFlush: () => Promise<boolean>;
};

/** What is done with a finished design; each saves what was edited first. */
export function DesignActions({ design, placement, onFlush }: Props) {
  const { t } = useTranslation("designer");
  const { id } = design;
  const load = useMutation({
    mutationFn: async (format: FileFormat) => {
      if (!(await onFlush())) return;
      const params = { id, placement };
      await download("GET Clients/DigitalDesigner/designs/{id}/sizes/{placement}/file", {
        params,
        query: { format },
      });
    },
  });
  const save = useMutation({
    mutationFn: async () => {
      if (!(await onFlush())) return;
      const { items } = await call("POST Clients/DigitalDesigner/designs/{id}/library", {
        params: { id },
        body: { placements: design.placements },
      });
      notify(t("design.saved", { count: items.length }), "success");
    },
  });
  return (
    <div className={classes.actions}>
      {fileFormats.map((format) => (
        <Button
          key={format}
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
          loading={load.isPending && load.variables === format}
          onClick={() => load.mutate(format)}
        >
          {t(`design.download_${format}`)}
        </Button>
      ))}
      <Button
        leftSection={<IconPhotoDown size={18} aria-hidden />}
        loading={save.isPending}
        onClick={() => save.mutate()}
      >
        {t("design.save")}
      </Button>
      <UseInAd design={design} onFlush={onFlush} />
      <DeleteButton id={id} />
    </div>
  );
}

function DeleteButton({ id }: { id: string }) {
  const { t } = useTranslation("designer");
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => call("DELETE Clients/DigitalDesigner/designs/{id}", { params: { id } }),
    onSuccess: async () => {
      notify(t("design.deleted"), "success");
      await client.invalidateQueries({ queryKey: designerKeys.list });
      await navigate({ to: "/digital-designer", search: {}, replace: true });
    },
  });
  return (
    <ConfirmButton
      label={t("design.delete")}
      title={t("design.delete_title")}
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
    >
      {t("design.delete_words")}
    </ConfirmButton>
  );
}
