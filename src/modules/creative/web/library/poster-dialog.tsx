import { Button, Modal } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { toFormData } from "#base/web/data/api.ts";
import type { Media } from "../../contract/creative.calls.ts";
import { creativeKeys } from "../creative.queries.ts";
import { callLibrary } from "../library-calls.ts";
import mend from "../mend/mend.module.css";
import { FrameChoice } from "../mend/poster-choice.tsx";

type Props = { media: Media; onClose: () => void };

/** The picture a stored video is shown by, chosen among its frames. */
export function PosterDialog({ media, onClose }: Props) {
  const { t } = useTranslation(["creative", "base"]);
  const client = useQueryClient();
  const [poster, setPoster] = useState<Blob | null>(null);
  const save = useMutation({
    mutationFn: (frame: Blob) =>
      callLibrary("POST Clients/Media/{id}/poster", {
        params: { id: media.id },
        body: toFormData({ file: new File([frame], "poster.jpg", { type: "image/jpeg" }) }),
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: creativeKeys.all });
      onClose();
    },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<strong>{t("library.poster")}</strong>}
      closeButtonProps={{ "aria-label": t("base:close") }}
    >
      <div className={mend.stack}>
        <FrameChoice url={media.url} chosen={poster} onChoose={setPoster} />
        <div className={mend.foot}>
          <Button variant="default" onClick={onClose}>
            {t("base:cancel")}
          </Button>
          <Button
            disabled={poster === null}
            loading={save.isPending}
            onClick={() => poster && save.mutate(poster)}
          >
            {t("library.save_poster")}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
